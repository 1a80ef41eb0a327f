//! A game as the bytes of a file: what is played, who plays it, and every turn. And which puzzles were solved.
//!
//! Four bytes `2080`, the version, the game, the size of the board, the two players, the level, the clock, the number of
//! turns (low byte, high byte), two bytes for each turn, and CRC-16/CCITT-FALSE of all that (high byte, low byte): it
//! tells any change of up to 16 bits in a row. The puzzles are four bytes `SOLV`, 16 bytes for each of up to four games, 0 or 1, and the
//! same sum.

use engine::actions::Action;
use engine::games::GameId;
use engine::player::LEVELS;
use engine::record::MAX_TURNS;
use engine::{Game, Move, Outcome};

use crate::device::Computer;
use crate::state::{SOLVED, State};

/// The first bytes of a file.
const MAGIC: [u8; 4] = *b"2080";
/// The version written, and the newest one read.
const VERSION: u8 = 1;
/// Bytes before the turns.
const HEAD: u16 = 13;
/// Bytes after them.
const TAIL: u16 = 2;
/// The longest file.
pub const MAX_LENGTH: usize = (HEAD + 2 * MAX_TURNS + TAIL) as usize;

/// The number of kinds of players: a person, random moves, the engine.
pub const PLAYERS: u8 = 3;
/// The number of clocks: off, 5, 15, 60 seconds and 5 minutes a move.
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

/// Why a file is no game to go on with. The game in memory is as before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Refusal {
    /// It is not a file of this program.
    Foreign,
    /// It is one of a later program.
    Newer,
    /// It is not as it was written.
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

/// Writes the game being played; returns the bytes of the file.
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
/// [`Refusal`]; the game that was played goes on.
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
        // The sum over its own bytes, too, is 0.
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
    // Once to see whether all is legal, once to record it: until then the record of the game before is needed.
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

/// The first bytes of the file of the puzzles that were solved, and its length.
const SOLVED_MAGIC: [u8; 4] = *b"SOLV";
const SOLVED_LENGTH: u16 = (SOLVED_MAGIC.len() + SOLVED) as u16 + TAIL;

/// Writes which puzzles were solved; returns the bytes of the file.
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

/// Marks the puzzles of a file, beside those that are marked already. False if it is no such file or damaged: then nothing changes.
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

/// Plays the turns of a file on the engines, which are at the start of a game; false at one that is not legal.
#[inline(never)]
fn replay(file: &[u8; MAX_LENGTH], turns: u16, state: &mut State, recorded: bool) -> bool {
    let State { engines, record, .. } = state;
    let end = HEAD + 2 * turns;
    let mut at = HEAD;
    while at < end {
        let mv = Move { from: byte(file, at), to: byte(file, at + 1) };
        at += 2;
        // A turn can be passed unless that ends the game.
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

/// A byte of a file, 0 beyond its end.
#[inline(never)]
fn byte(file: &[u8; MAX_LENGTH], at: u16) -> u8 {
    file.get(at as usize).copied().unwrap_or_default()
}

/// CRC-16/CCITT-FALSE of the first bytes: polynomial $1021, beginning with $FFFF. Followed by its own bytes, high and
/// low, bytes have the sum 0.
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
