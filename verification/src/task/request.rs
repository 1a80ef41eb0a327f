//! A request for work, in 128 bytes.

use super::error::TaskError;
use super::layout::{
    self, KIND_CHOOSE, KIND_PERFT, KIND_PROVE, KIND_SEARCH, KIND_WEIGHTS, MAX_MOVES, REQUEST_LEN,
};
use engine::game::{Move, Side};
use engine::games::GameId;
use engine::perft::MAX_PERFT_DEPTH;
use engine::player::Level;
use engine::search::{MAX_DEPTH, Mode};

const FLAG_DEEPENING: u8 = 1;
const FLAG_POSITION: u8 = 2;
const PAYLOAD: usize = 10;
const PAYLOAD_LEN: usize = 2 * MAX_MOVES as usize;

/// The task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Count the positions `depth` moves ahead.
    Perft,
    /// Search to `depth`.
    Search {
        /// The search mode.
        mode: Mode,
        /// Search to depth 1, 2 and so on up to `depth`; the counts are those of all iterations.
        deepening: bool,
    },
    /// Weigh the squares of one row, counted from 0 at the top: five in a row only.
    Weights {
        /// The row of the board.
        row: u8,
    },
    /// Prove the cats' strategy: mouse and cats only.
    Prove,
    /// Choose a move as one of the engine's players does.
    Choose {
        /// The strength of the player.
        level: Level,
        /// The seed of its random numbers.
        seed: u16,
    },
}

/// The position where the task begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// After this many moves from the starting position.
    Moves(u8),
    /// A given position.
    Position,
}

/// A request to do a task in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The task.
    pub task: Task,
    /// The game.
    pub game: GameId,
    /// The depth: 0..=[`MAX_PERFT_DEPTH`] for perft, 1..=[`MAX_DEPTH`] for a search; 0 for other tasks.
    pub depth: u8,
    /// Columns and rows of the board if the game has a choice, 0 for the usual ones.
    pub size: (u8, u8),
    start: Start,
    /// From and to of each move, zeros after the last; or the position.
    payload: [u8; PAYLOAD_LEN],
}

impl Request {
    /// Creates a request from the starting position.
    pub const fn new(task: Task, game: GameId, depth: u8) -> Self {
        let payload = [0; PAYLOAD_LEN];
        Request { task, game, depth, size: (0, 0), start: Start::Moves(0), payload }
    }

    /// Adds a move to play before the task.
    ///
    /// # Errors
    /// [`TaskError::Moves`] when there are [`MAX_MOVES`] already, [`TaskError::Position`] when the task begins
    /// in a position of its own.
    pub fn push(&mut self, mv: Move) -> Result<(), TaskError> {
        let Start::Moves(count) = self.start else { return Err(TaskError::Position) };
        if count >= MAX_MOVES {
            return Err(TaskError::Moves);
        }
        let i = 2 * count as usize;
        self.payload[i] = mv.from;
        self.payload[i + 1] = mv.to;
        self.start = Start::Moves(count + 1);
        Ok(())
    }

    /// Makes the task begin in a position of mouse and cats: squares 0..=63 of the mouse and of cats 1 to 4, and
    /// the player to move. It does not check whether the position can be set up.
    pub fn begin_with_pieces(&mut self, mouse: u8, cats: [u8; 4], side: Side) {
        self.start = Start::Position;
        self.payload = [0; PAYLOAD_LEN];
        self.payload[0] = mouse;
        self.payload[1..5].copy_from_slice(&cats);
        self.payload[5] = side as u8;
    }

    /// Makes the task begin in a position of five in a row on a board of `size`: the stone of each square, row by row from the
    /// top left, and the player to move.
    ///
    /// # Errors
    /// [`TaskError::Position`] if there are more squares than a request holds, or if their number does not match the size.
    pub fn begin_with_stones(
        &mut self,
        size: (u8, u8),
        stones: &[Option<Side>],
        side: Side,
    ) -> Result<(), TaskError> {
        let squares = size.0 as usize * size.1 as usize;
        if stones.len() != squares || squares > 4 * (PAYLOAD_LEN - 1) {
            return Err(TaskError::Position);
        }
        self.start = Start::Position;
        self.size = size;
        self.payload = [0; PAYLOAD_LEN];
        self.payload[0] = side as u8;
        for (square, stone) in stones.iter().enumerate() {
            let bits = stone.map_or(0, |side| 1 + side as u8);
            self.payload[1 + square / 4] |= bits << (2 * (square % 4));
        }
        Ok(())
    }

