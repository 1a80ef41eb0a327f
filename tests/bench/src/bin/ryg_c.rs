//! Mouse and cats to a depth of eight, shaped for the 6502: directions and cats unrolled, recursion without parameters or
//! locals that live across a call, the moving square vacated once a node, complemented scores at the last ply.
#![no_std]
#![no_main]

use kit::bytes::{Bytes, Wide};
use kit::cats::{
    Board, CAT, DOWN_LEFT, DOWN_RIGHT, FREE, HOME, MOUSE, UP_LEFT, UP_RIGHT, after_mouse, cell_of, evaluate,
    fill_changes, square_of, target,
};
use kit::{hex8, hex16, input, mark};

kit::main!(run, Search, Search::NEW);

/// A byte for each depth, where a depth finds its own and the next smaller one's.
struct Plies(Wide);

impl Plies {
    const ZERO: Plies = Plies(Wide::ZERO);

    #[inline(always)]
    fn at(&mut self, depth: u8) -> &mut u8 {
        self.0.at::<1>(depth)
    }

    #[inline(always)]
    fn below(&mut self, depth: u8) -> &mut u8 {
        self.0.at::<0>(depth)
    }
}

/// What either side is sure of: the mouse's best so far where it moves, the cats' where they do. So a node starts with
/// what its grandparent has, and is refuted by what its parent has.
struct Bounds(Wide);

impl Bounds {
    const ZERO: Bounds = Bounds(Wide::ZERO);

    #[inline(always)]
    fn own(&mut self, depth: u8) -> &mut u8 {
        self.0.at::<0>(depth)
    }

    #[inline(always)]
    fn other(&mut self, depth: u8) -> &mut u8 {
        self.0.at::<1>(depth)
    }

    #[inline(always)]
    fn first(&mut self, depth: u8) -> &mut u8 {
        self.0.at::<2>(depth)
    }
}

/// The game and its search.
struct Search {
    board: Board,
    /// The cats' cells, rising.
    cats: [u8; 4],
    /// For each of them, 64 times which cat it is, plus its square.
    places: [u8; 4],
    /// By place: how the value changes when this cat steps left or right.
    left: Bytes,
    right: Bytes,
    /// The same with the other sign.
    left_negated: Bytes,
    right_negated: Bytes,
    bound: Bounds,
    value: Plies,
    /// The best move: from where, and which way.
    best_from: Bytes,
    best_way: Bytes,
    /// Where the piece that moves at this depth stood.
    from: Bytes,
    place: Bytes,
    /// Plies to the end, for the nodes that need it, which count it down and up again.
    depth: u8,
    mouse: u8,
    nodes: u16,
}

impl Search {
    const NEW: Search = Search {
        board: Board::ZERO,
        cats: [0; 4],
        places: [0; 4],
        left: Bytes::ZERO,
        right: Bytes::ZERO,
        left_negated: Bytes::ZERO,
        right_negated: Bytes::ZERO,
        bound: Bounds::ZERO,
        value: Plies::ZERO,
        best_from: Bytes::ZERO,
        best_way: Bytes::ZERO,
        from: Bytes::ZERO,
        place: Bytes::ZERO,
        depth: 0,
        mouse: 0,
        nodes: 0,
    };
}

/// The cats' last move: what their best reply is worth, moves only scored. Values and bounds are complements here, so
/// that the greatest is the best for the cats.
#[inline(never)]
fn cats_leaf(g: &mut Search, value: u8, best: u8, limit: u8) -> u8 {
    g.nodes += 1;
    let mut best = best;
    let _ = cat_leaf::<0>(g, value, limit, &mut best)
        || cat_leaf::<1>(g, value, limit, &mut best)
        || cat_leaf::<2>(g, value, limit, &mut best)
        || cat_leaf::<3>(g, value, limit, &mut best);
    best
}

/// Scores both steps of a cat; whether that is enough.
#[inline(always)]
fn cat_leaf<const CAT: usize>(g: &mut Search, value: u8, limit: u8, best: &mut u8) -> bool {
    let place = g.places[CAT];
    let cell = g.cats[CAT];
    if g.board.is_free::<DOWN_LEFT>(cell) {
        let score = value.wrapping_add(g.left_negated[place]);
        if score >= *best {
            *best = score;
            g.best_from[1] = cell;
            g.best_way[1] = 0;
            if score >= limit {
                return true;
            }
        }
    }
    if g.board.is_free::<DOWN_RIGHT>(cell) {
        let score = value.wrapping_add(g.right_negated[place]);
        if score >= *best {
            *best = score;
            g.best_from[1] = cell;
            g.best_way[1] = 1;
            if score >= limit {
                return true;
            }
        }
    }
    false
}

