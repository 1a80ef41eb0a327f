//! Takes the screenshots for the documentation while a short script plays the program in VICE.
//!
//! The script times its waits with the KERNAL's clock, so the pictures are nearly identical in every run. Only the C64's random numbers
//! depend on when VICE started the program.

use std::iter::repeat_n;
use std::time::Duration;

use anyhow::{Context, Result};
use cargo_c64::disk::{Disk, write};
use vice::{Config, Display, Drive, Film, Joystick, Limits, Session, VicePaths};

use crate::play_picture::Pictures;

/// A step of the script for the single pictures.
enum Step {
    /// Types these keys, given as PETSCII codes, one after another.
    Keys(&'static [u8]),
    /// Moves the cursor to the right, then up, this many times each.
    Cursor(usize, usize),
    /// Types lines at the console's prompt and waits for the prompt after each. Blanks separate lines; `~` stands for a blank in a line.
    Lines(&'static str),
    /// Waits until the program's picture contains this.
    Until(&'static str),
    /// Waits this many jiffies.
    Wait(u16),
    /// Takes a picture and writes it to this file.
    Picture(&'static str),
}

use Step::{Cursor, Keys, Lines, Picture, Until, Wait};

/// The cursor keys.
const RIGHT: u8 = 0x1d;
const UP: u8 = 0x91;

/// Text that only the menu contains, in English and in Spanish.
const MENU: Step = Until("EXIT TO BASIC");
const MENU_ES: Step = Until("SALIR A BASIC");
/// The message after a saved game was loaded.
const LOADED: Step = Until("LOADED");
/// Time to finish drawing after the awaited text; to mark squares; to compute the weights of a board.
const MOMENT: Step = Wait(60);
const WHILE: Step = Wait(200);

/// The console script: takes the console's picture and saves games for the pictures of the boards.
static AT_CONSOLE: &[Step] = &[
    Lines(".G"),
    MOMENT,
    Picture("console.png"),
    // The mouse in the middle of its game; the engine plays the cats, as at the start of the play program.
    Lines(".O .N E1F2 B8A7 F2G3 D8C7 G3F4 F8E7 F4E5 H8G7 .W2080~GAME~1"),
    Lines(".2 4 0 2 6 .W2080~GAME~2"),
    Lines(".3 H8 G7 H7 H6 F8 G8 G6 F5 G11 H10 F10 F9 E10 E9 G9 E11 I5 J6 K6 G10 .W2080~GAME~3"),
];

/// From the title through all games. Saved games are between persons.
static SCRIPT: &[Step] = &[
    Picture("title.png"),
    Keys(b" "),
    MENU,
    MOMENT,
    Picture("menu.png"),
    // The mouse, selected with the cursor.
    Keys(b"R1\r"),
    LOADED,
    Keys(b"M"),
    MENU,
    Keys(b"22P"),
    Until("YOUR MOVE"),
    Keys(b"\r"),
    MOMENT,
    Picture("mouse-and-cats.png"),
    // The engine at level 6 in its place, with its search shown.
    Keys(b"VM"),
    MENU,
    Keys(b"112P"),
    Until("DEPTH  8"),
    Wait(60),
    Picture("thinking.png"),
    // The same in Spanish, with a hint for the person who has taken over.
    Keys(b"\x03"),
    // The engine stops before these keys.
    Until("YOUR SIDE"),
    Keys(b"VM"),
    MENU,
    Keys(b"I"),
    MENU_ES,
    MOMENT,
    Picture("menu-es.png"),
    Keys(b"PH"),
    Until("A LA FILA 8"),
    MOMENT,
    Picture("hint-es.png"),
    Keys(b"M"),
    MENU_ES,
    Keys(b"I"),
    MENU,
    // The current game may be discarded.
    Keys(b"R\r2\r"),
    LOADED,
    // The message about the file has been read.
    Keys(b"M"),
    MENU,
    Keys(b"P"),
    Until("YOUR MOVE"),
    Cursor(0, 1),
    MOMENT,
    Picture("tic-tac-toe.png"),
    Keys(b"M"),
    MENU,
    Keys(b"R\r3\r"),
    LOADED,
    // The message about the file has been read.
    Keys(b"M"),
    MENU,
    Keys(b"P"),
    Until("YOUR MOVE"),
    Cursor(2, 1),
    MOMENT,
    Picture("five-in-a-row.png"),
    Keys(b"T"),
    WHILE,
    Picture("weights.png"),
    // A puzzle instead of that game.
    Keys(b"M"),
    MENU,
    Keys(b"ZP"),
    Until("END THE"),
    Keys(b"\r"),
    Until("THAT WINS"),
    MOMENT,
    Picture("puzzle.png"),
];

/// The animated picture.
const FILM: &str = "play.png";

/// The joystick in the film: each push and the jiffies after it.
static PUSHES: &[(Joystick, u16)] = &[
    // Title, menu.
    (Joystick::REST, 90),
    (Joystick::FIRE, 80),
    (Joystick::FIRE, 50),
    // From E1, where the cursor is, to F2.
    (Joystick::FIRE, 40),
    (Joystick::RIGHT, 6),
    (Joystick::UP, 12),
    (Joystick::FIRE, 150),
    // G3.
    (Joystick::RIGHT, 6),
    (Joystick::UP, 12),
    (Joystick::FIRE, 150),
    // F4.
    (Joystick::LEFT, 6),
    (Joystick::UP, 12),
    (Joystick::FIRE, 180),
];

/// Duration of a push in jiffies.
const PUSH: u16 = 6;
/// Duration of a frame in jiffies.
const FRAME: u16 = 6;

/// Pixels of the files for each pixel of the C64, in each direction.
const SCALE: u32 = 2;

/// Returns the names of all pictures, in the order in which they are taken.
pub fn names() -> impl Iterator<Item = &'static str> {
    let single = AT_CONSOLE
        .iter()
        .chain(SCRIPT)
        .filter_map(|step| if let Picture(name) = step { Some(*name) } else { None });
    single.chain([FILM])
}

/// Plays the program, after some lines at the console, and passes each picture's name and file to `keep`.
///
/// # Errors
/// VICE does not run, the program does not do what the script expects, or `keep` fails.
pub fn take(
    paths: &VicePaths,
    console: &[u8],
    prg: &[u8],
    mut keep: impl FnMut(&'static str, Vec<u8>) -> Result<()>,
) -> Result<()> {
    let mut next = names().next();
    let mut go_through = |session: &mut Session, script: &'static [Step]| -> Result<()> {
        for step in script {
            let taken = follow(session, step);
            let taken = taken.with_context(|| format!("cannot take {}", next.unwrap_or(FILM)))?;
            if let (Picture(name), Some(display)) = (step, taken) {
                keep(name, display.png(SCALE))?;
                next = names().skip_while(|other| other != name).nth(1);
            }
        }
        Ok(())
    };
    let empty = Disk { title: b"PICTURES".to_vec(), id: *b"64", files: Vec::new() };
    let mut session = run(paths, console, Drive::Disk(write::format(&empty)?.bytes()))?;
    go_through(&mut session, AT_CONSOLE)?;
    let disk = session.disk()?;
    drop(session);
    go_through(&mut start(paths, prg, Drive::Disk(&disk))?, SCRIPT)?;
    keep(FILM, film(&mut start(paths, prg, Drive::Absent)?).context("cannot take the film")?.png())
}

/// Starts a program.
fn run(paths: &VicePaths, prg: &[u8], drive: Drive) -> Result<Session> {
    let limits = Limits { cycles: 600_000_000, wall: Duration::from_secs(600) };
    Ok(Session::run(paths, &Config { limits, ..Config::default() }, prg, drive)?)
}

/// Starts the play program and waits until its title is drawn.
fn start(paths: &VicePaths, prg: &[u8], drive: Drive) -> Result<Session> {
    let mut session = run(paths, prg, drive)?;
    session.wait_for_picture("PRESS FIRE").context("the program does not start")?;
    session.run_jiffies(60)?;
    Ok(session)
}

/// Performs a step; returns the display if the step is a picture.
fn follow(session: &mut Session, step: &Step) -> Result<Option<Display>> {
    match step {
        Keys(keys) => keys.iter().try_for_each(|key| session.press(*key))?,
        Cursor(right, up) => {
            let mut keys = repeat_n(RIGHT, *right).chain(repeat_n(UP, *up));
            keys.try_for_each(|key| session.press(key))?;
        }
        Lines(lines) => {
            wait_for_prompt(session)?;
            for line in lines.split(' ') {
                line.bytes()
                    .map(|byte| if byte == b'~' { b' ' } else { byte })
                    .chain([b'\r'])
                    .try_for_each(|key| session.press(key))?;
                wait_for_prompt(session).with_context(|| format!("no prompt after {line}"))?;
            }
        }
        Until(text) => loop {
            let seen = session.picture()?;
            if seen.as_ref().is_some_and(|picture| picture.contains(text)) {
                break;
            }
            session.run_jiffies(1).with_context(|| match &seen {
                Some(picture) => format!("waiting for {text:?}; the picture shows:\n{picture}"),
                None => format!("waiting for {text:?}; there is no picture"),
            })?;
        },
        Wait(jiffies) => session.run_jiffies(*jiffies)?,
        Picture(_) => return Ok(Some(session.display()?)),
    }
    Ok(None)
}

/// Waits until the console's last line is the prompt.
fn wait_for_prompt(session: &mut Session) -> Result<()> {
    loop {
        session.run_jiffies(1)?;
        let line = session.screen()?.last_line();
        // With or without the cursor.
        if session.picture()?.is_none() && line.starts_with('?') && line.chars().count() <= 2 {
            return Ok(());
        }
    }
}

/// Takes the film.
fn film(session: &mut Session) -> Result<Film> {
    let mut film = Film::default();
    let mut go_on = |session: &mut Session, jiffies: u16| -> Result<()> {
        for _ in 0..jiffies / FRAME {
            film.add(session.display()?, FRAME);
            session.run_jiffies(FRAME)?;
        }
        Ok(())
    };
    for (push, rest) in PUSHES {
        session.hold(*push)?;
        go_on(session, PUSH)?;
        session.hold(Joystick::REST)?;
        go_on(session, *rest)?;
    }
    Ok(film)
}
