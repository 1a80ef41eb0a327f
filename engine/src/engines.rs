//! The game in progress and its player, in shared memory.

mod actions;
mod places;
mod squares;

use crate::alpha_beta::AlphaBeta;
use crate::evaluate::Evaluate;
use crate::game::{Game, Move, Outcome, Side, is_among_moves};
use crate::games::GameId;
use crate::games::five_in_a_row::{Board19, Thinker19};
use crate::games::mouse_and_cats::MouseAndCats;
use crate::games::tic_tac_toe::TicTacToe;
use crate::keys::{KeySource, Lcg};
use crate::notation::{MAX_TEXT, Notation, ParseError};
use crate::perft::{Count, DepthError, perft};
use crate::player::{Choice, Choose, Level, Limits, choose_without_thinking};
use crate::search::Observer;
use crate::table::{Line, Tables};

/// The games with alpha-beta search.
#[derive(Clone, Debug)]
// The position whose tables fill a page each comes first.
#[repr(C)]
struct Searched {
    mouse_and_cats: MouseAndCats,
    thinker: AlphaBeta,
    tic_tac_toe: TicTacToe,
}

/// Five in a row.
#[derive(Clone, Debug)]
struct Five {
    board: Board19,
    thinker: Thinker19,
}

/// The game being played, whichever it is, and its player. Only one exists at a time, as a C64 has no room for more. All zeros
/// when new.
///
/// It is itself a [`Game`]. Code that works with any game and need not be fast is compiled only once, for this type.
#[derive(Clone, Debug)]
// The games follow after a few bytes: if the engine starts at a page boundary, each of their tables stays within one page.
#[repr(C)]
pub struct Engines {
    game: GameId,
    memory: Memory,
}

#[derive(Clone, Debug)]
// Has an explicit tag, 0 for the first variant; otherwise the zeros of an unused `Side` would select the other one.
#[repr(u8)]
enum Memory {
    Searched(Searched),
    Five(Five),
}

/// Evaluates an expression with the selected alpha-beta game and its thinker bound to the given names.
macro_rules! searched {
    ($id:expr, $searched:expr, ($game:ident, $thinker:ident) => $work:expr) => {{
        let Searched { mouse_and_cats, tic_tac_toe, thinker: $thinker } = $searched;
        match $id {
            GameId::MouseAndCats => {
                let $game = mouse_and_cats;
                $work
            }
            // Five in a row uses the other variant.
            GameId::TicTacToe | GameId::FiveInARow => {
                let $game = tic_tac_toe;
                $work
            }
        }
    }};
}
use searched;

/// Evaluates an expression with the selected game, and with its thinker if a name is given for it.
macro_rules! played {
    ($engines:expr, ($game:ident, $thinker:ident) => $work:expr) => {
        match &$engines.memory {
            Memory::Searched(searched) => searched!($engines.game, searched, ($game, $thinker) => $work),
            Memory::Five(Five { board: $game, thinker: $thinker }) => $work,
        }
    };
    (mut $engines:expr, ($game:ident, $thinker:ident) => $work:expr) => {
        match &mut $engines.memory {
            Memory::Searched(searched) => searched!($engines.game, searched, ($game, $thinker) => $work),
            Memory::Five(Five { board: $game, thinker: $thinker }) => $work,
        }
    };
    ($engines:expr, $game:ident => $work:expr) => {
        played!($engines, ($game, _thinker) => $work)
    };
    (mut $engines:expr, $game:ident => $work:expr) => {
        played!(mut $engines, ($game, _thinker) => $work)
    };
}
use played;

impl Searched {
    const EMPTY: Searched = Searched {
        mouse_and_cats: MouseAndCats::EMPTY,
        tic_tac_toe: TicTacToe::EMPTY,
        thinker: AlphaBeta::new(),
    };
}

impl Five {
    const EMPTY: Five = Five { board: Board19::EMPTY, thinker: Thinker19::new() };
}

/// A search to a depth that works with any alpha-beta game.
pub trait Searching {
    /// The result of the search.
    type Found;

    /// Searches a position, using the thinker's memory.
    fn search<G: Evaluate>(self, game: &mut G, thinker: &mut AlphaBeta) -> Self::Found;
}

impl Engines {
    /// Returns mouse and cats, not set up yet.
    pub const fn new() -> Self {
        Engines { game: GameId::MouseAndCats, memory: Memory::Searched(Searched::EMPTY) }
    }

    /// Selects a game. It must be set up and given keys before it is played.
    pub fn select(&mut self, game: GameId) {
        self.game = game;
        match (game, &self.memory) {
            (GameId::FiveInARow, Memory::Five(_)) => {}
            (GameId::FiveInARow, Memory::Searched(_)) => self.memory = Memory::Five(Five::EMPTY),
            (GameId::MouseAndCats | GameId::TicTacToe, Memory::Searched(_)) => {}
            (GameId::MouseAndCats | GameId::TicTacToe, Memory::Five(_)) => {
                self.memory = Memory::Searched(Searched::EMPTY);
            }
        }
    }

    /// Returns the selected game.
    pub const fn selected(&self) -> GameId {
        self.game
    }

    /// Clears the memory of the engine, which is necessary when the keys change.
    pub fn forget(&mut self) {
        match &mut self.memory {
            Memory::Searched(searched) => searched.thinker.tables.clear(),
            Memory::Five(five) => five.thinker.forget(),
        }
    }