    /// Returns the position where the task begins.
    pub const fn start(&self) -> Start {
        self.start
    }

    /// Returns the bytes of a given position; see [`crate::task`].
    pub const fn position(&self) -> &[u8; PAYLOAD_LEN] {
        &self.payload
    }

    /// Returns the number of moves that are played before the task.
    pub const fn moves(&self) -> u8 {
        match self.start {
            Start::Moves(count) => count,
            Start::Position => 0,
        }
    }

    /// Returns the move at `index`, or [`Move::NONE`] past the last.
    pub const fn get(&self, index: u8) -> Move {
        if index < self.moves() && index < MAX_MOVES {
            let i = 2 * index as usize;
            Move { from: self.payload[i], to: self.payload[i + 1] }
        } else {
            Move::NONE
        }
    }

    /// Encodes the request.
    pub fn encode(&self) -> [u8; REQUEST_LEN] {
        let mut bytes = [0; REQUEST_LEN];
        (bytes[0], bytes[2]) = match self.task {
            Task::Perft => (KIND_PERFT, self.depth),
            Task::Search { .. } => (KIND_SEARCH, self.depth),
            Task::Choose { level, .. } => (KIND_CHOOSE, level.number()),
            Task::Prove => (KIND_PROVE, 0),
            Task::Weights { row } => (KIND_WEIGHTS, row),
        };
        bytes[1] = self.game as u8;
        if let Task::Search { mode, deepening } = self.task {
            bytes[3] = mode as u8;
            bytes[4] = if deepening { FLAG_DEEPENING } else { 0 };
        }
        match self.start {
            Start::Moves(count) => bytes[5] = count,
            Start::Position => bytes[4] |= FLAG_POSITION,
        }
        (bytes[6], bytes[7]) = self.size;
        if let Task::Choose { seed, .. } = self.task {
            [bytes[8], bytes[9]] = seed.to_le_bytes();
        }
        bytes[PAYLOAD..PAYLOAD + PAYLOAD_LEN].copy_from_slice(&self.payload);
        bytes
    }

    /// Decodes a request.
    ///
    /// # Errors
    /// A [`TaskError`] that says which byte is out of range. It does not check whether the moves are legal.
    pub fn decode(bytes: &[u8; REQUEST_LEN]) -> Result<Request, TaskError> {
        let game = GameId::from_id(bytes[1]).ok_or(TaskError::Game)?;
        let number = bytes[2];
        let (task, depth) = match bytes[0] {
            KIND_PERFT if number <= MAX_PERFT_DEPTH => (Task::Perft, number),
            KIND_SEARCH => {
                let mode = layout::mode(bytes[3]).ok_or(TaskError::Mode)?;
                if number == 0 || number > MAX_DEPTH {
                    return Err(TaskError::Depth);
                }
                (Task::Search { mode, deepening: bytes[4] & FLAG_DEEPENING != 0 }, number)
            }
            KIND_CHOOSE => {
                let level = Level::new(number).ok_or(TaskError::Level)?;
                (Task::Choose { level, seed: u16::from_le_bytes([bytes[8], bytes[9]]) }, 0)
            }
            KIND_PROVE => (Task::Prove, 0),
            KIND_WEIGHTS => (Task::Weights { row: number }, 0),
            KIND_PERFT => return Err(TaskError::Depth),
            _ => return Err(TaskError::Kind),
        };
        let mut request = Request::new(task, game, depth);
        request.size = (bytes[6], bytes[7]);
        request.start = if bytes[4] & FLAG_POSITION != 0 {
            Start::Position
        } else if bytes[5] <= MAX_MOVES {
            Start::Moves(bytes[5])
        } else {
            return Err(TaskError::Moves);
        };
        request.payload.copy_from_slice(&bytes[PAYLOAD..PAYLOAD + PAYLOAD_LEN]);
        Ok(request)
    }
}
