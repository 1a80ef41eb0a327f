//! A game as the bytes of a file: the game, its players and every turn; also the list of solved puzzles.
//!
//! The file consists of four bytes `2080`, the version, the game, the size of the board, the two players, the level, the clock, the number
//! of turns (low byte, high byte), two bytes for each turn, and the CRC-16/CCITT-FALSE of all that (high byte, low byte), which
//! detects any change of up to 16 bits in a row. The puzzle file is four bytes `SOLV`, 16 bytes (0 or 1) for each of up to four games, and
//! the same checksum.

use engine::actions::Action;
use engine::games::GameId;
use engine::player::LEVELS;
use engine::record::MAX_TURNS;
use engine::{Game, Move, Outcome};

use crate::device::Computer;
use crate::state::{SOLVED, State};

/// The first bytes of a file.
const MAGIC: [u8; 4] = *b"2080";
/// The version written, and the newest one that can be read.
const VERSION: u8 = 1;
/// Bytes before the turns.
const HEAD: u16 = 13;
/// Bytes after them.
const TAIL: u16 = 2;
/// The length of the longest file.
pub const MAX_LENGTH: usize = (HEAD + 2 * MAX_TURNS + TAIL) as usize;

/// The number of kinds of players: a person, random moves, the engine.
pub const PLAYERS: u8 = 3;
/// The number of clocks: off, 5, 15 and 60 seconds and 5 minutes per move.
pub const CLOCKS: u8 = 5;

/// The settings that are saved with the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// The players of the first and the second side, below [`PLAYERS`].
    pub players: [u8; 2],
    /// The engine's level, 1..=[`LEVELS`].
    pub level: u8,
    /// Its time for a move, below [`CLOCKS`].
    pub clock: u8,
}

/// The reason why a file cannot be loaded as a game. The game in memory is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Refusal {
    /// It is not a file of this program.
    Foreign,
    /// It was written by a newer version of the program.
    Newer,
    /// It was changed after it was written.
    Damaged,
}

/// Writes bytes into a file.
struct Writer<'a> {
    file: &'a mut [u8; MAX_LENGTH],
    length: u16,
}

impl Writer<'_> {
    #[inline(never)]
    fn put(&mut self, byte: u8) {
        if let Some(place) = self.file.get_mut(self.length as usize) {
            *place = byte;
            self.length += 1;
        }
    }
}

/// Encodes the game being played and returns the bytes of the file.
#[inline(never)]
pub fn encode<'a>(state: &State, choices: &Choices, file: &'a mut [u8; MAX_LENGTH]) -> &'a [u8] {
    let mut to = Writer { file, length: 0 };
    let turns = state.record.turns();
    let size = if state.game.can(Action::Sizes) { state.size } else { 0 };
    let [low, high] = turns.to_le_bytes();
    let [first, second] = choices.players;
    for byte in MAGIC {
        to.put(byte);
    }
    for byte in [VERSION, state.game as u8, size, first, second, choices.level, choices.clock, low, high] {
        to.put(byte);
    }
    let mut turn = 0;
    while turn < turns {
        let mv = state.record.turn(turn);
        to.put(mv.from);
        to.put(mv.to);
        turn += 1;
    }
    let [low, high] = checksum(to.file, to.length).to_le_bytes();
    to.put(high);
    to.put(low);
    let length = to.length as usize;
    file.get(..length).unwrap_or_default()
}

/// Takes over the game in the first `length` bytes of `file`: its turns, the game and the size of the board. The engines
/// get new keys.
///
/// # Errors
/// [`Refusal`]; the game that was being played is kept.
#[inline(never)]
pub fn decode<D: Computer>(
    file: &[u8; MAX_LENGTH],
    length: u16,
    state: &mut State,
    terminal: &mut D,
) -> Result<Choices, Refusal> {
    let byte = |at: u16| byte(file, at);
    let mut at = 0;
    for expected in MAGIC {
        if at >= length || byte(at) != expected {
            return Err(Refusal::Foreign);
        }
        at += 1;
    }
    if byte(at) > VERSION {
        return Err(Refusal::Newer);
    }
    let turns = u16::from_le_bytes([byte(HEAD - 2), byte(HEAD - 1)]);
    let choices = Choices { players: [byte(7), byte(8)], level: byte(9), clock: byte(10) };
    let size = byte(6);
    let Some(game) = GameId::from_id(byte(5)) else { return Err(Refusal::Damaged) };
    let [least, _, most] = if game.can(Action::Sizes) { game.descriptor().sides } else { [0; 3] };
    if byte(at) != VERSION
        || turns > MAX_TURNS
        || length != HEAD + 2 * turns + TAIL
        // The checksum including its own bytes is 0.
        || checksum(file, length) != 0
        || !(least..=most).contains(&size)
        || choices.players[0] >= PLAYERS
        || choices.players[1] >= PLAYERS
        || !(1..=LEVELS).contains(&choices.level)
        || choices.clock >= CLOCKS
    {
        return Err(Refusal::Damaged);
    }
    let before = (state.game, state.size);
    (state.game, state.size) = (game, size);
    state.take_up(terminal, false);
    // First to see whether all turns are legal, then to record them: until then the record of the previous game is needed.
    state.engines.reset();
    if !replay(file, turns, state, false) {
        (state.game, state.size) = before;
        state.resume(terminal);
        return Err(Refusal::Damaged);
    }
    state.new_game();
    replay(file, turns, state, true);
    Ok(choices)
}

