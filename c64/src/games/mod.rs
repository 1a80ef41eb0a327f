//! How the programs show and name each game: the list of the games' faces.

mod face;
mod five_in_a_row;
mod mouse_and_cats;
mod tic_tac_toe;

use engine::games::GameId;

use crate::words::Word;
pub use face::{Cells, Face, Look, Saying, Step};

/// The only list of faces, and of names in the verification program.
const fn shown(game: GameId) -> (Face, Saying) {
    match game {
        GameId::MouseAndCats => (mouse_and_cats::FACE, mouse_and_cats::SAYING),
        GameId::TicTacToe => (tic_tac_toe::FACE, tic_tac_toe::SAYING),
        GameId::FiveInARow => (five_in_a_row::FACE, five_in_a_row::SAYING),
    }
}

/// The faces of all games, by number.
static FACES: [Face; GAMES] = {
    let mut faces = [shown(GameId::FIRST).0; GAMES];
    let mut game = 0;
    while game < GAMES {
        faces[game] = shown(GameId::ALL[game]).0;
        game += 1;
    }
    faces
};

/// The names of all games in the verification program, by number.
static SAYINGS: [Saying; GAMES] = {
    let mut sayings = [shown(GameId::FIRST).1; GAMES];
    let mut game = 0;
    while game < GAMES {
        sayings[game] = shown(GameId::ALL[game]).1;
        game += 1;
    }
    sayings
};

/// The number of games.
pub const GAMES: usize = GameId::ALL.len();

/// The names of all games, by number.
pub const NAMES: [Word; GAMES] = {
    let mut names = [Word::Banner; GAMES];
    let mut game = 0;
    while game < GAMES {
        names[game] = shown(GameId::ALL[game]).0.name;
        game += 1;
    }
    names
};

/// Returns the face of a game.
pub const fn face(game: GameId) -> &'static Face {
    &FACES[game as usize]
}

/// Returns the first game with this look of cells.
pub const fn first_with(cells: Cells) -> GameId {
    let mut game = 0;
    while game + 1 < GAMES && shown(GameId::ALL[game]).0.look.cells as u8 != cells as u8 {
        game += 1;
    }
    GameId::ALL[game]
}

/// Returns a game's name in the verification program.
pub fn saying(game: GameId) -> Saying {
    SAYINGS[game as usize]
}
