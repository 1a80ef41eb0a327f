//! How the programs show and name each game: the list of the games' faces.

mod face;
mod five_in_a_row;
mod mouse_and_cats;
mod tic_tac_toe;

use engine::games::GameId;

use crate::words::Word;
pub use face::{Cells, Face, Look, Saying};

/// Every game's face, by its number.
static FACES: [Face; GAMES] = [mouse_and_cats::FACE, tic_tac_toe::FACE, five_in_a_row::FACE];

/// Every game's name in the verification, by its number.
static SAYINGS: [Saying; GAMES] = [mouse_and_cats::SAYING, tic_tac_toe::SAYING, five_in_a_row::SAYING];

/// The number of games.
pub const GAMES: usize = GameId::ALL.len();

/// Every game's name, by its number.
pub const NAMES: [Word; GAMES] = {
    let mut names = [Word::Banner; GAMES];
    let mut game = 0;
    while game < GAMES {
        names[game] = FACES[game].name;
        game += 1;
    }
    names
};

/// How a game is shown.
pub const fn face(game: GameId) -> &'static Face {
    &FACES[game as usize]
}

/// A game's name in the verification.
pub fn saying(game: GameId) -> Saying {
    SAYINGS[game as usize]
}
