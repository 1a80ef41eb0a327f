//! Alpha-beta as one loop over depth-indexed byte tables, and iterative deepening.
//!
//! Fail-hard, scores are bytes for the first player, who maximises; the window is 0..=255 at the root. A node
//! at depth d keeps its bounds, its best move, its place among the moves and the move being tried at index d.

use crate::counter::Counter;
use crate::evaluate::{EVEN, Evaluate, Style};
use crate::game::{Move, Outcome, Side};
use crate::record::next_legal_move;
use crate::table::{Line, Tables};

/// The deepest search.
pub const MAX_DEPTH: u8 = 15;

/// Entries of the depth-indexed tables.
const DEPTHS: usize = MAX_DEPTH as usize + 1;

/// Index of a depth.
#[inline(always)]
const fn at(depth: u8) -> usize {
    (depth & MAX_DEPTH) as usize
}

/// A cursor that stands before the table's move.
const TABLE_MOVE: u8 = 0xFF;

/// Nodes between two polls: a power of two.
const POLL_INTERVAL: u8 = 64;

/// Which search to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Mode {
    /// The published program's search of this game, number for number.
    Seed = 0,
    /// The engine's own.
    Play = 1,
}

impl Mode {
    /// The mode numbered `id` in a request.
    pub const fn from_id(id: u8) -> Option<Mode> {
        match id {
            0 => Some(Mode::Seed),
            1 => Some(Mode::Play),
            _ => None,
        }
    }
}

/// Who watches a search.
pub trait Observer {
    /// Called every 64 nodes; true stops the search.
    fn poll(&mut self) -> bool {
        false
    }

    /// Called after each finished iteration of [`Search::deepen`].
    fn iteration(&mut self, _search: &Search) {}
}

/// An observer that neither looks nor stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}

/// The state of a search and, after it, its results. All zeros when new.
#[derive(Clone, Debug)]
pub struct Search {
    alpha: [u8; DEPTHS],
    beta: [u8; DEPTHS],
    cursor: [u8; DEPTHS],
    from: [u8; DEPTHS],
    to: [u8; DEPTHS],
    best_from: [u8; DEPTHS],
    best_to: [u8; DEPTHS],
    table_from: [u8; DEPTHS],
    table_to: [u8; DEPTHS],
    terminal: bool,
    distance: bool,
    table_first: bool,
    root: u8,
    nodes: Counter,
    alpha_cutoffs: Counter,
    beta_cutoffs: Counter,
    depth: u8,
    score: u8,
    best: Move,
    line: Line,
}

impl Search {
    /// A search that has not run.
    pub const fn new() -> Self {
        Search {
            alpha: [0; DEPTHS],
            beta: [0; DEPTHS],
            cursor: [0; DEPTHS],
            from: [0; DEPTHS],
            to: [0; DEPTHS],
            best_from: [0; DEPTHS],
            best_to: [0; DEPTHS],
            table_from: [0; DEPTHS],
            table_to: [0; DEPTHS],
            terminal: false,
            distance: false,
            table_first: false,
            root: 0,
            nodes: Counter::new(),
            alpha_cutoffs: Counter::new(),
            beta_cutoffs: Counter::new(),
            depth: 0,
            score: 0,
            best: Move { from: 0, to: 0 },
            line: Line::new(),
        }
    }

    /// The depth of the last finished search, 0 if there is none.
    pub const fn depth(&self) -> u8 {
        self.depth
    }

    /// The value of the position for the first player after the last finished search, biased at [`EVEN`].
    pub const fn score(&self) -> u8 {
        self.score
    }

    /// The move to play, [`Move::NONE`] if there is none.
    pub const fn best(&self) -> Move {
        self.best
    }

    /// The principal variation, as far as the move tables still hold it.
    pub const fn variation(&self) -> &Line {
        &self.line
    }

    /// Nodes searched, leaves of the full depth not counted, over all iterations of the last call.
    pub const fn nodes(&self) -> u32 {
        self.nodes.value()
    }

    /// Nodes of the second player cut off.
    pub const fn alpha_cutoffs(&self) -> u32 {
        self.alpha_cutoffs.value()
    }

    /// Nodes of the first player cut off.
    pub const fn beta_cutoffs(&self) -> u32 {
        self.beta_cutoffs.value()
    }

    /// Searches `game` to `depth` moves, at least 1 and at most [`MAX_DEPTH`]: other values are brought into
    /// that range. False if the observer stopped it: there is then no result but the counts. The position is as
    /// before afterwards.
    pub fn run<G: Evaluate, O: Observer>(
        &mut self,
        game: &mut G,
        tables: &mut Tables,
        depth: u8,
        mode: Mode,
        observer: &mut O,
    ) -> bool {
        self.prepare::<G>(mode);
        self.iterate(game, tables, depth.clamp(1, MAX_DEPTH), observer)
    }

