//! The search for a forced win by fours and open threes: every move of the attacker is a threat to win, and the
//! defender tries every move that may help. One loop over depth-indexed byte tables.

use super::windows::{Stack, Windows};
use super::{FiveInARow, O, X};
use crate::places::Place;
use crate::search::Observer;
use core::mem::offset_of;

/// Nodes between two polls: a power of two. Nodes take longer here than in other games.
pub(super) const NODES_A_POLL: u8 = 8;

/// The maximum depth of the search in plies: a power of two.
const PLIES: usize = 32;

/// Converts a ply to an index.
#[inline(always)]
const fn at(ply: u8) -> usize {
    (ply & (PLIES as u8 - 1)) as usize
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The attacker wins.
    Won,
    /// The attacker does not win by fours and open threes.
    Failed,
    /// The node limit was reached, or the observer stopped the search.
    Stopped,
}

/// The state of the search.
#[derive(Clone, Debug)]
pub(super) struct Threats {
    /// The moves of the open nodes, one list on top of the other.
    moves: Stack,
    begin: [u8; PLIES],
    next: [u8; PLIES],
    cell_low: [u8; PLIES],
    cell_high: [u8; PLIES],
    twos: [u8; PLIES],
    threes: [u8; PLIES],
    /// Open threes that the attacker may still make; may be combined with [`FORCED`] or [`COMPLETE`].
    left: [u8; PLIES],
    longest: [u8; PLIES],
    keys: [[u8; PLIES]; 3],
    /// Positions without a win: two check bytes, and the number of threes left, plus 1.
    table: [[u8; 256]; 3],
    /// The keys of the trial stones on the board.
    root: [u8; 3],
    /// Whether the observer has stopped the search.
    stopped: bool,
    /// Nodes since the last [`Threats::clear`], and their limit.
    pub(super) nodes: u16,
    pub(super) limit: u16,
    /// The length in plies of the last line of the last win found, and of its longest line up to a five.
    pub(super) path: u8,
    pub(super) plies: u8,
}

/// The attacker must play the only move of the list.
const FORCED: u8 = 0x80;
/// The attacker's list includes the open threes.
const COMPLETE: u8 = 0x40;

impl Threats {
    /// The offsets of the moves of the open nodes; ply by ply, of the next move and of the cell being tried; of the number of open threes
    /// that each table entry knows to be too few, 0 for none; and of the nodes.
    pub(super) const PLACES: [Place; 7] = [
        ("five_moves_low", offset_of!(Threats, moves) + Stack::PLACES[0]),
        ("five_moves_high", offset_of!(Threats, moves) + Stack::PLACES[1]),
        ("five_next", offset_of!(Threats, next)),
        ("five_cell_low", offset_of!(Threats, cell_low)),
        ("five_cell_high", offset_of!(Threats, cell_high)),
        ("five_table", offset_of!(Threats, table) + 2 * 256),
        ("five_nodes", offset_of!(Threats, nodes)),
    ];

    pub(super) const fn new() -> Self {
        Threats {
            moves: Stack::new(),
            begin: [0; PLIES],
            next: [0; PLIES],
            cell_low: [0; PLIES],
            cell_high: [0; PLIES],
            twos: [0; PLIES],
            threes: [0; PLIES],
            left: [0; PLIES],
            longest: [0; PLIES],
            keys: [[0; PLIES]; 3],
            table: [[0; 256]; 3],
            root: [0; 3],
            stopped: false,
            nodes: 0,
            limit: 0,
            path: 0,
            plies: 0,
        }
    }

    /// Clears the positions of an earlier turn.
    pub(super) fn clear(&mut self) {
        self.table[2] = [0; 256];
        self.root = [0; 3];
        self.nodes = 0;
        self.stopped = false;
    }

    /// Records that a trial stone is placed or removed between two searches.
    #[inline(never)]
    pub(super) fn toggle<const CELLS: usize>(&mut self, game: &FiveInARow<CELLS>, cell: u16, stone: u8) {
        let keys = keys_of(game, cell, stone);
        self.root[0] ^= keys[0];
        self.root[1] ^= keys[1];
        self.root[2] ^= keys[2];
    }

    /// Returns the cell of a ply of the last win found.
    pub(super) fn cell(&self, ply: u8) -> u16 {
        u16::from_le_bytes([self.cell_low[at(ply)], self.cell_high[at(ply)]])
    }

