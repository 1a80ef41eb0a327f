//! The console, as it is shipped, plays like the host: with the same hash keys and random numbers, every level finds the same
//! moves by the same iterations, and stores the same table entries.

use e2e::console::Console;
use engine::actions::Action;
use engine::engines::{Engines, write_move};
use engine::games::GameId;
use engine::notation::MAX_TEXT;
use engine::player::{Choice, LEVELS, Level, Source};
use engine::record::Record;
use engine::table::{Bound, Line};
use engine::{Game, KeySource, Lcg, Move, Observer, Outcome, Search};

/// Turns of each game.
const TURNS: u8 = 12;
/// What chance is made to be, together with a clock at 0: by the second every level errs that ever does, by the first none.
const CHANCES: [u8; 2] = [0x50, 0x4b];

/// The keys of a console whose random bytes are all the same.
struct Keys {
    random: u8,
    spread: Lcg,
}

impl KeySource for Keys {
    fn next_key(&mut self) -> u8 {
        self.random ^ self.spread.next_key()
    }
}

/// What the console prints of a search.
struct Printed {
    game: GameId,
    text: String,
}

impl Observer for Printed {
    fn poll(&mut self, _: u8) -> bool {
        false
    }

    fn iteration(&mut self, search: &Search) {
        self.report(&Choice::of(search), search.variation());
    }
}

impl Printed {
    fn report(&mut self, choice: &Choice, line: &Line) {
        self.text += &format!("DEPTH {} NODES {} SCORE ${:02X}\n", choice.depth, choice.nodes, choice.score);
        let moves = (0..line.len()).map(|index| format!(" {}", text_of(self.game, line.get(index))));
        self.text += &columns(moves, 7);
    }
}

/// So many on each line.
fn columns(items: impl Iterator<Item = String>, width: usize) -> String {
    items.collect::<Vec<String>>().chunks(width).map(|line| line.concat() + "\n").collect()
}

fn text_of(game: GameId, mv: Move) -> String {
    let mut bytes = [0; MAX_TEXT];
    let length = write_move(game, mv, &mut bytes);
    bytes.iter().take(length.into()).map(|byte| char::from(*byte)).collect()
}

/// What the table remembers, as `.E` lists it.
fn entries(engines: &Engines) -> Option<String> {
    let game = engines.selected();
    let tables = engines.tables()?;
    let entries = (0..=255).filter_map(|hash| {
        let (depth, value, bound) = tables.entry(hash)?;
        let bound = match bound {
            Bound::Exact => '=',
            Bound::Lower => '>',
            Bound::Upper => '<',
        };
        Some(format!(" {hash:02X} {} {depth:X}{bound}{value:02X}", text_of(game, tables.best(hash))))
    });
    Some(columns(entries, 3))
}

/// What happened in a game that was played alike.
#[derive(Debug, Default)]
struct Played {
    turns: u8,
    /// Moves played by chance.
    errors: u8,
    /// Depths that were searched.
    iterations: usize,
    /// Lines of entries that the table held, all turns together.
    entries: usize,
}

/// Has the levels play a game among themselves at the console and on the host.
fn play(game: GameId, random: u8) -> Played {
    let (mut console, jiffies) = Console::start_without_chance(random);
    let mut engines = Box::new(Engines::new());
    engines.select(game);
    let usual = game.descriptor().sides[1];
    assert_eq!(engines.set_size(usual, usual), game.can(Action::Sizes));
    engines.set_keys(&mut Keys { random, spread: Lcg::fixed() });
    let mut record = Record::new();
    record.restart(&mut *engines);
    console.line(&format!(".{}", game as u8 + 1));
    let mut played = Played::default();
    while played.turns < TURNS && engines.outcome() == Outcome::Ongoing {
        // The best level has every third turn: its moves take longest.
        let number = if played.turns % 3 == 2 { LEVELS } else { 1 + played.turns % (LEVELS - 1) };
        console.line(&format!(".L{number}"));
        let said = console.line(".C");
        let limits = engines.limits(Level::new(number).unwrap());
        let mut chance = Lcg::new(u16::from_le_bytes([random, jiffies]));
        let mut expected = Printed { game, text: String::new() };
        let choice = engines.choose(&limits, &mut chance, &mut expected);
        if choice.nodes != 0 && !game.can(Action::Search) {
            expected.report(&choice, engines.line());
        }
        record.play(&mut *engines, choice.mv).unwrap();
        expected.text += &format!("COMPUTER'S MOVE: {}\n", text_of(game, choice.mv));
        // Before it there is the line as it was typed, behind it the board.
        assert!(said.contains(&expected.text), "level {number}: {said}\nhost:\n{}", expected.text);
        let iterations = expected.text.matches("DEPTH ").count();
        assert_eq!(said.matches("DEPTH ").count(), iterations, "level {number}: {said}");
        let keys = format!(" #:{:02X} L:{:02X}", engines.hash(), engines.lock());
        assert!(said.contains(&keys), "{said}\nhost: {keys}");
        if let Some(expected) = entries(&engines)
            && engines.outcome() == Outcome::Ongoing
        {
            let said = console.line(".E");
            let listed = said.split_once("VALUE\n").and_then(|(_, listed)| listed.rsplit_once('?'));
            assert_eq!(listed.map(|(listed, _)| listed), Some(expected.as_str()), "{said}");
            played.entries += expected.lines().count();
        }
        played.turns += 1;
        played.iterations += iterations;
        played.errors += u8::from(choice.source == Source::Chance);
    }
    played
}

#[test]
fn mouse_and_cats_is_played_alike() {
    let [steady, erring] = CHANCES.map(|random| play(GameId::MouseAndCats, random));
    assert!(steady.turns == TURNS && steady.errors == 0 && erring.errors > 0, "{steady:?} {erring:?}");
    assert!(steady.iterations > 40 && steady.entries > 100, "{steady:?}");
}

#[test]
fn tic_tac_toe_is_played_alike() {
    let [steady, erring] = CHANCES.map(|random| play(GameId::TicTacToe, random));
    assert!(steady.turns >= 5 && steady.errors == 0 && erring.errors > 0, "{steady:?} {erring:?}");
    // It is searched without a table.
    assert!(steady.iterations > 10 && steady.entries == 0, "{steady:?}");
}

#[test]
fn five_in_a_row_is_played_alike() {
    let [steady, erring] = CHANCES.map(|random| play(GameId::FiveInARow, random));
    assert!(steady.turns == TURNS && steady.errors == 0 && erring.errors > 0, "{steady:?} {erring:?}");
    assert!(steady.iterations > 0, "{steady:?}");
}