/// The mouse's last move if that is the last of all.
#[inline(never)]
fn mouse_leaf(g: &mut Search) -> u8 {
    g.nodes += 1;
    g.best_from[1] = g.mouse;
    let value = *g.value.at(1);
    let mut best = *g.bound.first(1);
    let _ = mouse_leaf_way::<DOWN_LEFT, 0>(g, value, &mut best)
        || mouse_leaf_way::<DOWN_RIGHT, 1>(g, value, &mut best)
        || mouse_leaf_way::<UP_RIGHT, 2>(g, value, &mut best)
        || mouse_leaf_way::<UP_LEFT, 3>(g, value, &mut best);
    best
}

#[inline(always)]
fn mouse_leaf_way<const TO: usize, const WAY: u8>(g: &mut Search, value: u8, best: &mut u8) -> bool {
    if !g.board.is_free::<TO>(g.mouse) {
        return false;
    }
    let score = after_mouse::<TO>(value);
    if score >= *best {
        *best = score;
        g.best_way[1] = WAY;
        return score >= *g.bound.other(1);
    }
    false
}

/// The mouse's last move, two plies before the end. Nothing here is by depth, and complements are worked with as at the
/// last ply.
#[inline(never)]
fn mouse_last(g: &mut Search) -> u8 {
    g.nodes += 1;
    let cell = g.mouse;
    g.best_from[2] = cell;
    *g.board.at::<HOME>(cell) = FREE;
    let value = !*g.value.at(2);
    let limit = !*g.bound.other(2);
    let mut best = !*g.bound.first(2);
    let _ = mouse_last_way::<DOWN_LEFT, 0>(g, cell, value, limit, &mut best)
        || mouse_last_way::<DOWN_RIGHT, 1>(g, cell, value, limit, &mut best)
        || mouse_last_way::<UP_RIGHT, 2>(g, cell, value, limit, &mut best)
        || mouse_last_way::<UP_LEFT, 3>(g, cell, value, limit, &mut best);
    *g.board.at::<HOME>(cell) = MOUSE;
    !best
}

#[inline(always)]
fn mouse_last_way<const TO: usize, const WAY: u8>(
    g: &mut Search,
    cell: u8,
    value: u8,
    limit: u8,
    best: &mut u8,
) -> bool {
    if !g.board.is_free::<TO>(cell) {
        return false;
    }
    *g.board.at::<TO>(cell) = MOUSE;
    let value = if TO > HOME { value.wrapping_sub(1) } else { value.wrapping_add(1) };
    let score = cats_leaf(g, value, limit, *best);
    *g.board.at::<TO>(cell) = FREE;
    if score <= *best {
        *best = score;
        g.best_way[2] = WAY;
        return score <= limit;
    }
    false
}

/// The mouse to move, at least three plies before the end.
#[inline(never)]
fn mouse_node(g: &mut Search) -> u8 {
    g.nodes += 1;
    g.depth -= 1;
    let depth = g.depth;
    let mut cell = g.mouse;
    g.from[depth] = cell;
    *g.board.at::<HOME>(cell) = FREE;
    *g.bound.own(depth) = *g.bound.first(depth);
    let _ = mouse_way::<DOWN_LEFT, 0>(g, &mut cell)
        || mouse_way::<DOWN_RIGHT, 1>(g, &mut cell)
        || mouse_way::<UP_RIGHT, 2>(g, &mut cell)
        || mouse_way::<UP_LEFT, 3>(g, &mut cell);
    let depth = g.depth;
    let cell = g.from[depth];
    g.mouse = cell;
    *g.board.at::<HOME>(cell) = MOUSE;
    g.depth = depth + 1;
    *g.bound.own(depth)
}

#[inline(always)]
fn mouse_way<const TO: usize, const WAY: u8>(g: &mut Search, cell: &mut u8) -> bool {
    if !g.board.is_free::<TO>(*cell) {
        return false;
    }
    g.mouse = target::<TO>(*cell);
    *g.board.at::<TO>(*cell) = MOUSE;
    let depth = g.depth;
    *g.value.below(depth) = after_mouse::<TO>(*g.value.at(depth));
    let result = cats_node(g);
    let depth = g.depth;
    *cell = g.from[depth];
    *g.board.at::<TO>(*cell) = FREE;
    if result >= *g.bound.own(depth) {
        *g.bound.own(depth) = result;
        g.best_way[depth] = WAY;
        return result >= *g.bound.other(depth);
    }
    false
}

/// The cats to move, at least two plies before the end.
#[inline(never)]
fn cats_node(g: &mut Search) -> u8 {
    g.nodes += 1;
    g.depth -= 1;
    let depth = g.depth;
    *g.bound.own(depth) = *g.bound.first(depth);
    let _ = cat_node::<0>(g) || cat_node::<1>(g) || cat_node::<2>(g) || cat_node::<3>(g);
    let depth = g.depth;
    g.depth = depth + 1;
    *g.bound.own(depth)
}

#[inline(always)]
fn cat_node<const SLOT: usize>(g: &mut Search) -> bool {
    let mut cell = g.cats[SLOT];
    cat_way::<SLOT, DOWN_LEFT, 0>(g, &mut cell) || cat_way::<SLOT, DOWN_RIGHT, 1>(g, &mut cell)
}

