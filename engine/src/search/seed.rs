//! The search of a published program without win tests: leaves are scored from their parent, and a later move replaces
//! the best one even if it is only equally good.

use super::frames::Column;
use super::state::{Observer, Search};
use crate::evaluate::{Evaluate, Sums, Visit, seen_by};
use crate::game::{Move, Side};
use crate::table::Tables;
use core::marker::PhantomData;

/// The depth at and below which nodes are searched by [`Search::expand`].
const INNER: u8 = TwoBefore::DEPTH;

/// The initial data of a node whose state is kept in local variables.
#[derive(Clone, Copy)]
struct Node {
    window: Window,
    sums: Sums,
}

/// The bound that a node's moves narrow, and the bound at which it is cut off.
#[derive(Clone, Copy)]
struct Window {
    own: u8,
    other: u8,
}

/// Error: the search was stopped.
struct Stopped;

/// Compiles the expression once per side, with the side as a constant.
macro_rules! for_each_side {
    ($side:ident => $work:expr) => {
        match $side {
            Side::First => {
                let $side = Side::First;
                $work
            }
            Side::Second => {
                let $side = Side::Second;
                $work
            }
        }
    };
}

impl Search {
    /// The main loop. Each turn opens the node at `depth`, whose bounds are set, then either descends into a
    /// child or completes nodes upwards until one has a move left to try. Returns the value of the root, or `None` if the
    /// observer stopped the search.
    #[inline(always)]
    pub(super) fn seed<G: Evaluate, O: Observer>(
        &mut self,
        game: &mut G,
        tables: &mut Tables,
        observer: &mut O,
    ) -> Option<u8> {
        let root = self.root;
        let mut depth = root;
        let mut side = game.side();
        loop {
            if self.count_node(observer) {
                self.abandon(game, side, depth);
                return None;
            }
            let mut score = 0;
            let mut settled = true;
            if depth == INNER {
                match for_each_side!(side => self.inner_node(side, game, tables, observer)) {
                    Ok(value) => score = value,
                    Err(Stopped) => {
                        self.abandon(game, side, depth);
                        return None;
                    }
                }
            } else if depth == 1 {
                score = self.last_node(side, self.node_at(depth), game, tables);
            } else {
                self.open(depth);
                settled = false;
            }
            loop {
                if settled {
                    if depth == root {
                        return Some(score);
                    }
                    depth = depth.wrapping_add(1);
                    side = side.other();
                    settled = for_each_side!(side => self.weigh(side, game, depth, score));
                }
                if !settled {
                    if for_each_side!(side => self.try_next(side, game, depth)) {
                        depth = depth.wrapping_sub(1);
                        side = side.other();
                        break;
                    }
                    settled = true;
                }
                score = for_each_side!(side => self.close(side, tables, depth));
            }
        }
    }

    /// Makes the next move of the node at `depth`; returns false if there is none.
    #[inline(always)]
    fn try_next<G: Evaluate>(&mut self, side: Side, game: &mut G, depth: u8) -> bool {
        let mut cursor = self.frames.get(Column::Cursor, depth);
        let Some(mv) = game.next_move_of(side, &mut cursor) else { return false };
        self.frames.set(Column::Cursor, depth, cursor);
        self.frames.set_tried(depth, mv);
        let below = depth.wrapping_sub(1);
        self.frames.take_window(below);
        self.frames.set_sums_after(below, game, side, mv);
        game.advance_of(side, mv);
        true
    }

    /// Unmakes the move at `depth`, whose subtree has the value `score`. Returns true if the remaining moves are cut
    /// off.
    #[inline(always)]
    fn weigh<G: Evaluate>(&mut self, side: Side, game: &mut G, depth: u8, score: u8) -> bool {
        let mv = self.frames.tried(depth);
        game.retreat_of(side, mv);
        if !is_no_worse(side, score, self.frames.own_bound(depth)) {
            return false;
        }
        self.frames.set(Column::Bound, depth, score);
        self.frames.set_best(depth, mv);
        let cut = is_no_worse(side, score, self.frames.other_bound(depth));
        if cut {
            self.cutoffs(side).step();
        }
        cut
    }

    /// Stores the best move of the node at `depth` after all its moves and returns its value.
    #[inline(always)]
    fn close(&mut self, side: Side, tables: &mut Tables, depth: u8) -> u8 {
        let (hash, lock) = (self.frames.get(Column::Hash, depth), self.frames.get(Column::Lock, depth));
        tables.store_best(side, hash, lock, self.frames.best(depth));
        self.frames.own_bound(depth)
    }

    /// Searches a whole node three plies above the leaves. Most nodes of a search are at this depth or below it: there, the data that
    /// other nodes keep in the depth-indexed tables is in local variables.
    #[inline(always)]
    fn inner_node<G: Evaluate, O: Observer>(
        &mut self,
        side: Side,
        game: &mut G,
        tables: &mut Tables,
        observer: &mut O,
    ) -> Result<u8, Stopped> {
        let node = self.node_at(INNER);
        self.expand::<TwoBefore, G, O>(side, node, game, tables, observer)
    }

    /// Returns the initial data of the node at `depth`.
    #[inline(always)]
    fn node_at(&self, depth: u8) -> Node {
        Node {
            window: Window { own: self.frames.own_bound(depth), other: self.frames.other_bound(depth) },
            sums: Sums {
                hash: self.frames.get(Column::Hash, depth),
                lock: self.frames.get(Column::Lock, depth),
                evaluation: self.frames.get(Column::Evaluation, depth),
            },
        }
    }

