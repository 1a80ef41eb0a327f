//! Chooses moves in five in a row: forced wins, defence against them, and otherwise the cell with the highest score.

use super::threats::{Threats, Verdict};
use super::windows::Windows;
use super::{EMPTY, FiveInARow, O, X, figure};
use crate::evaluate::EVEN;
use crate::game::{Game, Move, Side};
use crate::places::{Place, joined};
use crate::search::Observer;
use crate::table::Line;
use core::mem::offset_of;

/// The limits and options of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The maximum number of stones tried on the board per move, 1 to 65535.
    pub nodes: u16,
    /// The maximum number of open threes in a forced win; 0 for fours only.
    pub threes: u8,
    /// The maximum length of a forced win in plies, up to 30.
    pub plies: u8,
    /// Whether to look for forced wins.
    pub attack: bool,
    /// Whether to look for the other player's forced wins.
    pub defend: bool,
    /// If not 0, a random value that selects any of the candidates when there is no threat.
    pub slip: u8,
    /// Whether to place stones where the other player would like to.
    pub cautious: bool,
    /// How many moves to check for one that threatens a forced win, up to 16.
    pub look: u8,
}

impl Effort {
    /// No effort at all; every byte is zero.
    const NONE: Effort = Effort {
        nodes: 0,
        threes: 0,
        plies: 0,
        attack: false,
        defend: false,
        slip: 0,
        cautious: false,
        look: 0,
    };

    /// The best play within 15 seconds on a C64.
    pub const BEST: Effort = Effort {
        nodes: 2_432,
        threes: 2,
        plies: 30,
        attack: true,
        defend: true,
        slip: 0,
        cautious: false,
        look: 9,
    };
}

/// The reason for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum How {
    /// The board is full: there is no move.
    None = 0,
    /// The first move, in the middle of the board.
    Opening = 1,
    /// It makes five in a row.
    Five = 2,
    /// It prevents five in a row.
    Stop = 3,
    /// It starts a forced win.
    Win = 4,
    /// It threatens a forced win.
    Threat = 5,
    /// It defends against a forced win that the other player threatens.
    Defence = 6,
    /// It has the highest weight or score.
    Weight = 7,
    /// The other player wins against every move tried.
    Loss = 8,
}

/// The player's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move, [`Move::NONE`] on a full board.
    pub mv: Move,
    /// The reason for the move.
    pub how: How,
    /// The number of stones tried on the board.
    pub nodes: u16,
    /// The maximum number of plies until the end of the forced win or loss that was found; 0 without one.
    pub plies: u8,
    /// The value for the first player, biased at [`EVEN`]: 255 minus the plies if X wins, the plies if O does.
    pub score: u8,
}

/// The maximum number of candidate moves, a power of two.
const CANDIDATES: u8 = 16;

/// Returns the index of a candidate.
#[inline(always)]
const fn slot(i: u8) -> usize {
    (i & (CANDIDATES - 1)) as usize
}

/// The player's memory. All zeros when new.
#[derive(Clone, Debug)]
pub struct Player<const CELLS: usize> {
    windows: Windows<CELLS>,
    threats: Threats,
    /// The effort of the current choice.
    effort: Effort,
    /// The candidates by descending score, and their number.
    cells: [u16; CANDIDATES as usize],
    scores: [u16; CANDIDATES as usize],
    ranked: u8,
    /// The number of windows with two and with three stones in the position.
    noted: [u8; 2],
    line: Line,
}

impl<const CELLS: usize> Player<CELLS> {
    /// The offsets of the candidates, of the line, and of the fields of the search for forced wins.
    pub(super) const PLACES: [Place; 12] = joined(&[
        (
            0,
            &[
                ("five_ranked", offset_of!(Self, ranked)),
                ("five_cells", offset_of!(Self, cells)),
                ("five_scores", offset_of!(Self, scores)),
                ("five_line_length", offset_of!(Self, line) + Line::PLACES[0]),
                ("five_line", offset_of!(Self, line) + Line::PLACES[1]),
            ],
        ),
        (offset_of!(Self, threats), &Threats::PLACES),
    ]);

    /// Returns a player that has not played yet.
    pub const fn new() -> Self {
        Player {
            windows: Windows::new(),
            threats: Threats::new(),
            effort: Effort::NONE,
            cells: [0; CANDIDATES as usize],
            scores: [0; CANDIDATES as usize],
            ranked: 0,
            noted: [0; 2],
            line: Line::new(),
        }
    }

    /// Returns the variation of the last choice: that of a forced win, as far as it fits, otherwise only the move.
    pub const fn line(&self) -> &Line {
        &self.line
    }

