//! The one list of games.

pub mod five_in_a_row;
pub mod mouse_and_cats;
pub mod tic_tac_toe;

#[cfg(test)]
pub(crate) mod dummy;

/// A game of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum GameId {
    /// Mouse and cats on the dark squares of an 8x8 board.
    MouseAndCats = 0,
    /// Tic-tac-toe.
    TicTacToe = 1,
    /// Five in a row.
    FiveInARow = 2,
}

impl GameId {
    /// Every game, in the order of their numbers.
    pub const ALL: [GameId; 3] = [GameId::MouseAndCats, GameId::TicTacToe, GameId::FiveInARow];

    /// The game numbered `id` in a request.
    pub const fn from_id(id: u8) -> Option<GameId> {
        match id {
            0 => Some(GameId::MouseAndCats),
            1 => Some(GameId::TicTacToe),
            2 => Some(GameId::FiveInARow),
            _ => None,
        }
    }

    /// The game's name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            GameId::MouseAndCats => "mouse-and-cats",
            GameId::TicTacToe => "tic-tac-toe",
            GameId::FiveInARow => "five-in-a-row",
        }
    }

    /// The game with this name.
    pub fn from_name(name: &str) -> Option<GameId> {
        GameId::ALL.into_iter().find(|game| game.name() == name)
    }
}
