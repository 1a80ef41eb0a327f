//! The list of games.

pub mod five_in_a_row;
pub mod mouse_and_cats;
pub mod tic_tac_toe;

#[cfg(test)]
pub(crate) mod dummy;

use crate::descriptor::Descriptor;

/// Makes the list: numbers, names on the command line, descriptors.
macro_rules! games {
    ($($(#[$about:meta])* $id:ident $name:literal $descriptor:expr;)*) => {
        /// A game of the program.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum GameId { $($(#[$about])* $id),* }

        impl GameId {
            /// Every game, in the order of their numbers.
            pub const ALL: [GameId; [$(GameId::$id),*].len()] = [$(GameId::$id),*];

            /// The game of this number.
            pub const fn from_id(id: u8) -> Option<GameId> {
                $(if id == GameId::$id as u8 {
                    return Some(GameId::$id);
                })*
                None
            }

            /// The game's name on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(GameId::$id => $name),* }
            }

            /// What a program must know of it besides its rules.
            pub const fn descriptor(self) -> &'static Descriptor {
                static DESCRIPTORS: [Descriptor; GameId::ALL.len()] = [$($descriptor),*];
                &DESCRIPTORS[self as usize]
            }
        }
    };
}

games! {
    /// Mouse and cats on the dark squares of an 8x8 board.
    MouseAndCats "mouse-and-cats" mouse_and_cats::DESCRIPTOR;
    /// Tic-tac-toe.
    TicTacToe "tic-tac-toe" tic_tac_toe::DESCRIPTOR;
    /// Five in a row.
    FiveInARow "five-in-a-row" five_in_a_row::DESCRIPTOR;
}

impl GameId {
    /// The game with this name.
    pub fn from_name(name: &str) -> Option<GameId> {
        GameId::ALL.into_iter().find(|game| game.name() == name)
    }
}
