//! The text console for mouse and cats: a prompt, moves, commands that begin with a dot.

pub mod board;
pub mod commands;
pub mod suite;
pub mod think;

#[cfg(test)]
mod tests;

use engine::engines::{Engines, parse_move};
use engine::games::GameId;
use engine::player::Limits;
use engine::record::{PlayError, next_legal_move};
use engine::table::Bound;
use engine::{Game, Lcg, Outcome, Side};
use ufmt::uwrite;

use crate::state::State;
use crate::terminal::Terminal;
use crate::text::{self, Text};
use crate::watch::Watch;
use crate::{line, strings};
use commands::{COMMANDS, Command, DEFAULT_DEPTH, DEFAULT_MINUTES};
use think::Columns;

/// Entries of the move tables on a screen line.
const ENTRIES_A_LINE: u8 = 3;
/// Moves on a screen line of the list of legal moves.
const MOVES_A_LINE: u8 = 7;

/// The engine of a new console: depth and time are the seed's.
const DEFAULT_LIMITS: Limits =
    Limits { depth: DEFAULT_DEPTH, polls: 0, seconds: DEFAULT_MINUTES as u16 * 60, errs: 0, exact: false };

/// A session at the console.
pub struct Console<T> {
    text: Text<T>,
    /// The side the engine plays, if it is on.
    engine: Option<Side>,
    limits: Limits,
}

impl<T: Terminal> Console<T> {
    /// A session that has not begun, with the engine off and the seed's depth.
    pub const fn new(text: Text<T>) -> Self {
        Console { text, engine: None, limits: DEFAULT_LIMITS }
    }

    /// Plays until `.Q`.
    pub fn run(&mut self, state: &mut State) {
        self.text.terminal.put(text::CLEAR);
        self.text.line(strings::BANNER);
        self.text.line(strings::HINT);
        state.shuffle_keys(&mut self.text.terminal);
        state.new_game();
        loop {
            if self.engine == Some(state.engines.side()) {
                self.engines_turn(state);
                continue;
            }
            self.text.print(strings::PROMPT);
            let line = line::read(&mut self.text);
            match commands::parse(line.bytes()) {
                Some(Command::Quit) => return,
                Some(command) => self.obey(state, command),
                None => self.persons_move(state, line.bytes()),
            }
        }
    }

    fn obey(&mut self, state: &mut State, command: Command) {
        match command {
            Command::Board => self.show_board(state),
            Command::Go => {
                self.text.line(strings::GO);
                self.engine = Some(state.engines.side());
            }
            Command::Off => {
                self.text.line(strings::OFF);
                self.engine = None;
            }
            Command::Help => self.show_help(),
            Command::Moves => self.show_moves(&state.engines),
            Command::New => self.new_game(state),
            Command::Depth(depth) => {
                self.limits = Limits { depth, seconds: self.limits.seconds, ..DEFAULT_LIMITS };
                let Ok(()) = uwrite!(self.text, "{}{}\n", strings::DEPTH, u32::from(depth));
            }
            Command::Time(minutes) => {
                // The clock is to end the search, not a number of nodes.
                self.limits.polls = 0;
                self.limits.seconds = minutes as u16 * 60;
                let Ok(()) = uwrite!(self.text, "{}{}\n", strings::MINUTES, u32::from(minutes));
            }
            Command::Level(level) => {
                self.limits = state.engines.limits(level);
                let Ok(()) = uwrite!(self.text, "{}{}\n", strings::LEVEL, u32::from(level.number()));
            }
            Command::Side => self.pass(state),
            Command::Undo => {
                self.text.line(strings::UNDO);
                self.engine = None;
                state.record.undo(&mut state.engines);
            }
            Command::Entries => self.show_entries(state),
            Command::Verify => {
                suite::run(&mut self.text, &mut state.engines);
                state.resume(&mut self.text.terminal);
            }
            // `run` has ended the session.
            Command::Quit => {}
        }
    }

