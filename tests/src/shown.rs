//! The one list of the games as the play program shows them: names, pieces, and a game of each to its end in both languages.

use engine::Side;
use engine::games::GameId;

use crate::games;

/// How a game looks on the C64. Source: `c64/src/games`.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Its name in English and Spanish.
    pub names: [&'static str; 2],
    /// How its pieces look.
    pub pieces: Pieces,
}

/// How pieces look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pieces {
    /// Sprites on squares of 3 by 3 characters.
    Sprites,
    /// Letters on squares of 8 by 8 characters.
    Letters,
    /// Stones of a character, on boards with room for it of 2 by 2.
    Stones,
}

/// The one list of how games look.
pub const fn look(game: GameId) -> Look {
    match game {
        GameId::MouseAndCats => Look { names: ["Mouse & cats", "Ratón y gatos"], pieces: Pieces::Sprites },
        GameId::TicTacToe => Look { names: ["Tic-tac-toe", "Tres en raya"], pieces: Pieces::Letters },
        GameId::FiveInARow => Look { names: ["Five in a row", "Cinco en raya"], pieces: Pieces::Stones },
    }
}

/// The language of the session, and with it the course of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are what they are called")]
pub enum Language {
    English,
    Spanish,
}

/// A game to be played.
#[derive(Debug)]
pub struct Course {
    /// Which one.
    pub game: GameId,
    /// The side of its board.
    pub size: u8,
    /// The moves, from the first to the last.
    pub moves: Vec<String>,
    /// What the program says then.
    pub end: &'static str,
}

impl Language {
    /// The one of two things that is for this language.
    pub fn of<T>(self, [english, spanish]: [T; 2]) -> T {
        if self == Language::English { english } else { spanish }
    }

    /// The file of the pictures.
    pub fn album(self) -> &'static str {
        self.of(["english.txt", "spanish.txt"])
    }

    /// In English the first side wins each game; in Spanish the cats win, three in a row is drawn, and the second side wins
    /// five in a row.
    pub fn courses(self) -> [Course; GameId::ALL.len()] {
        let split = |moves: &str| moves.split(' ').map(String::from).collect();
        [
            Course {
                game: GameId::MouseAndCats,
                size: 8,
                moves: games::won_by(self.of([Side::First, Side::Second])),
                end: self.of(["The mouse wins!", "¡Ganan los gatos!"]),
            },
            Course {
                game: GameId::TicTacToe,
                size: 3,
                moves: split(self.of(["0 3 1 4 2", "4 0 2 6 3 5 1 7 8"])),
                end: self.of(["X wins!", "Empate"]),
            },
            Course {
                game: GameId::FiveInARow,
                size: self.of([5, 13]),
                moves: split(self.of(["A1 A2 B1 B2 C1 C2 D1 D2 E1", "A1 A2 B1 B3 C1 C4 D1 D5 F1 E6"])),
                end: self.of(["Black wins!", "blancas!"]),
            },
        ]
    }
}
