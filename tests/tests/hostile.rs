//! Whatever is pressed, the play program neither hangs nor crashes nor damages a game. Whatever the machine's memory contains, it
//! starts, and restores everything at its end.

use e2e::board::Position;
use e2e::console::Console;
use e2e::local::Local;
use e2e::person::{Computer, Hands, Person, Row};
use e2e::sanity::{self, Place};
use e2e::shown::look;
use engine::games::GameId;
use engine::{KeySource, Lcg};
use machine::{Labels, Registers};
use vice::Joystick;

/// PETSCII: RUN/STOP, the cursor keys, RETURN.
const BACK: u8 = 0x03;
const RIGHT: u8 = 0x1d;
const RETURN: u8 = 0x0d;

/// A program at its title that cannot change its own code unnoticed.
fn start() -> Person<Local> {
    let mut local = Local::start();
    let labels = Labels::parse(&e2e::program::play().image.labels).unwrap();
    // Variables come after all code, whose last routines are the runtime's.
    let [start, end] = ["__start", "__kernal_out"].map(|name| labels.address(name).unwrap());
    assert!(end - start > 0x4000, "{start:04X} {end:04X}");
    local.machine().protect(start..end);
    Person::new(local, Hands::Keys)
}

/// Begins a game between these players from the menu, given as their numbers there.
fn begin(person: &mut Person<Local>, game: [&str; 2], players: [usize; 2]) {
    let english = person.value(Row::Language) == "ENGLISH";
    let names = if english { ["Person", "Random", "Engine"] } else { ["Persona", "Azar", "Máquina"] };
    person.set(Row::Game, game[usize::from(!english)]);
    person.set(Row::First, names[players[0]]);
    person.set(Row::Second, names[players[1]]);
    person.choose(Row::Play);
    // Another game is given up first.
    person.c64.run_jiffies(30);
    let asked = person.picture();
    if asked.contains("Fire: yes") || asked.contains("Fuego: sí") {
        person.c64.type_keys(&[RETURN]);
    }
    person.c64.run_jiffies(60);
}

