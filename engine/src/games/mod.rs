//! The list of games.

pub mod five_in_a_row;
pub mod mouse_and_cats;
pub mod tic_tac_toe;

#[cfg(test)]
pub(crate) mod dummy;

use crate::actions::Action;
use crate::descriptor::Descriptor;

/// Generates the list: numbers, names on the command line, descriptors.
macro_rules! games {
    ($($(#[$about:meta])* $id:ident $name:literal $descriptor:expr;)*) => {
        /// A game of the program.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum GameId { $($(#[$about])* $id),* }

        impl GameId {
            /// Every game, in the order of their numbers.
            pub const ALL: [GameId; [$(GameId::$id),*].len()] = [$(GameId::$id),*];

            /// Returns the game with this number.
            pub const fn from_id(id: u8) -> Option<GameId> {
                $(if id == GameId::$id as u8 {
                    return Some(GameId::$id);
                })*
                None
            }

            /// Returns the game's name on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(GameId::$id => $name),* }
            }

            /// Returns what a program needs to know about the game besides its rules.
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

/// The supported actions of each game as a bit mask: one byte each, which is faster to look up than a descriptor.
static ACTIONS: [u8; GameId::ALL.len()] = {
    let mut actions = [0; GameId::ALL.len()];
    let mut at = 0;
    while at < GameId::ALL.len() {
        let descriptor = GameId::ALL[at].descriptor();
        let sizes = if descriptor.has_sizes() { Action::Sizes as u8 } else { 0 };
        actions[at] = descriptor.actions | sizes;
        at += 1;
    }
    actions
};

impl GameId {
    /// The game of a program before one has been chosen.
    pub const FIRST: GameId = GameId::ALL[0];

    /// The smallest and the largest side of the boards of variable size, over all games.
    pub const SIDES: [u8; 2] = {
        let [mut least, mut most] = [u8::MAX, 0];
        let mut at = 0;
        while at < GameId::ALL.len() {
            let descriptor = GameId::ALL[at].descriptor();
            if descriptor.has_sizes() {
                let [fewest, _, greatest] = descriptor.sides;
                least = if fewest < least { fewest } else { least };
                most = if greatest > most { greatest } else { most };
            }
            at += 1;
        }
        [least, most]
    };

    /// Whether this game supports an action.
    pub const fn can(self, action: Action) -> bool {
        ACTIONS[self as usize] & action as u8 != 0
    }

    /// Returns the number of columns of its board if `wanted` are requested: the same, or the usual one if there is no such board.
    #[inline(never)]
    pub const fn board(self, wanted: u8) -> u8 {
        let [least, usual, most] = self.descriptor().sides;
        if wanted < least || wanted > most { usual } else { wanted }
    }

    /// The first game with boards of different sizes.
    const SIZED: GameId = {
        let mut at = 0;
        while at + 1 < GameId::ALL.len() && !GameId::ALL[at].descriptor().has_sizes() {
            at += 1;
        }
        GameId::ALL[at]
    };

    /// Returns this game if it has boards of different sizes, otherwise the first game that has.
    pub const fn sized(self) -> GameId {
        if self.can(Action::Sizes) { self } else { GameId::SIZED }
    }

    /// Returns the game with this name.
    pub fn from_name(name: &str) -> Option<GameId> {
        GameId::ALL.into_iter().find(|game| game.name() == name)
    }
}