    /// Searches for a win of the player of `attacker`, who is to move, with at most `threes` open threes and
    /// `deepest` plies. Nobody may be able to make five at once, unless the attack must begin on `first`, which prevents
    /// that; 0 if it may begin anywhere. The position is restored afterwards.
    #[inline(never)]
    pub(super) fn search<const CELLS: usize, T: Observer>(
        &mut self,
        game: &mut FiveInARow<CELLS>,
        windows: &mut Windows<CELLS>,
        (attacker, first): (u8, u16),
        (threes, deepest): (u8, u8),
        observer: &mut T,
    ) -> Verdict {
        if self.stopped {
            return Verdict::Stopped;
        }
        let deepest = deepest.min(PLIES as u8 - 2);
        let defender = X + O - attacker;
        self.moves.len = 0;
        self.keys[0][0] = self.root[0];
        self.keys[1][0] = self.root[1];
        self.keys[2][0] = self.root[2] ^ attacker;
        if !self.open(game, windows, attacker, 0, threes, first) {
            return Verdict::Failed;
        }
        let mut ply = 0;
        loop {
            let attacks = ply & 1 == 0;
            let stone = if attacks { attacker } else { defender };
            let mut i = self.next[at(ply)];
            if i == self.moves.len && attacks && self.left[at(ply)] & (FORCED | COMPLETE) == 0 {
                // All fours have been tried.
                if self.left[at(ply)] != 0 {
                    windows.add_threes(game, attacker, &mut self.moves, self.begin[at(ply)]);
                }
                self.left[at(ply)] |= COMPLETE;
            }
            if i == self.moves.len {
                self.moves.len = self.begin[at(ply)];
                if attacks {
                    self.store(ply);
                    if ply == 0 {
                        return Verdict::Failed;
                    }
                    ply -= 1;
                    self.undo(game, windows, defender, ply);
                    // This answer refutes the attack.
                    self.moves.len = self.begin[at(ply)];
                    ply -= 1;
                    self.undo(game, windows, attacker, ply);
                } else {
                    let longest = self.longest[at(ply)];
                    if self.succeed(game, windows, attacker, &mut ply, longest) {
                        return Verdict::Won;
                    }
                }
                continue;
            }
            let cell = self.moves.get(i);
            i += 1;
            self.next[at(ply)] = i;
            self.nodes += 1;
            if self.nodes & (NODES_A_POLL as u16 - 1) == 0 && observer.poll(NODES_A_POLL) {
                self.stopped = true;
            }
            if self.stopped || self.nodes >= self.limit {
                while ply > 0 {
                    ply -= 1;
                    self.undo(game, windows, if ply & 1 == 0 { attacker } else { defender }, ply);
                }
                return Verdict::Stopped;
            }
            self.cell_low[at(ply)] = cell as u8;
            self.cell_high[at(ply)] = (cell >> 8) as u8;
            self.twos[at(ply)] = windows.twos.len;
            self.threes[at(ply)] = windows.threes.len;
            windows.place(game, cell, stone);
            let child = ply + 1;
            if attacks {
                if windows.fours >= 2 {
                    self.path = child;
                    ply = child;
                    if self.succeed(game, windows, attacker, &mut ply, child + 2) {
                        return Verdict::Won;
                    }
                    continue;
                }
                self.begin[at(child)] = self.moves.len;
                self.next[at(child)] = self.moves.len;
                self.longest[at(child)] = 0;
                let mut threatens = ply + 2 < deepest;
                if threatens && windows.fours == 1 {
                    self.moves.push(windows.completion);
                } else if threatens {
                    threatens = windows.add_stops(game, attacker, &mut self.moves, self.begin[at(child)]);
                    if threatens {
                        windows.add_fours(game, defender, &mut self.moves, self.begin[at(child)]);
                    }
                }
                // If a stack is full, an answer may be missing.
                if threatens && !self.moves.is_full() && !windows.threes.is_full() {
                    let left = self.left[at(ply)];
                    let spent = windows.fours == 0 && left & FORCED == 0;
                    self.left[at(child)] = (left & !(FORCED | COMPLETE)) - spent as u8;
                    ply = child;
                } else {
                    self.moves.len = self.begin[at(child)];
                    self.undo(game, windows, attacker, ply);
                }
            } else {
                let answer = if windows.fours == 1 { windows.completion } else { 0 };
                let left = self.left[at(ply)];
                self.inherit_keys(game, ply, attacker, defender);
                if windows.fours < 2 && self.open(game, windows, attacker, child, left, answer) {
                    ply = child;
                } else {
                    self.undo(game, windows, defender, ply);
                    self.moves.len = self.begin[at(ply)];
                    ply -= 1;
                    self.undo(game, windows, attacker, ply);
                }
            }
        }
    }

