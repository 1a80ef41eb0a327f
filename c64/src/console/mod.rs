//! The text console: a prompt for moves, and for commands that begin with a dot.

pub mod board;
pub mod commands;
mod file;
pub mod think;

#[cfg(test)]
mod tests;

use engine::actions::Action;
use engine::engines::parse_move;
use engine::games::GameId;
use engine::player::{Level, Limits};
use engine::record::{PlayError, next_legal_move};
use engine::table::Bound;
use engine::{Game, Lcg, Outcome, Side};

use crate::device::Computer;
use crate::games::face;
use crate::line;
use crate::state::State;
use crate::text::{self, Text};
use crate::watch::Watch;
use crate::words::{Language, Word};
use commands::{Command, DEFAULT_DEPTH, DEFAULT_MINUTES, Refused};
use think::{AtConsole, Columns};

/// Move table entries per screen line.
const ENTRIES_A_LINE: u8 = 3;
/// Moves per screen line in the lists of moves.
const MOVES_A_LINE: u8 = 7;
/// The column of the second command on a line of the help.
const SECOND: u8 = 20;

/// A node limit, in units of 64, so high that the clock ends the search of five in a row.
const ENDLESS: u16 = 1000;

/// A session at the console.
struct Console<'a, D> {
    text: Text<'a, D>,
    /// The side that the engine plays, if it is on.
    engine: Option<Side>,
    limits: Limits,
    level: Level,
}

/// Plays the first game, and any other game chosen, until the person quits. The engine starts switched off, at the seed's depth.
pub fn run<D: Computer>(computer: &mut D, state: &mut State) {
    state.game = GameId::FIRST;
    state.take_up(computer, false);
    state.new_game();
    let limits = state.engines.limits(Level::BEST);
    let text = Text { terminal: computer, language: Language::English };
    let mut console = Console { text, engine: None, limits, level: Level::BEST };
    console.text.terminal.put(text::CLEAR);
    console.text.say(Word::Banner);
    console.text.print(b": ");
    console.name(state.game);
    console.text.tell(Word::SeeHelp);
    console.calm_down(state);
    console.play(state);
}

