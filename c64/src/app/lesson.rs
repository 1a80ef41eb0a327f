//! Lessons: show each game on its board, one sentence at a time with the moves that illustrate it, until something is pressed.

use engine::record::next_legal_move;
use engine::{Game, Move, Outcome};

use super::App;
use crate::art::characters::BLANK;
use crate::clock::Stopwatch;
use crate::device::{Colour, Device};
use crate::games::{Step, face};
use crate::state::State;
use crate::view::{PANEL, PANEL_WIDTH, Square};
use crate::words::Word;

/// Columns and rows of the five-in-a-row board in its lesson.
const SIZE: u8 = 7;
/// Jiffies for a sentence, before and after its moves, and between two moves.
const READ: u16 = 130;
const LOOK: u16 = 30;
/// The panel's rows for the game's name and the start of the sentence, the sentence's row count, and the row of the way out.
const NAME: u8 = 0;
const SENTENCE: u8 = 3;
const ROWS: u8 = 6;
const END: u8 = 22;

impl<T: Device> App<T> {
    /// Shows the lesson of the game chosen in the menu. The game in progress, if any, continues afterwards.
    pub(super) fn teach(&mut self, state: &mut State) {
        let before = (state.game, state.size);
        state.game = self.settings.game();
        state.size = SIZE;
        state.take_up(&mut self.device, true);
        self.silence();
        self.panel.view.set_up(state.game, state.size);
        let (device, view) = (&mut self.device, &mut self.panel.view);
        view.clear(device, true);
        view.word(device, PANEL, NAME, PANEL_WIDTH, face(state.game).name, Colour::White);
        view.word(device, PANEL, END, PANEL_WIDTH, Word::FireBack, Colour::LightGrey);
        for step in face(state.game).lesson {
            if self.show_step(state, step) {
                break;
            }
        }
        (state.game, state.size) = before;
        state.resume(&mut self.device);
        self.input.flush(&mut self.device, false);
        self.show_menu(state);
    }

    /// Shows one step of a lesson. Returns whether something was pressed.
    #[inline(never)]
    fn show_step(&mut self, state: &mut State, (word, restarts, moves): &Step) -> bool {
        let (device, view) = (&mut self.device, &mut self.panel.view);
        let engines = &mut state.engines;
        if *restarts {
            engines.reset();
            view.board(device, engines);
        }
        view.fill(device, (PANEL, SENTENCE), (PANEL_WIDTH, ROWS), BLANK, Colour::White);
        view.message(device, (PANEL, SENTENCE), (PANEL_WIDTH, ROWS), *word, Colour::White);
        if self.is_over_after(READ) {
            return true;
        }
        let pieces = face(state.game).look.moves_pieces();
        let mut at = 0;
        while at < moves.len() {
            let from = square(moves, at);
            at += 2;
            let mut to = from;
            if pieces {
                to = square(moves, at);
                at += 2;
            }
            let engines = &mut state.engines;
            let mut cursor = 0;
            let mut mv = Move::NONE;
            loop {
                let next = next_legal_move(engines, &mut cursor);
                if next.is_none() {
                    break;
                }
                if engines.squares(next) == (from, to) {
                    mv = next;
                }
            }
            engines.play(mv);
            self.panel.view.play(&mut self.device, engines, mv);
            if !matches!(engines.outcome(), Outcome::Ongoing | Outcome::Draw) {
                self.panel.view.winner(&mut self.device, engines, mv);
            }
            if self.is_over_after(LOOK) {
                return true;
            }
        }
        self.is_over_after(READ)
    }

    /// Waits this many jiffies. Returns whether something was pressed before they were over.
    #[inline(never)]
    fn is_over_after(&mut self, jiffies: u16) -> bool {
        let clock = Stopwatch::start(&mut self.device);
        while !clock.has_passed(&mut self.device, jiffies) {
            if self.input.event(&mut self.device) != 0 {
                return true;
            }
        }
        false
    }
}

/// A square given by its column and row, from `A1`.
fn square(squares: &[u8], at: usize) -> Square {
    let of = |at: usize, first: u8| squares.get(at).map_or(0, |byte| byte - first);
    (of(at, b'A'), of(at + 1, b'1'))
}

#[cfg(test)]
mod tests {
    use engine::engines::Engines;
    use engine::games::GameId;
    use engine::record::legal_moves;
    use std::string::String;
    use std::vec::Vec;

    use super::*;
    use crate::testing::Mock;

    /// The board of a game before its lesson.
    fn start(game: GameId) -> State {
        let mut state = State::new();
        state.game = game;
        state.size = SIZE;
        state.take_up(&mut Mock::new(), true);
        state
    }

    /// Plays the moves of a step, each looked up among all legal moves.
    fn play(engines: &mut Engines, game: GameId, (word, restarts, moves): &Step) {
        if *restarts {
            engines.reset();
        }
        let pieces = face(game).look.moves_pieces();
        for squares in moves.chunks(if pieces { 4 } else { 2 }) {
            let to = square(squares, squares.len() - 2);
            let fits = |mv: &Move| {
                let (from, goes) = engines.squares(*mv);
                goes == to && (!pieces || from == square(squares, 0))
            };
            let found: Vec<Move> = legal_moves(engines).filter(fits).collect();
            assert_eq!(found.len(), 1, "{word:?}: {}", String::from_utf8_lossy(squares));
            engines.play(found[0]);
        }
    }

    #[test]
    fn every_lesson_has_legal_moves_and_ends_as_it_says() {
        for game in GameId::ALL {
            let mut engines = start(game).engines;
            let ends: Vec<Outcome> = face(game)
                .lesson
                .iter()
                .map(|step| {
                    play(&mut engines, game, step);
                    engines.outcome()
                })
                .collect();
            use Outcome::{Draw, First, Ongoing, Second};
            let expected: &[Outcome] = match game {
                GameId::MouseAndCats => &[Ongoing, Ongoing, First, Second],
                GameId::TicTacToe => &[Ongoing, First, Draw],
                GameId::FiveInARow => &[Ongoing, Ongoing, First],
            };
            assert_eq!(ends, expected);
        }
    }

    #[test]
    fn what_is_shown_is_what_the_lesson_says() {
        for game in GameId::ALL {
            let mut app = App::new(Mock::new());
            let mut state = start(game);
            app.panel.view.set_up(state.game, state.size);
            let mut expected = state.engines.clone();
            for step in face(game).lesson {
                assert!(!app.show_step(&mut state, step), "nobody has pressed anything");
                play(&mut expected, game, step);
                let (columns, rows) = expected.board_size();
                for at in 0..columns * rows {
                    let content = |engines: &Engines| engines.content(at % columns, at / columns);
                    assert_eq!(content(&state.engines), content(&expected), "{:?}, square {at}", step.0);
                }
                assert_eq!(state.engines.side(), expected.side(), "{:?}", step.0);
                assert_eq!(state.engines.outcome(), expected.outcome(), "{:?}", step.0);
            }
        }
    }
}