    fn persons_move(&mut self, state: &mut State, typed: &[u8]) {
        match parse_move(GameId::MouseAndCats, typed) {
            Ok(mv) => match state.record.play(&mut state.engines, mv) {
                Ok(()) => self.check_result(state),
                Err(PlayError::Illegal) => self.text.line(strings::ILLEGAL),
                Err(PlayError::Full) => self.text.line(strings::FULL),
            },
            Err(_) => self.text.line(strings::ILLEGAL),
        }
    }

    fn engines_turn(&mut self, state: &mut State) {
        let mut random =
            Lcg::new(u16::from_le_bytes([self.text.terminal.random(), self.text.terminal.jiffies() as u8]));
        // Stopped by the clock or by RUN/STOP, it plays the best move so far.
        let mut watch = Watch::for_person(&mut self.text, self.limits.seconds);
        let choice = state.engines.choose(&self.limits, &mut random, &mut watch);
        let best = choice.mv;
        match state.record.play(&mut state.engines, best) {
            Ok(()) => {
                self.text.print(strings::COMPUTERS_MOVE);
                think::print_move(&mut self.text, GameId::MouseAndCats, best);
                self.text.newline();
                self.show_board(state);
                self.check_result(state);
            }
            Err(error) => {
                self.text.line(if error == PlayError::Full { strings::FULL } else { strings::NO_MOVE });
                self.engine = None;
            }
        }
    }

    /// Gives the turn away, unless the game would be over by that.
    fn pass(&mut self, state: &mut State) {
        let game = &mut state.engines;
        if state.record.pass(game).is_err() {
            self.text.line(strings::FULL);
        } else if game.outcome() != Outcome::Ongoing {
            state.record.undo(game);
            self.text.line(strings::ILLEGAL);
        } else {
            self.text.line(strings::SIDE);
        }
    }

    /// Announces the end of a game and sets up the next one.
    fn check_result(&mut self, state: &mut State) {
        match state.engines.outcome() {
            Outcome::First => self.text.line(strings::MOUSE_WINS),
            Outcome::Second => self.text.line(strings::CATS_WIN),
            Outcome::Ongoing | Outcome::Draw => return,
        }
        self.new_game(state);
    }

    fn new_game(&mut self, state: &mut State) {
        self.text.line(strings::NEW_GAME);
        self.engine = None;
        state.new_game();
    }

    fn show_board(&mut self, state: &mut State) {
        if let Some(searched) = state.engines.searched() {
            board::show(&mut self.text, &searched.mouse_and_cats, state.record.turns());
        }
    }

    fn show_help(&mut self) {
        self.text.line(strings::HELP_MOVE);
        for syntax in &COMMANDS {
            self.text.line(syntax.help);
        }
        self.text.line(strings::HELP_STOP);
    }

    fn show_moves(&mut self, game: &Engines) {
        let mut columns = Columns::new(MOVES_A_LINE);
        let mut cursor = 0u16;
        loop {
            let mv = next_legal_move(game, &mut cursor);
            if mv.is_none() {
                return columns.finish(&mut self.text);
            }
            self.text.ascii(b' ');
            think::print_move(&mut self.text, GameId::MouseAndCats, mv);
            columns.step(&mut self.text);
        }
    }

    /// Shows what the search remembers, until RUN/STOP: hash, best move, depth, value; `>` and `<` where the value is a
    /// bound.
    fn show_entries(&mut self, state: &mut State) {
        self.text.line(strings::TABLES);
        let mut columns = Columns::new(ENTRIES_A_LINE);
        let Some(searched) = state.engines.searched() else { return };
        let tables = &searched.thinker.tables;
        for hash in 0..=255 {
            let Some((depth, value, bound)) = tables.entry(hash) else { continue };
            if self.text.terminal.stop_key() {
                break;
            }
            self.text.ascii(b' ');
            self.text.hex8(hash);
            self.text.ascii(b' ');
            think::print_move(&mut self.text, GameId::MouseAndCats, tables.best(hash));
            self.text.ascii(b' ');
            self.text.hex4(depth);
            self.text.ascii(match bound {
                Bound::Exact => b'=',
                Bound::Lower => b'>',
                Bound::Upper => b'<',
            });
            self.text.hex8(value);
            columns.step(&mut self.text);
        }
        columns.finish(&mut self.text);
    }
}