/// The names of all games in both languages.
fn games() -> [[&'static str; 2]; GameId::ALL.len()] {
    GameId::ALL.map(|game| look(game).names)
}

/// Types every byte there is at a screen, to which `go` leads from the menu; some of them lead away from it.
fn every_byte(person: &mut Person<Local>, screen: &str, go: impl Fn(&mut Person<Local>)) {
    sanity::to_menu(person);
    go(person);
    let here = sanity::place(&mut person.c64);
    for byte in 0..=255 {
        person.c64.type_keys(&[byte]);
        person.c64.run_jiffies(3);
        if sanity::place(&mut person.c64) != here {
            sanity::to_menu(person);
            go(person);
            assert_eq!(sanity::place(&mut person.c64), here, "{screen} after {byte:#04x}");
        }
        if byte % 64 == 63 {
            sanity::check(person);
            go(person);
        }
    }
}

#[test]
fn every_key_is_survived_at_title_and_menu() {
    let mut person = start();
    for byte in 0..=255 {
        // A byte at the title leads to the menu, and is forgotten there; S and I, with SHIFT or without, switch sound and language.
        person.c64.type_keys(&[byte]);
        person.c64.run_jiffies(30);
        let stays = [0, b'S', b'S' + 0x80, b'I', b'I' + 0x80].contains(&byte);
        let expected = if stays { Place::Title } else { Place::Menu };
        assert_eq!(sanity::place(&mut person.c64), expected, "{byte:#04x}");
        if expected == Place::Menu {
            person.c64.type_keys(b"Q\r");
            person.c64.run_jiffies(30);
            sanity::run_again(&mut person.c64);
        }
    }
    every_byte(&mut person, "menu", |_| {});
}

#[test]
fn every_key_is_survived_at_the_boards_and_while_the_engine_thinks() {
    let mut person = start();
    person.c64.type_keys(&[RETURN]);
    for game in games() {
        for players in [[0, 0], [0, 2], [2, 2]] {
            every_byte(&mut person, game[0], |person| begin(person, game, players));
        }
    }
}

#[test]
fn every_key_is_survived_while_a_file_is_chosen() {
    let mut person = start();
    person.c64.type_keys(&[RETURN]);
    for action in [b'S', b'R'] {
        every_byte(&mut person, "file", |person| {
            begin(person, look(GameId::FIRST).names, [0, 0]);
            person.c64.type_keys(&[action]);
            person.c64.run_jiffies(5);
        });
    }
    every_byte(&mut person, "file from the menu", |person| {
        person.c64.type_keys(b"R");
        person.c64.run_jiffies(5);
    });
}

/// How many random events one seed makes.
const EVENTS: u32 = 5_000;
/// Events between two checks.
const CHECKED: u32 = 125;

/// Keys that mean something somewhere, the way out to BASIC less often than it would come by chance.
const KEYS: &[u8] = b"\r\r\r\r\r\r\x91\x91\x11\x11\x9d\x9d\x1d\x1d    PG12LTBEISRUFHLDTXNSRM123456789\x03";
fn pick<T: Copy>(random: &mut Lcg, from: &[T]) -> T {
    let number = u16::from_le_bytes([random.next_key(), random.next_key()]);
    from[usize::from(number) % from.len()]
}

/// Something happens.
fn event(person: &mut Person<Local>, random: &mut Lcg) {
    let local = &mut person.c64;
    match random.next_key() {
        0..100 => local.hold(Joystick(random.next_key() & 31)),
        100..130 => local.hold(Joystick::REST),
        130..210 => local.machine().type_keys(&[pick(random, KEYS)]),
        210..235 => local.machine().type_keys(&[random.next_key()]),
        235..240 => {
            let pressed = random.next_key() & 1 == 0;
            local.machine().press_stop(pressed);
        }
        240..243 => local.machine().press_restore(),
        _ => local.machine().type_keys(&[RIGHT, RETURN]),
    }
    local.run_jiffies(1 + u16::from(random.next_key() & 7));
    if local.left() {
        sanity::run_again(local);
    }
}

/// Random events from this seed on, with a look at the game after some of them.
fn survive(seed: u16) {
    let mut person = start();
    let mut random = Lcg::new(seed);
    let mut turns = 0;
    for number in 1..=EVENTS {
        event(&mut person, &mut random);
        if number % CHECKED == 0 {
            turns += sanity::check(&mut person).unwrap_or(0);
            let players = [usize::from(random.next_key() % 3), usize::from(random.next_key() % 3)];
            begin(&mut person, pick(&mut random, &games()), players);
        }
    }
    assert!(turns > 150, "only {turns} turns were seen");
}

#[test]
fn five_thousand_random_events_neither_hang_it_nor_spoil_a_game() {
    survive(2080);
}

#[test]
#[ignore = "takes a minute or more: toolchains.yml runs it every week"]
fn five_thousand_others_do_not_either() {
    survive(2081);
}

/// Lines for the console, besides those that choose a game; there is no drive.
const LINES: [&str; 17] =
    [".B", ".M", ".G", ".O", ".C", ".S", ".U", ".F", ".P", ".N", ".L2", ".D2", ".E", ".X", ".I", ".W", ".R"];

#[test]
fn random_lines_neither_hang_the_console_nor_spoil_its_game() {
    let mut console = Console::start();
    let mut random = Lcg::new(2082);
    let (mut game, mut size) = (GameId::FIRST, 8);
    let mut turns = 0;
    for number in 1..=600 {
        let line = match random.next_key() {
            0..12 => {
                game = pick(&mut random, &GameId::ALL);
                size = game.descriptor().sides[1];
                format!(".{}", game as u8 + 1)
            }
            12..24 => {
                (game, size) = (GameId::FiveInARow, 7);
                ".A7".to_string()
            }
            24..60 => pick(&mut random, &["4", "E1D2", "B8A7", "C3", "D4", "----", "."]).to_string(),
            60..80 => char::from(33 + random.next_key() % 90).to_uppercase().to_string(),
            _ => pick(&mut random, &LINES).to_string(),
        };
        console.line(&line);
        if number % 15 == 0 {
            console.line(".O");
            turns += sanity::check_console(&mut console, &mut Position::start(game, size));
        }
    }
    assert!(turns > 40, "only {turns} turns were seen");
    console.quit();
}

#[test]
fn it_starts_whatever_the_machine_holds_and_gives_everything_back() {
    let mut random = Lcg::new(1);
    // The processor port as BASIC, a tape and a cartridge may leave it.
    for port in [0x37, 0x36, 0x27, 0x17, 0x07] {
        for decimal in [0, 8] {
            let fill = [random.next_key(), random.next_key()];
            let mut local = Local::loaded(Local::config(fill));
            let machine = local.machine();
            let bytes: Vec<u8> = (0..0x8e).map(|_| random.next_key()).collect();
            machine.load_bytes(2, &bytes).unwrap();
            machine.poke(1, port);
            let before = machine.ram(0..0x90).to_vec();
            let port_before = machine.peek(1);
            machine.set_registers(Registers { pc: 0, a: 255, x: 255, y: 255, sp: 0xf6, p: 0x20 | decimal });
            local.call(2080);
            let mut person = Person::new(local, Hands::Keys);
            assert_eq!(sanity::place(&mut person.c64), Place::Title, "port {port:02X} fill {fill:?}");
            person.c64.type_keys(&[RETURN]);
            person.c64.run_jiffies(30);
            begin(&mut person, look(GameId::TicTacToe).names, [1, 1]);
            person.c64.run_jiffies(300);
            person.c64.type_keys(&[BACK]);
            let turns = sanity::check(&mut person);
            assert!(turns.is_some_and(|turns| turns > 0), "{turns:?}");
            person.c64.type_keys(b"Q\r");
            person.c64.run_jiffies(30);
            assert!(person.c64.left());
            let machine = person.c64.machine();
            assert_eq!(machine.ram(2..0x90), &before[2..], "port {port:02X}");
            assert_eq!(machine.peek(1), port_before);
        }
    }
}