    /// Chooses a move for the player to move; the game must not be over. `observer` is polled every few nodes and may
    /// stop the search; then the best move known is played. The position is restored afterwards. The same position, keys and
    /// effort give the same choice.
    #[inline(never)]
    pub fn choose<T: Observer>(
        &mut self,
        game: &mut FiveInARow<CELLS>,
        effort: &Effort,
        observer: &mut T,
    ) -> Thought {
        self.effort = *effort;
        self.threats.clear();
        self.line.clear();
        let (cell, how, plies) = self.decide(game, observer);
        let mv = game.move_to(cell);
        if self.line.is_empty() && !mv.is_none() {
            self.line.push(mv);
        }
        let first_wins = (how == How::Loss) == (game.side() == Side::Second);
        let score = match plies {
            0 => EVEN,
            _ if first_wins => 0xFF - plies,
            _ => plies,
        };
        Thought { mv, how, nodes: self.threats.nodes, plies, score }
    }

    /// Returns the cell, the reason, and the plies of a forced win or loss.
    fn decide<T: Observer>(&mut self, game: &mut FiveInARow<CELLS>, observer: &mut T) -> (u16, How, u8) {
        if game.stones == 0 {
            return (game.cell(game.columns >> 1, game.rows >> 1), How::Opening, 0);
        }
        let own = figure(game.side());
        let other = X + O - own;
        self.windows.set_up(game);
        self.noted = [self.windows.twos.len, self.windows.threes.len];
        let five = self.windows.find_five(game, own);
        if five != 0 {
            return (five, How::Five, 1);
        }
        // If exactly one cell stops a five, it is the only move; if there are two such cells, the game is lost.
        let stop = self.windows.find_five(game, other);
        if stop != 0 {
            self.put(game, stop, own);
            let more = self.windows.find_five(game, other);
            self.take(game, stop, own);
            if more != 0 {
                return (stop, How::Loss, 2);
            }
        }
        if self.effort.attack {
            self.threats.limit = self.effort.nodes - (self.effort.nodes >> 2);
            if self.wins(game, own, stop, observer) == Verdict::Won {
                let mut ply = 0;
                while ply < self.threats.path {
                    self.line.push(game.move_to(self.threats.cell(ply)));
                    ply += 1;
                }
                return (self.threats.cell(0), How::Win, self.threats.plies);
            }
        }
        if stop != 0 {
            self.ranked = 1;
            self.cells[0] = stop;
            return match self.effort.defend {
                true => self.weigh_candidates(game, stop, true, observer),
                false => (stop, How::Stop, 0),
            };
        }
        self.rank(game, if self.effort.cautious { other } else { own });
        if self.ranked == 0 {
            return (0, How::None, 0);
        }
        let endangered = self.effort.defend && self.wins_in_part(game, other, observer) == Verdict::Won;
        if !endangered && self.effort.slip != 0 {
            let any = self.effort.slip >> 4;
            if any < self.ranked {
                self.cells[0] = self.cells[slot(any)];
                self.effort.look = 0;
            }
        }
        self.weigh_candidates(game, 0, endangered, observer)
    }

    /// Returns the first candidate that threatens a forced win, among those that the effort checks, otherwise the first one. If
    /// the other player threatens a forced win, only candidates that parry it count. If there is none, every cell is
    /// tried, so that a reported loss is certain. `stop` is the only candidate if it is not 0.
    fn weigh_candidates<T: Observer>(
        &mut self,
        game: &mut FiveInARow<CELLS>,
        stop: u16,
        endangered: bool,
        observer: &mut T,
    ) -> (u16, How, u8) {
        let own = figure(game.side());
        let other = X + O - own;
        let look = if self.effort.attack && stop == 0 { self.effort.look } else { 0 };
        let mut safe = if endangered { 0 } else { self.cells[0] };
        // The first candidate that is not known to lose, and the one that loses latest.
        let mut unsure = 0;
        let mut latest = (self.cells[0], 0);
        let mut lost = true;
        let mut rest = if stop == 0 { game.stride as u16 } else { game.end() };
        let mut k = 0;
        loop {
            let cell = if k < self.ranked {
                if safe != 0 && k >= look {
                    break;
                }
                self.cells[slot(k)]
            } else {
                while rest < game.end() && game.at(rest) != EMPTY {
                    rest += 1;
                }
                if safe | unsure != 0 || !lost || rest >= game.end() {
                    break;
                }
                rest += 1;
                rest - 1
            };
            self.put(game, cell, own);
            let fours = self.windows.fours;
            let mut verdict = Verdict::Failed;
            if endangered && fours < 2 {
                let answer = self.windows.completion;
                let mut answered_by_four = false;
                if fours == 1 {
                    self.put(game, answer, other);
                    answered_by_four = self.windows.fours != 0;
                }
                verdict = if answered_by_four {
                    Verdict::Stopped
                } else {
                    self.wins_in_part(game, other, observer)
                };
                if fours == 1 {
                    self.take(game, answer, other);
                }
                match verdict {
                    Verdict::Failed => {}
                    Verdict::Won if fours == 0 => {
                        if self.threats.plies > latest.1 {
                            latest = (cell, self.threats.plies);
                        }
                    }
                    // After a four and its answer, the player is to move again.
                    _ if k < self.ranked || fours == 1 => {
                        if unsure == 0 {
                            unsure = cell;
                        }
                    }
                    _ => lost = false,
                }
            }
            let mut threatens = false;
            if verdict == Verdict::Failed {
                if safe == 0 {
                    safe = cell;
                }
                if k < look && fours == 0 {
                    threatens = self.wins_in_part(game, own, observer) == Verdict::Won;
                }
            }
            self.take(game, cell, own);
            if threatens {
                return (cell, How::Threat, 0);
            }
            if k < self.ranked {
                k += 1;
            }
        }
        if safe == 0 {
            safe = unsure;
        }
        match safe {
            0 if lost => (latest.0, How::Loss, latest.1 + 1),
            0 => (latest.0, How::Defence, 0),
            _ if stop != 0 => (stop, How::Stop, 0),
            _ if endangered => (safe, How::Defence, 0),
            _ => (safe, How::Weight, 0),
        }
    }