    /// Tries every move of a node of this kind.
    #[inline(always)]
    fn expand<K: Inner, G: Evaluate, O: Observer>(
        &mut self,
        side: Side,
        node: Node,
        game: &mut G,
        tables: &mut Tables,
        observer: &mut O,
    ) -> Result<u8, Stopped> {
        let Node { window, sums } = node;
        let mut tries = Tries::<K, O> {
            search: self,
            tables,
            observer,
            side,
            window,
            best: Move::NONE,
            stopped: false,
            kind: PhantomData,
        };
        if K::DEPTH == OneBefore::DEPTH {
            game.try_kinds_of_moves(side, sums, &mut tries);
        } else {
            game.try_moves(side, sums, &mut tries);
        }
        let Tries { window, best, stopped, .. } = tries;
        if stopped {
            return Err(Stopped);
        }
        tables.store_best(side, sums.hash, sums.lock, best);
        Ok(window.own)
    }

    /// Searches a whole node one ply above the leaves, which are scored without being visited.
    #[inline(always)]
    fn last_node<G: Evaluate>(&mut self, side: Side, node: Node, game: &mut G, tables: &mut Tables) -> u8 {
        let Node { window, sums } = node;
        // Nothing else is stored meanwhile, so the best move so far is kept directly in the table entry of the final one.
        tables.store_best(side, sums.hash, sums.lock, Move::NONE);
        let seen = Window { own: seen_by(side, window.own), other: seen_by(side, window.other) };
        let evaluation = seen_by(side, sums.evaluation);
        let value = match side {
            Side::First => self.score_for_first(seen, sums.hash, evaluation, game, tables),
            Side::Second => self.score_for_second(seen, sums.hash, evaluation, game, tables),
        };
        seen_by(side, value)
    }

    /// Scores the leaves below a node of the first player; compiled once for all nodes.
    #[inline(never)]
    fn score_for_first<G: Evaluate>(
        &mut self,
        window: Window,
        hash: u8,
        evaluation: u8,
        game: &mut G,
        tables: &mut Tables,
    ) -> u8 {
        self.score_leaves(Side::First, window, hash, evaluation, game, tables)
    }

    /// The same for the second player.
    #[inline(never)]
    fn score_for_second<G: Evaluate>(
        &mut self,
        window: Window,
        hash: u8,
        evaluation: u8,
        game: &mut G,
        tables: &mut Tables,
    ) -> u8 {
        self.score_leaves(Side::Second, window, hash, evaluation, game, tables)
    }

    #[inline(always)]
    fn score_leaves<G: Evaluate>(
        &mut self,
        side: Side,
        window: Window,
        hash: u8,
        evaluation: u8,
        game: &mut G,
        tables: &mut Tables,
    ) -> u8 {
        let Window { mut own, other } = window;
        let cut = game.score_moves(side, evaluation, |mv, score| {
            if score < own {
                return false;
            }
            own = score;
            tables.replace_best(side, hash, mv);
            score >= other
        });
        if cut {
            self.cutoffs(side).step();
        }
        own
    }
}

/// The visitor that searches a node's moves.
struct Tries<'a, K, O> {
    search: &'a mut Search,
    tables: &'a mut Tables,
    observer: &'a mut O,
    side: Side,
    window: Window,
    best: Move,
    stopped: bool,
    kind: PhantomData<K>,
}

impl<K: Inner, G: Evaluate, O: Observer> Visit<G> for Tries<'_, K, O> {
    #[inline(always)]
    fn visit(&mut self, game: &mut G, mv: Move, sums: Sums) -> bool {
        if self.search.count_node(self.observer) {
            self.stopped = true;
            return true;
        }
        let side = self.side;
        let Window { own, other } = self.window;
        let below = Node { window: Window { own: other, other: own }, sums };
        let Ok(score) = K::child(self.search, side.other(), below, game, self.tables, self.observer) else {
            self.stopped = true;
            return true;
        };
        if !is_no_worse(side, score, own) {
            return false;
        }
        self.window.own = score;
        self.best = mv;
        let cut = is_no_worse(side, score, other);
        if cut {
            self.search.cutoffs(side).step();
        }
        cut
    }
}

/// A kind of node that [`Search::expand`] searches. The kinds differ by what is below them, not by a depth value, so that
/// the compiler makes one function of a node and everything below it.
trait Inner {
    /// The depth of these nodes.
    const DEPTH: u8;

    /// Searches a child node, in which `side` is to move.
    fn child<G: Evaluate, O: Observer>(
        search: &mut Search,
        side: Side,
        node: Node,
        game: &mut G,
        tables: &mut Tables,
        observer: &mut O,
    ) -> Result<u8, Stopped>;
}

/// Nodes two plies above the leaves.
struct OneBefore;

impl Inner for OneBefore {
    const DEPTH: u8 = 2;

    #[inline(always)]
    fn child<G: Evaluate, O: Observer>(
        search: &mut Search,
        side: Side,
        node: Node,
        game: &mut G,
        tables: &mut Tables,
        _observer: &mut O,
    ) -> Result<u8, Stopped> {
        Ok(search.last_node(side, node, game, tables))
    }
}

/// Nodes three plies above the leaves.
struct TwoBefore;

impl Inner for TwoBefore {
    const DEPTH: u8 = 3;

    #[inline(always)]
    fn child<G: Evaluate, O: Observer>(
        search: &mut Search,
        side: Side,
        node: Node,
        game: &mut G,
        tables: &mut Tables,
        observer: &mut O,
    ) -> Result<u8, Stopped> {
        search.expand::<OneBefore, G, O>(side, node, game, tables, observer)
    }
}

/// Whether `score` is at least as good as `bound` for a side.
#[inline(always)]
fn is_no_worse(side: Side, score: u8, bound: u8) -> bool {
    if side == Side::First { score >= bound } else { score <= bound }
}