    /// Returns the limits of a level in this game.
    #[inline(never)]
    pub fn limits(&self, level: Level) -> Limits {
        self.game.descriptor().limits(level)
    }

    /// Chooses the engine's move, see [`Choose::choose`].
    pub fn choose<O: Observer>(&mut self, limits: &Limits, random: &mut Lcg, observer: &mut O) -> Choice {
        match choose_without_thinking(self, limits, random) {
            Ok(choice) => choice,
            Err(limits) => played!(mut self, (game, thinker) => game.think(thinker, &limits, observer)),
        }
    }

    /// Runs [`perft`], compiled separately for the alpha-beta games, which is twice as fast as for this type.
    ///
    /// # Errors
    /// [`DepthError`] when `depth` is above [`MAX_PERFT_DEPTH`](crate::perft::MAX_PERFT_DEPTH).
    pub fn perft(&mut self, depth: u8) -> Result<Count, DepthError> {
        match &mut self.memory {
            Memory::Searched(searched) => {
                searched!(self.game, searched, (game, _thinker) => perft(game, depth))
            }
            Memory::Five(_) => perft(self, depth),
        }
    }

    /// Runs an alpha-beta search; `None` if the game has none.
    pub fn search<S: Searching>(&mut self, searching: S) -> Option<S::Found> {
        match &mut self.memory {
            Memory::Searched(searched) => {
                Some(searched!(self.game, searched, (game, thinker) => searching.search(game, thinker)))
            }
            Memory::Five(_) => None,
        }
    }

    /// Returns the transposition table of that search; `None` if the game has none.
    pub fn tables(&self) -> Option<&Tables> {
        match &self.memory {
            Memory::Searched(searched) => Some(&searched.thinker.tables),
            Memory::Five(_) => None,
        }
    }

    /// Returns the principal variation of the last search.
    #[inline(never)]
    pub fn line(&self) -> &Line {
        match &self.memory {
            Memory::Searched(searched) => searched.thinker.search.variation(),
            Memory::Five(five) => five.thinker.line(),
        }
    }

    /// Returns the result that is proven for this position without a search; see [`Choose::proven`].
    pub fn proven(&self) -> Outcome {
        played!(self, game => game.proven())
    }
}

impl Game for Engines {
    const EMPTY: Self = Engines::new();

    type Cursor = u16;

    #[inline(never)]
    fn reset(&mut self) {
        played!(mut self, game => game.reset());
    }

    #[inline(never)]
    fn set_keys(&mut self, source: &mut dyn KeySource) {
        played!(mut self, game => game.set_keys(source));
        self.forget();
    }

    #[inline(never)]
    fn refresh(&mut self) {
        played!(mut self, game => game.refresh());
    }

    #[inline(never)]
    fn side(&self) -> Side {
        played!(self, game => game.side())
    }

    #[inline(never)]
    fn pass(&mut self) {
        played!(mut self, game => game.pass());
    }

    #[inline(never)]
    fn next_move(&self, cursor: &mut u16) -> Move {
        let mut byte = *cursor as u8;
        let mv = match &self.memory {
            Memory::Five(five) => return five.board.next(cursor),
            Memory::Searched(searched) => {
                searched!(self.game, searched, (game, _thinker) => game.next_move(&mut byte))
            }
        };
        *cursor = byte as u16;
        mv
    }

    #[inline(never)]
    fn has_move(&self, mv: Move) -> bool {
        match &self.memory {
            Memory::Searched(_) => is_among_moves(self, mv),
            Memory::Five(five) => five.board.has_move(mv),
        }
    }

    #[inline(never)]
    fn make(&mut self, mv: Move) {
        played!(mut self, game => game.play(mv));
    }

    #[inline(never)]
    fn take_back(&mut self, mv: Move) {
        played!(mut self, game => game.undo(mv));
    }

    #[inline(never)]
    fn advance(&mut self, mv: Move) {
        played!(mut self, game => game.advance(mv));
    }

    #[inline(never)]
    fn retreat(&mut self, mv: Move) {
        played!(mut self, game => game.retreat(mv));
    }

    #[inline(never)]
    fn outcome(&self) -> Outcome {
        played!(self, game => game.outcome())
    }

    #[inline(never)]
    fn hash(&self) -> u8 {
        played!(self, game => game.hash())
    }

    #[inline(never)]
    fn lock(&self) -> u8 {
        played!(self, game => game.lock())
    }
}

/// Writes a move of a game as text and returns its length.
#[inline(never)]
pub fn write_move(game: GameId, mv: Move, text: &mut [u8; MAX_TEXT]) -> u8 {
    match game {
        GameId::MouseAndCats => MouseAndCats::write_move(mv, text),
        GameId::TicTacToe => TicTacToe::write_move(mv, text),
        GameId::FiveInARow => Board19::write_move(mv, text),
    }
}

/// Parses a move of a game.
///
/// # Errors
/// The text does not name squares of this game.
#[inline(never)]
pub fn parse_move(game: GameId, text: &[u8]) -> Result<Move, ParseError> {
    match game {
        GameId::MouseAndCats => MouseAndCats::parse_move(text),
        GameId::TicTacToe => TicTacToe::parse_move(text),
        GameId::FiveInARow => Board19::parse_move(text),
    }
}

impl Default for Engines {
    fn default() -> Self {
        Engines::new()
    }
}