    /// Places a stone on the board as a trial.
    #[inline(never)]
    fn put(&mut self, game: &mut FiveInARow<CELLS>, cell: u16, stone: u8) {
        self.threats.toggle(game, cell, stone);
        self.windows.place(game, cell, stone);
    }

    /// Removes the stone again. This resets the noted windows to those of the position, so once one trial stone has been removed, no search
    /// may start until all of them are.
    #[inline(never)]
    fn take(&mut self, game: &mut FiveInARow<CELLS>, cell: u16, stone: u8) {
        self.threats.toggle(game, cell, stone);
        self.windows.remove(game, cell, stone);
        self.windows.twos.len = self.noted[0];
        self.windows.threes.len = self.noted[1];
    }

    /// Calls [`Player::wins`] with a quarter of the nodes left.
    #[inline(never)]
    fn wins_in_part<T: Observer>(
        &mut self,
        game: &mut FiveInARow<CELLS>,
        attacker: u8,
        observer: &mut T,
    ) -> Verdict {
        let left = self.effort.nodes.saturating_sub(self.threats.nodes);
        self.threats.limit = self.threats.nodes.saturating_add((left >> 2).max(1));
        self.wins(game, attacker, 0, observer)
    }

    /// Searches for a forced win of a player that begins on `first`, or anywhere if that is 0. First looks for a single move that
    /// makes a five possible in two ways: it is not missed however few nodes are left, and it is the shortest win. Then
    /// allows one more open three each time.
    #[inline(never)]
    fn wins<T: Observer>(
        &mut self,
        game: &mut FiveInARow<CELLS>,
        attacker: u8,
        first: u16,
        observer: &mut T,
    ) -> Verdict {
        let limit = self.threats.limit;
        self.threats.limit = u16::MAX;
        let mut limits = (0, 1);
        loop {
            let start = (attacker, first);
            let verdict = self.threats.search(game, &mut self.windows, start, limits, observer);
            if verdict != Verdict::Failed {
                return verdict;
            }
            if limits.1 == 1 {
                self.threats.limit = limit;
                limits.1 = self.effort.plies;
            } else if limits.0 == self.effort.threes {
                return verdict;
            } else {
                limits.0 += 1;
            }
        }
    }

    /// Ranks the empty cells for the player of `stone`; the first of equals comes first.
    #[inline(never)]
    fn rank(&mut self, game: &FiveInARow<CELLS>, stone: u8) {
        self.ranked = 0;
        let end = game.end();
        let mut cell = game.stride as u16;
        while cell < end {
            if game.at(cell) == EMPTY {
                let score = self.windows.score(game, cell, stone);
                self.insert(cell, score);
            }
            cell += 1;
        }
    }

    /// Adds a cell to the candidates if its score is high enough.
    fn insert(&mut self, cell: u16, score: u16) {
        let mut i = self.ranked;
        if i < CANDIDATES {
            self.ranked += 1;
        } else {
            i -= 1;
            if score <= self.scores[slot(i)] {
                return;
            }
        }
        while i > 0 && self.scores[slot(i - 1)] < score {
            self.scores[slot(i)] = self.scores[slot(i - 1)];
            self.cells[slot(i)] = self.cells[slot(i - 1)];
            i -= 1;
        }
        self.scores[slot(i)] = score;
        self.cells[slot(i)] = cell;
    }
}

impl<const CELLS: usize> Default for Player<CELLS> {
    fn default() -> Self {
        Player::new()
    }
}
