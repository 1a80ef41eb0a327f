//! The squares of the game being played; see [`Board`].

use super::{Engines, Five, Memory, Searched, played, searched};
use crate::board::{Board, Square};
use crate::game::Move;
use crate::games::GameId;

impl Engines {
    /// Returns the number of columns and rows of the board.
    #[inline(never)]
    pub fn board_size(&self) -> (u8, u8) {
        played!(self, game => game.size())
    }

    /// Returns the content of a square: 0 if empty, 1 for a piece of the first player, 2 for the second's; in mouse and cats, 2 to 5
    /// for cats 1 to 4. Returns 0 if there is no such square.
    #[inline(never)]
    pub fn content(&self, column: u8, row: u8) -> u8 {
        let (columns, rows) = self.board_size();
        if column >= columns || row >= rows {
            return 0;
        }
        played!(self, game => game.content((column, row)))
    }

    /// Returns the squares that a move leaves and enters, both the same for a placement.
    #[inline(never)]
    pub fn squares(&self, mv: Move) -> (Square, Square) {
        played!(self, game => game.squares(mv))
    }

    /// Returns the move between two squares, or [`Move::NONE`] if there are no such squares. For placements only the second
    /// square counts. Does not check whether the move is legal.
    #[inline(never)]
    pub fn move_between(&self, from: Square, to: Square) -> Move {
        let (columns, rows) = self.board_size();
        if to.0 >= columns || to.1 >= rows {
            return Move::NONE;
        }
        played!(self, game => game.move_between(from, to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Side};
    use crate::keys::Lcg;
    use crate::notation::MAX_TEXT;
    use crate::record::legal_moves;

    fn set_up(game: GameId) -> Engines {
        let mut engines = Engines::new();
        engines.select(game);
        engines.set_keys(&mut Lcg::fixed());
        engines.reset();
        engines
    }

    #[test]
    fn every_move_has_its_squares_and_they_give_it_back() {
        for game in GameId::ALL {
            let mut engines = set_up(game);
            for _ in 0..6 {
                let mut last = Move::NONE;
                for mv in legal_moves(&engines) {
                    last = mv;
                    let (from, to) = engines.squares(mv);
                    assert_eq!(engines.move_between(from, to), mv, "{game:?}");
                    assert_eq!(engines.content(to.0, to.1), 0);
                    assert_eq!(engines.content(from.0, from.1) != 0, game == GameId::MouseAndCats);
                }
                let (from, to) = engines.squares(last);
                let before = engines.content(from.0, from.1);
                let first = engines.side() == Side::First;
                engines.play(last);
                let after = engines.content(to.0, to.1);
                assert_eq!(after == 1, first);
                assert!(before == 0 || before == after);
            }
        }
    }

    #[test]
    fn squares_have_the_names_that_moves_have() {
        for (game, text, column, row) in [
            (GameId::MouseAndCats, "E1F2", 5, 1),
            (GameId::TicTacToe, "2", 2, 2),
            (GameId::TicTacToe, "3", 0, 1),
            (GameId::FiveInARow, "A1", 0, 14),
            (GameId::FiveInARow, "C15", 2, 0),
        ] {
            let engines = set_up(game);
            let mv = crate::engines::parse_move(game, text.as_bytes()).unwrap();
            assert_eq!(engines.squares(mv).1, (column, row), "{text}");
            let mut name = [0; MAX_TEXT];
            let from = engines.squares(mv).0;
            let length =
                crate::engines::write_move(game, engines.move_between(from, (column, row)), &mut name);
            assert_eq!(&name[..length as usize], text.as_bytes());
        }
    }

    #[test]
    fn what_is_no_square_is_empty_and_has_no_move() {
        for game in GameId::ALL {
            let engines = set_up(game);
            for at in [(engines.board_size().0, 0), (0, engines.board_size().1), (255, 255)] {
                assert_eq!(engines.content(at.0, at.1), 0);
                assert!(engines.move_between((4, 0), at).is_none());
            }
            let to = engines.squares(Move::NONE).1;
            assert!(engines.move_between(to, to).is_none());
        }
        assert!(set_up(GameId::MouseAndCats).move_between((4, 0), (4, 1)).is_none());
    }
}