impl<D: Computer> Console<'_, D> {
    fn play(&mut self, state: &mut State) {
        loop {
            if self.engine == Some(state.engines.side()) {
                self.engines_turn(state);
                continue;
            }
            self.text.ascii(b'?');
            let line = line::read(&mut self.text);
            let typed = line.bytes();
            match commands::parse(typed) {
                Ok((Command::Quit, _)) => return,
                Ok((command, number)) => self.obey(state, command, number, typed),
                Err(Refused::Number(help)) => self.answer(Word::Illegal, help),
                Err(Refused::Unknown) if typed.first() == Some(&b'.') => {
                    self.answer(Word::Unknown, Word::SeeHelp as u8);
                }
                Err(Refused::Unknown) => self.persons_move(state, typed),
            }
        }
    }

    #[inline(never)]
    fn obey(&mut self, state: &mut State, command: Command, number: u8, typed: &[u8]) {
        match command {
            Command::Board => self.show_board(state),
            Command::Moves => self.list_moves(state, false),
            Command::Go => {
                self.text.tell(Word::Going);
                self.engine = Some(state.engines.side());
            }
            Command::Off => {
                self.text.tell(Word::Stopped);
                self.engine = None;
            }
            Command::Once => self.engines_turn(state),
            Command::Side if self.can(state, Action::Pass) => self.pass(state),
            Command::Undo | Command::Redo if !self.can(state, Action::TakeBack) => {}
            Command::Undo => {
                self.text.tell(Word::Undone);
                self.engine = None;
                state.record.undo(&mut state.engines);
            }
            Command::Redo => {
                self.text.tell(Word::Redone);
                self.engine = None;
                state.record.redo(&mut state.engines);
            }
            Command::Played => self.list_moves(state, true),
            Command::New => self.new_game(state),
            Command::Level => {
                self.set_level(state, number);
                self.confirm(Word::LevelIs, number);
            }
            Command::Depth => {
                self.set_depth(state, number);
                self.confirm(Word::DepthIs, number);
            }
            Command::Time => {
                self.limits.seconds = number as u16 * 60;
                self.leave_it_to_the_clock(state);
                self.confirm(Word::MinutesAre, number);
            }
            Command::Entries => self.show_entries(state),
            Command::Weights => self.show_weights(state),
            Command::Game => {
                if let Some(game) = GameId::from_id(number - b'1') {
                    self.take_up(state, game, 0);
                }
            }
            Command::Size => {
                let game = state.game.sized();
                if game.board(number) == number {
                    self.take_up(state, game, number);
                } else {
                    self.answer(Word::Illegal, Word::HelpSize as u8);
                }
            }
            Command::Write => self.save(state, typed),
            Command::Read => self.load(state, typed),
            Command::Language => {
                self.text.language = match self.text.language {
                    Language::English => Language::Spanish,
                    Language::Spanish => Language::English,
                };
                self.text.tell(Word::SeeHelp);
            }
            Command::Help => self.show_help(),
            // `play` has ended the session; in this game the turn does not change.
            Command::Side | Command::Quit => {}
        }
    }

    /// Whether something can be done in this game; prints a message if not.
    #[inline(never)]
    fn can(&mut self, state: &State, action: Action) -> bool {
        let can = state.game.can(action);
        if !can {
            self.text.tell(Word::NotHere);
        }
        can
    }

    /// Replies to a command that sets a number.
    #[inline(never)]
    fn confirm(&mut self, what: Word, number: u8) {
        self.text.say(what);
        self.text.number(number as u32);
        self.text.newline();
    }

    /// Lets the clock end searches, rather than a number of nodes.
    #[inline(never)]
    fn leave_it_to_the_clock(&mut self, state: &State) {
        self.limits.quota = if state.game.descriptor().needs_quota { ENDLESS } else { 0 };
    }

    /// Prints the name of a game and ends the line.
    #[inline(never)]
    fn name(&mut self, game: GameId) {
        self.text.tell(face(game).name);
    }

    /// Sets the engine's level.
    #[inline(never)]
    fn set_level(&mut self, state: &State, number: u8) {
        if let Some(level) = Level::new(number) {
            self.level = level;
        }
        self.limits = state.engines.limits(self.level);
    }

    /// Makes the engine search to a depth, as long as the clock allows.
    #[inline(never)]
    fn set_depth(&mut self, state: &State, depth: u8) {
        self.limits.depth = depth;
        self.limits.errs = 0;
        self.limits.slips = 0;
        self.limits.exact = false;
        self.leave_it_to_the_clock(state);
    }

    /// Sets up the engine at the console's start, if the game is the seed's: it searches to the seed's depth within the seed's time.
    #[inline(never)]
    fn calm_down(&mut self, state: &State) {
        if state.game.can(Action::SeedSearch) {
            self.limits.seconds = DEFAULT_MINUTES as u16 * 60;
            self.set_depth(state, DEFAULT_DEPTH);
        }
    }

    /// Begins a game of another kind, on its usual board if it has none of this size.
    #[inline(never)]
    fn take_up(&mut self, state: &mut State, game: GameId, size: u8) {
        state.game = game;
        state.size = size;
        state.take_up(self.text.terminal, false);
        self.set_level(state, Level::BEST.number());
        self.calm_down(state);
        self.name(game);
        self.new_game(state);
    }

    #[inline(never)]
    fn persons_move(&mut self, state: &mut State, typed: &[u8]) {
        let played = match parse_move(state.game, typed) {
            Ok(mv) => state.record.play(&mut state.engines, mv),
            Err(_) => Err(PlayError::Illegal),
        };
        match played {
            Ok(()) => self.check_result(state),
            Err(error) => self.refuse(error),
        }
    }

    /// Prints why a turn was rejected.
    #[inline(never)]
    fn refuse(&mut self, error: PlayError) {
        if error == PlayError::Full {
            self.text.tell(Word::TooLong);
        } else {
            self.answer(Word::Illegal, Word::HelpMoves as u8);
        }
    }

    /// Prints that something is not possible, and what is: the help text with this number.
    #[inline(never)]
    fn answer(&mut self, word: Word, help: u8) {
        self.text.say(word);
        self.text.print(b": ");
        self.text.say_numbered(help);
        self.text.newline();
    }

    #[inline(never)]
    fn engines_turn(&mut self, state: &mut State) {
        let game = state.game;
        let mut random =
            Lcg::new(u16::from_le_bytes([self.text.terminal.random(), self.text.terminal.jiffies() as u8]));
        // When stopped by the clock or by RUN/STOP, it plays the best move so far.
        let mut shown = AtConsole;
        let mut watch = Watch::start(&mut self.text, &mut shown, self.limits.seconds, game);
        let choice = state.engines.choose(&self.limits, &mut random, &mut watch);
        if choice.nodes != 0 && !game.can(Action::Search) {
            // Games with iterative deepening have printed all that already.
            think::report(&mut self.text, game, &choice, state.engines.line());
        }
        match state.record.play(&mut state.engines, choice.mv) {
            Ok(()) => {
                self.text.say(Word::ComputersMove);
                think::print_move(&mut self.text, game, choice.mv);
                self.text.newline();
                self.show_board(state);
                self.check_result(state);
            }
            Err(error) => {
                self.text.tell(if error == PlayError::Full { Word::TooLong } else { Word::NoMove });
                self.engine = None;
            }
        }
    }

    /// Passes the turn unless that would end the game.
    fn pass(&mut self, state: &mut State) {
        let game = &mut state.engines;
        let mut passed = state.record.pass(game);
        if passed.is_ok() && game.outcome() != Outcome::Ongoing {
            state.record.undo(game);
            passed = Err(PlayError::Illegal);
        }
        match passed {
            Ok(()) => self.text.tell(Word::OtherSide),
            Err(error) => self.refuse(error),
        }
    }

    /// Announces the end of a game and sets up the next one.
    #[inline(never)]
    fn check_result(&mut self, state: &mut State) {
        let [first, second] = face(state.game).announced;
        let end = match state.engines.outcome() {
            Outcome::Ongoing => return,
            Outcome::First => first,
            Outcome::Second => second,
            Outcome::Draw => Word::NobodyHasWon,
        };
        self.text.tell(end);
        self.new_game(state);
    }

    #[inline(never)]
    fn new_game(&mut self, state: &mut State) {
        self.text.tell(Word::NewGame);
        self.engine = None;
        state.new_game();
    }

    #[inline(never)]
    fn show_board(&mut self, state: &mut State) {
        board::show(&mut self.text, state, false);
        board::numbers(&mut self.text, state);
    }

    /// Shows the weight of each square, and the square with the greatest weight.
    fn show_weights(&mut self, state: &mut State) {
        if !self.can(state, Action::Weights) {
            return;
        }
        let mv = state.engines.heaviest();
        board::show(&mut self.text, state, true);
        think::print_move(&mut self.text, state.game, mv);
        self.text.newline();
    }

    /// Lists the commands, two per line.
    fn show_help(&mut self) {
        self.text.tell(Word::HelpMove);
        let mut at = 0;
        while at < commands::COUNT as u8 {
            let mut column = self.text.say_numbered(commands::FIRST_HELP as u8 + at);
            at += 1;
            if at & 1 == 0 {
                self.text.newline();
                continue;
            }
            while column < SECOND {
                self.text.space();
                column += 1;
            }
        }
        if at & 1 != 0 {
            self.text.newline();
        }
    }

    /// Lists the legal moves or the moves played.
    #[inline(never)]
    fn list_moves(&mut self, state: &State, played: bool) {
        let mut columns = Columns::new(MOVES_A_LINE);
        let mut cursor = 0;
        loop {
            let mv = if !played {
                next_legal_move(&state.engines, &mut cursor)
            } else if cursor < state.record.turns() {
                cursor += 1;
                state.record.turn(cursor - 1)
            } else {
                break;
            };
            if !played && mv.is_none() {
                break;
            }
            columns.print_move(&mut self.text, state.game, mv);
        }
        columns.finish(&mut self.text);
    }

    /// Shows the table entries of the search, until RUN/STOP: hash, best move, depth and value; `>` and `<` mark a value that is a
    /// bound.
    fn show_entries(&mut self, state: &mut State) {
        let game = state.game;
        let Some(tables) = state.engines.tables() else {
            self.text.tell(Word::NotHere);
            return;
        };
        self.text.tell(Word::Tables);
        let mut columns = Columns::new(ENTRIES_A_LINE);
        for hash in 0..=255 {
            let Some((depth, value, bound)) = tables.entry(hash) else { continue };
            if self.text.terminal.stop_key() {
                break;
            }
            self.text.space();
            self.text.hex8(hash);
            self.text.space();
            think::print_move(&mut self.text, game, tables.best(hash));
            self.text.space();
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