    /// Searches to depth 1, 2 and so on up to `depth` (brought into 1..=[`MAX_DEPTH`]), reporting each to the
    /// observer. False if the observer stopped it: the results are those of the last finished iteration, if any.
    pub fn deepen<G: Evaluate, O: Observer>(
        &mut self,
        game: &mut G,
        tables: &mut Tables,
        depth: u8,
        mode: Mode,
        observer: &mut O,
    ) -> bool {
        self.prepare::<G>(mode);
        let last = depth.clamp(1, MAX_DEPTH);
        let mut depth = 1;
        loop {
            if !self.iterate(game, tables, depth, observer) {
                return false;
            }
            observer.iteration(self);
            if depth == last {
                return true;
            }
            depth += 1;
        }
    }

    /// Clears counts and results and takes the style of `mode`.
    fn prepare<G: Evaluate>(&mut self, mode: Mode) {
        let style = if mode == Mode::Seed { G::SEED } else { Style::PLAY };
        self.terminal = style.terminal;
        self.distance = style.distance;
        self.table_first = style.table_first;
        self.nodes = Counter::new();
        self.alpha_cutoffs = Counter::new();
        self.beta_cutoffs = Counter::new();
        self.depth = 0;
        self.score = EVEN;
        self.best = Move::NONE;
        self.line.clear();
    }

    /// One search of the whole tree, and its results if it was not stopped.
    #[inline(never)]
    fn iterate<G: Evaluate, O: Observer>(
        &mut self,
        game: &mut G,
        tables: &mut Tables,
        depth: u8,
        observer: &mut O,
    ) -> bool {
        self.root = depth;
        self.alpha[at(depth)] = 0;
        self.beta[at(depth)] = 0xFF;
        self.best_from[at(depth)] = 0xFF;
        self.best_to[at(depth)] = 0xFF;
        if !self.tree(game, tables, observer) {
            return false;
        }
        self.depth = depth;
        self.best = Move { from: self.best_from[at(depth)], to: self.best_to[at(depth)] };
        if self.best.is_none() {
            // Every move is as bad as can be, or there is none.
            self.best = next_legal_move(game, &mut 0);
        }
        tables.variation(game, depth, &mut self.line);
        true
    }

    /// The loop. Each turn opens the node at `depth`, whose bounds are set, then either goes down into a
    /// child or settles nodes upwards until one has a move left to try.
    #[inline(always)]
    fn tree<G: Evaluate, O: Observer>(
        &mut self,
        game: &mut G,
        tables: &mut Tables,
        observer: &mut O,
    ) -> bool {
        let root = at(self.root) as u8;
        let mut depth = root;
        loop {
            let mut score = 0;
            let mut settled = false;
            if depth != 0 && self.nodes.step() & (POLL_INTERVAL - 1) == 0 && observer.poll() {
                self.abandon(game, depth);
                return false;
            }
            if self.asks_outcomes::<G>() {
                settled = true;
                match game.outcome() {
                    Outcome::Ongoing if depth == 0 => score = game.evaluate(),
                    Outcome::Ongoing => {
                        self.open(depth);
                        settled = false;
                        if self.table_first {
                            self.take_table_move(game, tables, depth);
                        }
                    }
                    Outcome::First => score = 0xFF - self.plies_to(depth),
                    Outcome::Second => score = self.plies_to(depth),
                    Outcome::Draw => score = EVEN,
                }
            } else if depth == 1 {
                score = self.last_node(game, tables);
                settled = true;
            } else {
                self.open(depth);
            }
            loop {
                if settled {
                    if depth == root {
                        self.score = score;
                        return true;
                    }
                    depth = (depth + 1) & MAX_DEPTH;
                    settled = self.weigh(game, depth, score);
                }
                if !settled {
                    let mv = self.next_move(game, depth);
                    if !mv.is_none() {
                        self.from[at(depth)] = mv.from;
                        self.to[at(depth)] = mv.to;
                        let (alpha, beta) = (self.alpha[at(depth)], self.beta[at(depth)]);
                        game.make(mv);
                        depth = depth.wrapping_sub(1) & MAX_DEPTH;
                        self.alpha[at(depth)] = alpha;
                        self.beta[at(depth)] = beta;
                        break;
                    }
                    settled = true;
                }
                score = self.close(game, tables, depth);
            }
        }
    }

    /// Whether this search is of the terminal style; for some games every search is.
    #[inline(always)]
    fn asks_outcomes<G: Evaluate>(&self) -> bool {
        G::SEED.terminal || self.terminal
    }

    /// Begins with the moves of the node at `depth`.
    #[inline(always)]
    fn open(&mut self, depth: u8) {
        self.cursor[at(depth)] = 0;
        self.table_from[at(depth)] = 0xFF;
        self.best_from[at(depth)] = 0xFF;
        self.best_to[at(depth)] = 0xFF;
    }

