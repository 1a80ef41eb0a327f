//! Every text the console prints, in one place.
//!
//! Plain ASCII; letters of either case appear as capitals. Lines have at most 39 characters, so that none
//! fills a screen line of 40 and leaves a blank one after it.

/// What the program says first.
pub const BANNER: &str = "SYS 2080: MOUSE AND CATS";
/// Second line of the greeting.
pub const HINT: &str = ".H HELP";
/// Asks for a move or a command.
pub const PROMPT: &str = "?";
/// Answer to what is neither a legal move nor a command.
pub const ILLEGAL: &str = "ILLEGAL";
/// Before the engine's move.
pub const COMPUTERS_MOVE: &str = "COMPUTER'S MOVE: ";
/// The mouse has won.
pub const MOUSE_WINS: &str = "*** MOUSE WINS!! ***";
/// The cats have won.
pub const CATS_WIN: &str = "*** CATS WIN!! ***";
/// The engine was switched on.
pub const GO: &str = "GO";
/// The engine was switched off.
pub const OFF: &str = "OFF";
/// A new game was set up.
pub const NEW_GAME: &str = "NEW GAME";
/// The last move was taken back.
pub const UNDO: &str = "UNDO";
/// The other side is to move.
pub const SIDE: &str = "SIDE";
/// The search depth was set to the number that follows.
pub const DEPTH: &str = "DEPTH ";
/// The engine's time was set to the number of minutes that follows.
pub const MINUTES: &str = "MINUTES ";
/// The engine plays at the level that follows.
pub const LEVEL: &str = "LEVEL ";
/// The game record has no room for another move.
pub const FULL: &str = "GAME TOO LONG";
/// Head of the move tables' contents: side, hash, lock, move.
pub const TABLES: &str = "HASH, MOVE, DEPTH, VALUE";
/// Help on moves.
pub const HELP_MOVE: &str = "E1D2 MOVE FROM E1 TO D2";
/// Help on RUN/STOP.
pub const HELP_STOP: &str = "RUN/STOP MOVE NOW";
/// The engine found nothing to play.
pub const NO_MOVE: &str = "NO MOVE";
/// Panic.
pub const PANIC: &str = "PROGRAM ERROR";

/// Column letters of the board, below and above it.
pub const COLUMNS: &str = "  A B C D E F G H";

/// Texts of the verification.
pub mod suite {
    /// Before the first row.
    pub const HEAD: &str = "VERIFICATION (RUN/STOP ENDS)";
    /// After RUN/STOP.
    pub const STOPPED: &str = "STOPPED";
    /// After the last row when all are as expected.
    pub const EQUAL: &str = "ALL AS EXPECTED";
    /// After the last row, before the number of rows that differ.
    pub const DIFFERENT: &str = "NOT AS EXPECTED: ";
    /// Under a row that differs.
    pub const DIFFERS: &str = " *** DIFFERS ***";
    /// A count of positions.
    pub const PERFT: &str = "PERFT";
    /// A search of one depth.
    pub const SEARCH: &str = "SEARCH";
    /// Searches of all depths up to the one that follows, nodes summed.
    pub const DEEPENING: &str = "SEARCH 1 TO";
    /// The engine's own search to one depth.
    pub const PLAY: &str = "PLAY";
    /// The engine's own search to all depths up to the one that follows, nodes summed.
    pub const PLAY_DEEPENING: &str = "PLAY 1 TO";
    /// The proof that the cats cannot lose.
    pub const PROOF: &str = "CATS CANNOT LOSE";
    /// After the positions of the proof.
    pub const POSITIONS: &str = "POSITIONS";
    /// After the games lost in the proof.
    pub const LOSSES: &str = "LOST";
    /// The weights of a row.
    pub const WEIGHTS: &str = "WEIGHTS";
    /// A choice of the suite.
    pub const CHOICE: &str = "CHOICE";
    /// After the nodes of a search.
    pub const NODES: &str = "NODES";
    /// Before the games won by the first player, by the second, and drawn.
    pub const WINS: &str = "WINS";
}
