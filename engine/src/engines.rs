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
// The position with the tables of a page each comes first.
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

/// The game being played, whichever it is, and what plays it. There is one at a time: a C64 has no room for more. All zeros
/// when new.
///
/// It is a [`Game`] itself. What is written for any game and need not be fast is compiled once, for this type.
#[derive(Clone, Debug)]
// The games after a few bytes: in an engine at the beginning of a page their tables stay within one each.
#[repr(C)]
pub struct Engines {
    game: GameId,
    memory: Memory,
}

#[derive(Clone, Debug)]
// With a tag of its own, 0 for the first: else the zeros of an unused `Side` would mark the other one.
#[repr(u8)]
enum Memory {
    Searched(Searched),
    Five(Five),
}

/// Has the games with alpha-beta search do something in their memory. This is where they find their own positions.
macro_rules! searched {
    ($id:expr, $searched:expr, ($game:ident, $thinker:ident) => $work:expr) => {{
        let Searched { mouse_and_cats, tic_tac_toe, thinker: $thinker } = $searched;
        match $id {
            GameId::MouseAndCats => {
                let $game = mouse_and_cats;
                $work
            }
            // Five in a row has the other memory.
            GameId::TicTacToe | GameId::FiveInARow => {
                let $game = tic_tac_toe;
                $work
            }
        }
    }};
}
use searched;

/// Has the game that is played do something, with what plays it if that is named.
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

/// A search by depth of whatever game is played.
pub trait Searching {
    /// What comes out.
    type Found;

    /// Searches a position with this memory.
    fn search<G: Evaluate>(self, game: &mut G, thinker: &mut AlphaBeta) -> Self::Found;
}

impl Engines {
    /// Mouse and cats, not set up yet.
    pub const fn new() -> Self {
        Engines { game: GameId::MouseAndCats, memory: Memory::Searched(Searched::EMPTY) }
    }

    /// Takes up a game. It has to be set up, and to get keys, before it is played.
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

    /// The game taken up.
    pub const fn selected(&self) -> GameId {
        self.game
    }

    /// Forgets what the engine has found, as is right when the keys change.
    pub fn forget(&mut self) {
        match &mut self.memory {
            Memory::Searched(searched) => searched.thinker.tables.clear(),
            Memory::Five(five) => five.thinker.forget(),
        }
    }

    /// What a level means in this game.
    #[inline(never)]
    pub fn limits(&self, level: Level) -> Limits {
        self.game.descriptor().limits(level)
    }

    /// The engine's move, as [`Choose::choose`].
    pub fn choose<O: Observer>(&mut self, limits: &Limits, random: &mut Lcg, observer: &mut O) -> Choice {
        match choose_without_thinking(self, limits, random) {
            Ok(choice) => choice,
            Err(limits) => played!(mut self, (game, thinker) => game.think(thinker, &limits, observer)),
        }
    }

    /// As [`perft`], compiled apart for the games whose trees are counted, which is twice as fast as for this type.
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

    /// A search by depth, `None` in a game that has none.
    pub fn search<S: Searching>(&mut self, searching: S) -> Option<S::Found> {
        match &mut self.memory {
            Memory::Searched(searched) => {
                Some(searched!(self.game, searched, (game, thinker) => searching.search(game, thinker)))
            }
            Memory::Five(_) => None,
        }
    }

    /// What that search remembers, `None` in a game that has none.
    pub fn tables(&self) -> Option<&Tables> {
        match &self.memory {
            Memory::Searched(searched) => Some(&searched.thinker.tables),
            Memory::Five(_) => None,
        }
    }

    /// The principal variation of the last search.
    #[inline(never)]
    pub fn line(&self) -> &Line {
        match &self.memory {
            Memory::Searched(searched) => searched.thinker.search.variation(),
            Memory::Five(five) => five.thinker.line(),
        }
    }

    /// The result that is proven for this position without a search; see [`Choose::proven`].
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

/// The text of a move of a game; returns its length.
#[inline(never)]
pub fn write_move(game: GameId, mv: Move, text: &mut [u8; MAX_TEXT]) -> u8 {
    match game {
        GameId::MouseAndCats => MouseAndCats::write_move(mv, text),
        GameId::TicTacToe => TicTacToe::write_move(mv, text),
        GameId::FiveInARow => Board19::write_move(mv, text),
    }
}

/// Reads a move of a game.
///
/// # Errors
/// The text names no squares of this game.
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