    /// Lets the node at `depth` begin with the table's move if there is one.
    fn take_table_move<G: Evaluate>(&mut self, game: &G, tables: &Tables, depth: u8) {
        let mv = tables.probe(game);
        self.table_from[at(depth)] = mv.from;
        self.table_to[at(depth)] = mv.to;
        if !mv.is_none() {
            self.cursor[at(depth)] = TABLE_MOVE;
        }
    }

    /// The next move to try at `depth`, or [`Move::NONE`].
    #[inline(always)]
    fn next_move<G: Evaluate>(&mut self, game: &G, depth: u8) -> Move {
        let d = at(depth);
        if self.cursor[d] == TABLE_MOVE {
            self.cursor[d] = 0;
            return Move { from: self.table_from[d], to: self.table_to[d] };
        }
        loop {
            let mv = game.next_move(&mut self.cursor[d]);
            if mv.is_none() || mv.from != self.table_from[d] || mv.to != self.table_to[d] {
                return mv;
            }
        }
    }

    /// Takes the move at `depth` back, whose subtree is worth `score`. True if the rest of the moves is cut
    /// off.
    #[inline(always)]
    fn weigh<G: Evaluate>(&mut self, game: &mut G, depth: u8, score: u8) -> bool {
        let d = at(depth);
        let mv = Move { from: self.from[d], to: self.to[d] };
        game.take_back(mv);
        if game.side() == Side::First {
            let alpha = self.alpha[d];
            if score > alpha || (score == alpha && !self.asks_outcomes::<G>()) {
                self.alpha[d] = score;
                self.best_from[d] = mv.from;
                self.best_to[d] = mv.to;
                if score >= self.beta[d] {
                    self.beta_cutoffs.step();
                    return true;
                }
            }
        } else {
            let beta = self.beta[d];
            if score < beta || (score == beta && !self.asks_outcomes::<G>()) {
                self.beta[d] = score;
                self.best_from[d] = mv.from;
                self.best_to[d] = mv.to;
                if score <= self.alpha[d] {
                    self.alpha_cutoffs.step();
                    return true;
                }
            }
        }
        false
    }

    /// Stores the best move of the node at `depth`, all of whose moves are done with, and returns its value.
    #[inline(always)]
    fn close<G: Evaluate>(&mut self, game: &G, tables: &mut Tables, depth: u8) -> u8 {
        let d = at(depth);
        let best = Move { from: self.best_from[d], to: self.best_to[d] };
        // No move was better than the bound: an older entry is worth more than none.
        let store = !self.asks_outcomes::<G>() || !best.is_none();
        if game.side() == Side::First {
            if store {
                tables.first.store(game.hash(), game.lock(), best);
            }
            self.alpha[d]
        } else {
            if store {
                tables.second.store(game.hash(), game.lock(), best);
            }
            self.beta[d]
        }
    }

    /// A whole node one move above the leaves, which are scored without being visited.
    #[inline(always)]
    fn last_node<G: Evaluate>(&mut self, game: &mut G, tables: &mut Tables) -> u8 {
        let (mut alpha, mut beta) = (self.alpha[1], self.beta[1]);
        let mut best = Move::NONE;
        let score = if game.side() == Side::First {
            let mut cut = false;
            game.score_moves(|mv, score| {
                if score >= alpha {
                    alpha = score;
                    best = mv;
                    cut = score >= beta;
                }
                cut
            });
            if cut {
                self.beta_cutoffs.step();
            }
            tables.first.store(game.hash(), game.lock(), best);
            alpha
        } else {
            let mut cut = false;
            game.score_moves(|mv, score| {
                if score <= beta {
                    beta = score;
                    best = mv;
                    cut = score <= alpha;
                }
                cut
            });
            if cut {
                self.alpha_cutoffs.step();
            }
            tables.second.store(game.hash(), game.lock(), best);
            beta
        };
        self.best_from[1] = best.from;
        self.best_to[1] = best.to;
        score
    }

    /// How many moves after the root a game ended in the node at `depth`; always 0 where that does not count:
    /// a win found is then at the bound and ends the node.
    #[inline(always)]
    fn plies_to(&self, depth: u8) -> u8 {
        if self.distance { self.root.wrapping_sub(depth) } else { 0 }
    }

    /// Takes back every move that leads to the open node at `depth`.
    #[cold]
    #[inline(never)]
    fn abandon<G: Evaluate>(&mut self, game: &mut G, depth: u8) {
        let mut d = depth;
        while d < self.root {
            d += 1;
            game.undo(Move { from: self.from[at(d)], to: self.to[at(d)] });
        }
    }
}

impl Default for Search {
    fn default() -> Self {
        Search::new()
    }
}

#[cfg(test)]
mod tests;