    /// Opens an attacker's node with its fours. Returns false if it is known to fail.
    fn open<const CELLS: usize>(
        &mut self,
        game: &FiveInARow<CELLS>,
        windows: &Windows<CELLS>,
        attacker: u8,
        ply: u8,
        left: u8,
        answer: u16,
    ) -> bool {
        let begin = self.moves.len;
        self.begin[at(ply)] = begin;
        self.next[at(ply)] = begin;
        if answer != 0 {
            self.left[at(ply)] = left | FORCED;
            self.moves.push(answer);
            return true;
        }
        let hash = self.keys[0][at(ply)] as usize;
        if self.table[2][hash] > left
            && self.table[0][hash] == self.keys[1][at(ply)]
            && self.table[1][hash] == self.keys[2][at(ply)]
        {
            return false;
        }
        self.left[at(ply)] = left;
        windows.add_fours(game, attacker, &mut self.moves, begin);
        true
    }

    /// The attack before `ply` wins, in at most `plies` plies: goes back to the next answer to refute. Returns true if
    /// there is none.
    fn succeed<const CELLS: usize>(
        &mut self,
        game: &mut FiveInARow<CELLS>,
        windows: &mut Windows<CELLS>,
        attacker: u8,
        ply: &mut u8,
        plies: u8,
    ) -> bool {
        *ply -= 1;
        self.undo(game, windows, attacker, *ply);
        if *ply == 0 {
            self.plies = plies;
            return true;
        }
        self.moves.len = self.begin[at(*ply)];
        *ply -= 1;
        self.undo(game, windows, X + O - attacker, *ply);
        if plies > self.longest[at(*ply)] {
            self.longest[at(*ply)] = plies;
        }
        false
    }

    /// Removes the stone of a ply.
    fn undo<const CELLS: usize>(
        &mut self,
        game: &mut FiveInARow<CELLS>,
        windows: &mut Windows<CELLS>,
        stone: u8,
        ply: u8,
    ) {
        windows.remove(game, self.cell(ply), stone);
        windows.twos.len = self.twos[at(ply)];
        windows.threes.len = self.threes[at(ply)];
    }

    /// Stores that the attacker's node at `ply` fails.
    fn store(&mut self, ply: u8) {
        let left = self.left[at(ply)];
        // The root is searched again with more plies.
        if left & FORCED == 0 && ply != 0 {
            let hash = self.keys[0][at(ply)] as usize;
            self.table[0][hash] = self.keys[1][at(ply)];
            self.table[1][hash] = self.keys[2][at(ply)];
            self.table[2][hash] = (left & !COMPLETE) + 1;
        }
    }

    /// Derives the keys of the position after the defender's answer at `ply`.
    fn inherit_keys<const CELLS: usize>(
        &mut self,
        game: &FiveInARow<CELLS>,
        ply: u8,
        attacker: u8,
        defender: u8,
    ) {
        for keys in &mut self.keys {
            keys[at(ply + 1)] = keys[at(ply - 1)];
        }
        self.add_key(game, self.cell(ply - 1), attacker, ply + 1);
        self.add_key(game, self.cell(ply), defender, ply + 1);
    }

    /// Adds a stone to the keys of `ply`.
    fn add_key<const CELLS: usize>(&mut self, game: &FiveInARow<CELLS>, cell: u16, stone: u8, ply: u8) {
        let keys = keys_of(game, cell, stone);
        self.keys[0][at(ply)] ^= keys[0];
        self.keys[1][at(ply)] ^= keys[1];
        self.keys[2][at(ply)] ^= keys[2];
    }
}

/// Returns the keys of a stone: the index into the table and the two check bytes.
#[inline(never)]
fn keys_of<const CELLS: usize>(game: &FiveInARow<CELLS>, cell: u16, stone: u8) -> [u8; 3] {
    let (hash, lock) = FiveInARow::<CELLS>::key_indices(cell, stone);
    let other = game.keys.hash[lock as usize].rotate_left(3) ^ game.keys.lock[hash as usize];
    [game.keys.hash[hash as usize], game.keys.lock[lock as usize], other]
}
