//! Converts positions and moves between the solver's boards and the engine.

use engine::games::GameId;
use engine::games::mouse_and_cats::{MouseAndCats, strategy};
use engine::player::Level;
use engine::{Move, Side};
use verification::task::{Report, Request, Task};

use super::board::{Board, Turn, set_of, square_of, squares};
use crate::runner::{Host, Runner};

/// Returns the squares of 64 of the mouse and of the four cats (ascending), and the side to move.
fn pieces(board: Board) -> (u8, [u8; 4], Side) {
    let mut cats = squares(board.cats).map(square_of);
    let side = match board.turn {
        Turn::Mouse => Side::First,
        Turn::Cats => Side::Second,
    };
    (square_of(board.mouse), [0; 4].map(|_: u8| cats.next().unwrap_or(u8::MAX)), side)
}

/// Returns the position after an engine move; `None` if it is not a move or breaks the rules.
fn after(board: Board, mv: Move) -> Option<Board> {
    let [from, to] = [mv.from, mv.to].map(|cell| set_of(MouseAndCats::square(cell)));
    let next = match board.turn {
        Turn::Mouse => Board { mouse: to, turn: Turn::Cats, ..board },
        Turn::Cats => Board { cats: board.cats & !from | to, turn: Turn::Mouse, ..board },
    };
    let moved = if board.turn == Turn::Mouse { board.mouse == from } else { board.cats & from != 0 };
    (moved && from != 0 && board.next().contains(&next)).then_some(next)
}

/// Returns the position after the cats' reply by the engine's strategy; `None` if it has no reply or breaks the rules.
pub fn strategy_reply(board: Board) -> Option<Board> {
    let (mouse, cats, side) = pieces(board);
    after(board, strategy::reply(&mut MouseAndCats::from_squares(mouse, cats, side)?))
}

/// The engine at one level; it always plays the same move in the same position.
pub struct Player {
    host: Host,
    level: Level,
}

impl Player {
    /// Creates a player at this level.
    pub fn new(level: Level) -> Player {
        Player { host: Host::new(), level }
    }

    /// Returns the position after its move; `None` if it has no move or breaks the rules.
    pub fn reply(&mut self, board: Board) -> Option<Board> {
        let (mouse, cats, side) = pieces(board);
        let mut request = Request::new(Task::Choose { level: self.level, seed: 1 }, GameId::MouseAndCats, 0);
        request.begin_with_pieces(mouse, cats, side);
        match self.host.run(&request).ok()?.report {
            Report::Choice(choice) => after(board, choice.mv),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_the_engine_are_checked() {
        let board = Board::START;
        let cell = |square| MouseAndCats::cell(square).unwrap();
        let good = after(board, Move { from: cell(4), to: cell(11) }).unwrap();
        assert_eq!(board.text_to(good), "E1D2");
        assert_eq!(after(board, Move { from: cell(4), to: cell(18) }), None);
        assert_eq!(after(board, Move { from: cell(2), to: cell(11) }), None);
        assert_eq!(after(board, Move::NONE), None);
        assert_eq!(after(good, Move { from: cell(57), to: cell(48) }), good.play("B8A7"));
        assert_eq!(after(good, Move { from: cell(50), to: cell(41) }), None);
    }

    #[test]
    fn the_strategy_replies_by_the_rules() {
        assert_eq!(strategy_reply(Board::START), None);
        for board in Board::START.next() {
            assert!(board.next().contains(&strategy_reply(board).unwrap()));
        }
    }

    #[test]
    fn a_player_moves_for_either_side() {
        let mut player = Player::new(Level::FIRST);
        let next = player.reply(Board::START).unwrap();
        assert_eq!((next.turn, player.reply(next).unwrap().turn), (Turn::Cats, Turn::Mouse));
    }
}