#[inline(always)]
fn cat_way<const SLOT: usize, const TO: usize, const WAY: u8>(g: &mut Search, cell: &mut u8) -> bool {
    if !g.board.is_free::<TO>(*cell) {
        return false;
    }
    let depth = g.depth;
    g.from[depth] = *cell;
    *g.board.at::<HOME>(*cell) = FREE;
    *g.board.at::<TO>(*cell) = CAT;
    let place = g.places[SLOT];
    g.place[depth] = place;
    let change = if WAY == 0 { g.left[place] } else { g.right[place] };
    *g.value.below(depth) = g.value.at(depth).wrapping_add(change);
    insert::<SLOT>(g, target::<TO>(*cell), place.wrapping_sub(if WAY == 0 { 9 } else { 7 }));
    let result = mouse(g, depth);
    let depth = g.depth;
    *cell = g.from[depth];
    remove::<SLOT>(g, target::<TO>(*cell));
    g.cats[SLOT] = *cell;
    g.places[SLOT] = g.place[depth];
    *g.board.at::<TO>(*cell) = FREE;
    *g.board.at::<HOME>(*cell) = CAT;
    if result <= *g.bound.own(depth) {
        *g.bound.own(depth) = result;
        g.best_from[depth] = *cell;
        g.best_way[depth] = WAY;
        return *g.bound.other(depth) >= result;
    }
    false
}

/// The mouse to move, one ply after a depth.
#[inline(always)]
fn mouse(g: &mut Search, depth: u8) -> u8 {
    match depth {
        2 => mouse_leaf(g),
        3 => mouse_last(g),
        _ => mouse_node(g),
    }
}

/// Copies a slot of the cats' list to another.
#[inline(always)]
fn copy<const FROM: usize, const TO: usize>(g: &mut Search) {
    g.cats[TO] = g.cats[FROM];
    g.places[TO] = g.places[FROM];
}

/// Moves the cat in a slot down to where the list stays sorted.
#[inline(always)]
fn insert<const SLOT: usize>(g: &mut Search, cell: u8, place: u8) {
    if SLOT == 3 {
        if g.cats[2] < cell {
            (g.cats[3], g.places[3]) = (cell, place);
            return;
        }
        copy::<2, 3>(g);
    }
    if SLOT >= 2 {
        if g.cats[1] < cell {
            (g.cats[2], g.places[2]) = (cell, place);
            return;
        }
        copy::<1, 2>(g);
    }
    if SLOT >= 1 {
        if g.cats[0] < cell {
            (g.cats[1], g.places[1]) = (cell, place);
            return;
        }
        copy::<0, 1>(g);
    }
    (g.cats[0], g.places[0]) = (cell, place);
}

/// Moves the cats above the one at a cell, up to a slot, one down: that slot is free then.
#[inline(always)]
fn remove<const SLOT: usize>(g: &mut Search, cell: u8) {
    if SLOT >= 1 && g.cats[SLOT] != cell {
        if SLOT >= 2 && g.cats[SLOT - 1] != cell {
            if SLOT == 3 && g.cats[1] != cell {
                copy::<1, 0>(g);
            }
            if SLOT == 3 {
                copy::<2, 1>(g);
            } else {
                copy::<1, 0>(g);
            }
        }
        match SLOT {
            3 => copy::<3, 2>(g),
            2 => copy::<2, 1>(g),
            _ => copy::<1, 0>(g),
        }
    }
}

/// Searches to a depth: the value.
fn search(g: &mut Search, depth: u8) -> u8 {
    g.nodes = 0;
    g.depth = depth + 1;
    *g.bound.first(depth) = 0;
    *g.bound.other(depth) = 0xff;
    *g.value.at(depth) = evaluate(g.places.into_iter());
    mouse(g, depth + 1)
}

fn set_up(g: &mut Search) {
    fill_changes(&mut g.left, &mut g.right);
    for place in 0..=255 {
        g.left_negated[place] = g.left[place].wrapping_neg();
        g.right_negated[place] = g.right[place].wrapping_neg();
    }
    g.board.clear();
    for cat in 0..4 {
        let square = input(57) + 2 * cat;
        let cell = cell_of(square);
        g.cats[usize::from(cat)] = cell;
        g.places[usize::from(cat)] = cat << 6 | square;
        *g.board.at::<HOME>(cell) = CAT;
    }
    g.mouse = cell_of(input(4));
    *g.board.at::<HOME>(g.mouse) = MOUSE;
}

fn run(g: &mut Search) {
    set_up(g);
    mark();
    let value = search(g, 8);
    mark();
    hex16(g.nodes);
    hex8(value);
    let way = usize::from(g.best_way[8]);
    let step = [DOWN_LEFT, DOWN_RIGHT, UP_RIGHT, UP_LEFT][way & 3] as u8;
    hex8(square_of(g.mouse));
    hex8(square_of(g.mouse + step - HOME as u8));
    let mut total = 0;
    mark();
    for depth in 1..=8 {
        search(g, depth);
        total += g.nodes;
    }
    mark();
    hex16(total);
}