/// The first bytes of the file of solved puzzles, and its length.
const SOLVED_MAGIC: [u8; 4] = *b"SOLV";
const SOLVED_LENGTH: u16 = (SOLVED_MAGIC.len() + SOLVED) as u16 + TAIL;

/// Encodes which puzzles were solved and returns the bytes of the file.
pub fn encode_solved<'a>(state: &State, file: &'a mut [u8; MAX_LENGTH]) -> &'a [u8] {
    let mut to = Writer { file, length: 0 };
    for byte in SOLVED_MAGIC {
        to.put(byte);
    }
    for solved in state.solved {
        to.put(solved as u8);
    }
    let [low, high] = checksum(to.file, to.length).to_le_bytes();
    to.put(high);
    to.put(low);
    file.get(..SOLVED_LENGTH as usize).unwrap_or_default()
}

/// Marks the puzzles of a file, in addition to those already marked. Returns false and changes nothing if the file is foreign or damaged.
pub fn decode_solved(file: &[u8; MAX_LENGTH], length: u16, state: &mut State) -> bool {
    let mut at = 0;
    for expected in SOLVED_MAGIC {
        if byte(file, at) != expected {
            return false;
        }
        at += 1;
    }
    if length != SOLVED_LENGTH || checksum(file, length) != 0 {
        return false;
    }
    for solved in &mut state.solved {
        *solved |= byte(file, at) != 0;
        at += 1;
    }
    true
}

/// Plays the turns of a file on the engines, which are at the start of a game; returns false at an illegal turn.
#[inline(never)]
fn replay(file: &[u8; MAX_LENGTH], turns: u16, state: &mut State, recorded: bool) -> bool {
    let State { engines, record, .. } = state;
    let end = HEAD + 2 * turns;
    let mut at = HEAD;
    while at < end {
        let mv = Move { from: byte(file, at), to: byte(file, at + 1) };
        at += 2;
        // Passing is legal unless that ends the game.
        let passed = mv == Move::NONE;
        if !passed && !engines.is_legal(mv) || passed && !engines.selected().can(Action::Pass) {
            return false;
        }
        let taken = match (passed, recorded) {
            (true, true) => record.pass(engines).is_ok(),
            (true, false) => {
                let goes_on = engines.outcome() == Outcome::Ongoing;
                engines.pass();
                goes_on && engines.outcome() == Outcome::Ongoing
            }
            (false, true) => record.play(engines, mv).is_ok(),
            (false, false) => {
                engines.make(mv);
                true
            }
        };
        if !taken {
            return false;
        }
    }
    true
}

/// Returns a byte of a file, or 0 beyond its end.
#[inline(never)]
fn byte(file: &[u8; MAX_LENGTH], at: u16) -> u8 {
    file.get(at as usize).copied().unwrap_or_default()
}

/// Returns the CRC-16/CCITT-FALSE of the first bytes: polynomial $1021, initial value $FFFF. The checksum of bytes followed by their
/// checksum, high byte first, is 0.
#[inline(never)]
fn checksum(file: &[u8; MAX_LENGTH], length: u16) -> u16 {
    let mut sum = u16::MAX;
    let mut at = 0;
    while at < length {
        let [low, high] = sum.to_le_bytes();
        sum = u16::from_le_bytes([low, high ^ byte(file, at)]);
        for _ in 0..8 {
            let carry = sum & 0x8000 != 0;
            sum <<= 1;
            if carry {
                sum ^= 0x1021;
            }
        }
        at += 1;
    }
    sum
}

#[cfg(test)]
mod tests;
