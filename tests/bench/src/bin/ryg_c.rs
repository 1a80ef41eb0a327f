//! Mouse and cats to a depth of eight, shaped for the 6502: directions and cats unrolled, recursion without parameters or
//! locals that live across a call, the moving square vacated once a node, complemented scores at the last ply.
#![no_std]
#![no_main]

use kit::{Memory, hex8, hex16, input, mark};

kit::main!(run);

/// Distances from a cell to its neighbours, plus [`HOME`]. Rows are nine cells apart: one border cell serves both edges.
const DOWN_LEFT: usize = HOME - 10;
const DOWN_RIGHT: usize = HOME - 8;
const UP_RIGHT: usize = HOME + 10;
const UP_LEFT: usize = HOME + 8;

/// Where cell 0 is in the board's array, so that no neighbour lies before its start.
const HOME: usize = 10;

const BORDER: u8 = 0xff;
const MOUSE: u8 = 1;
const CAT: u8 = 2;

/// What a cat is worth in its own pair of columns, by rows from the bottom.
const WORTH: [u8; 8] = [0, 7, 13, 18, 22, 25, 27, 28];

/// A byte for each depth, where a depth finds its own and the next smaller one's without a subtraction. An offset goes
/// into a slice's start, not into the index: so it becomes part of the address.
struct Plies([u8; 257]);

impl Plies {
    const NEW: Plies = Plies([0; 257]);

    #[inline(always)]
    fn at(&mut self, depth: u8) -> &mut u8 {
        &mut self.0[1..][usize::from(depth)]
    }

    #[inline(always)]
    fn below(&mut self, depth: u8) -> &mut u8 {
        &mut self.0[usize::from(depth)]
    }
}

/// The game and its search.
struct Search {
    board: [u8; 256 + UP_RIGHT],
    /// The cats' cells, rising.
    cats: [u8; 4],
    /// For each of them, 64 times which cat it is, plus its square.
    places: [u8; 4],
    /// By place: how the value changes when this cat steps left or right.
    left: [u8; 256],
    right: [u8; 256],
    /// The same with the other sign.
    left_negated: [u8; 256],
    right_negated: [u8; 256],
    alpha: Plies,
    beta: Plies,
    value: Plies,
    /// The best move: from where, and which way.
    best_from: Plies,
    best_way: Plies,
    /// Where the piece that moves at this depth stood.
    from: Plies,
    place: Plies,
    depth: u8,
    mouse: u8,
    result: u8,
    nodes: u16,
}

static SEARCH: Memory<Search> = Memory::new(Search {
    board: [0; 256 + UP_RIGHT],
    cats: [0; 4],
    places: [0; 4],
    left: [0; 256],
    right: [0; 256],
    left_negated: [0; 256],
    right_negated: [0; 256],
    alpha: Plies::NEW,
    beta: Plies::NEW,
    value: Plies::NEW,
    best_from: Plies::NEW,
    best_way: Plies::NEW,
    from: Plies::NEW,
    place: Plies::NEW,
    depth: 0,
    mouse: 0,
    result: 0,
    nodes: 0,
});

/// The cats' last move: what their best reply is worth, moves only scored.
#[inline(never)]
fn cats_leaf(g: &mut Search) {
    g.nodes += 1;
    let value = !*g.value.at(1);
    let limit = !*g.alpha.at(2);
    let mut best = !*g.beta.at(2);
    let _ = cat_leaf::<0>(g, value, limit, &mut best)
        || cat_leaf::<1>(g, value, limit, &mut best)
        || cat_leaf::<2>(g, value, limit, &mut best)
        || cat_leaf::<3>(g, value, limit, &mut best);
    g.result = !best;
}

/// Scores both steps of a cat; whether that is enough.
#[inline(always)]
fn cat_leaf<const CAT: usize>(g: &mut Search, value: u8, limit: u8, best: &mut u8) -> bool {
    let cell = g.cats[CAT];
    let place = usize::from(g.places[CAT]);
    if g.board[DOWN_LEFT..][usize::from(cell)] == 0 {
        let score = value.wrapping_add(g.left_negated[place]);
        if score >= *best {
            *best = score;
            *g.best_from.at(1) = cell;
            *g.best_way.at(1) = 0;
            if score >= limit {
                return true;
            }
        }
    }
    if g.board[DOWN_RIGHT..][usize::from(cell)] == 0 {
        let score = value.wrapping_add(g.right_negated[place]);
        if score >= *best {
            *best = score;
            *g.best_from.at(1) = cell;
            *g.best_way.at(1) = 1;
            if score >= limit {
                return true;
            }
        }
    }
    false
}

/// The mouse's last move.
#[inline(never)]
fn mouse_leaf(g: &mut Search) {
    g.nodes += 1;
    *g.best_from.at(1) = g.mouse;
    let _ = mouse_leaf_way::<DOWN_LEFT, 0>(g)
        || mouse_leaf_way::<DOWN_RIGHT, 1>(g)
        || mouse_leaf_way::<UP_RIGHT, 2>(g)
        || mouse_leaf_way::<UP_LEFT, 3>(g);
    g.result = *g.alpha.at(1);
}

#[inline(always)]
fn mouse_leaf_way<const TO: usize, const WAY: u8>(g: &mut Search) -> bool {
    if g.board[TO..][usize::from(g.mouse)] != 0 {
        return false;
    }
    let score = after_mouse::<TO>(*g.value.at(1));
    if score >= *g.alpha.at(1) {
        *g.alpha.at(1) = score;
        *g.best_way.at(1) = WAY;
        return score >= *g.beta.at(1);
    }
    false
}

/// The value after a step of the mouse: each row up is worth one.
#[inline(always)]
fn after_mouse<const TO: usize>(value: u8) -> u8 {
    if TO > HOME { value.wrapping_add(1) } else { value.wrapping_sub(1) }
}

/// The mouse to move, at least two plies before the end.
#[inline(never)]
fn mouse_node(g: &mut Search) {
    g.nodes += 1;
    let mut cell = g.mouse;
    *g.from.at(g.depth) = cell;
    g.board[HOME..][usize::from(cell)] = 0;
    let _ = mouse_way::<DOWN_LEFT, 0>(g, &mut cell)
        || mouse_way::<DOWN_RIGHT, 1>(g, &mut cell)
        || mouse_way::<UP_RIGHT, 2>(g, &mut cell)
        || mouse_way::<UP_LEFT, 3>(g, &mut cell);
    let cell = *g.from.at(g.depth);
    g.mouse = cell;
    g.board[HOME..][usize::from(cell)] = MOUSE;
    g.result = *g.alpha.at(g.depth);
}

#[inline(always)]
fn mouse_way<const TO: usize, const WAY: u8>(g: &mut Search, cell: &mut u8) -> bool {
    if g.board[TO..][usize::from(*cell)] != 0 {
        return false;
    }
    g.mouse = cell.wrapping_add(TO as u8).wrapping_sub(HOME as u8);
    g.board[TO..][usize::from(*cell)] = MOUSE;
    let depth = g.depth;
    *g.value.below(depth) = after_mouse::<TO>(*g.value.at(depth));
    if depth == 2 {
        cats_leaf(g);
    } else {
        *g.alpha.below(depth) = *g.alpha.at(depth);
        *g.beta.below(depth) = *g.beta.at(depth);
        g.depth = depth - 1;
        cats_node(g);
        g.depth += 1;
    }
    let depth = g.depth;
    *cell = *g.from.at(depth);
    g.board[TO..][usize::from(*cell)] = 0;
    let result = g.result;
    if result >= *g.alpha.at(depth) {
        *g.alpha.at(depth) = result;
        *g.best_way.at(depth) = WAY;
        return result >= *g.beta.at(depth);
    }
    false
}

/// The cats to move, at least two plies before the end.
#[inline(never)]
fn cats_node(g: &mut Search) {
    g.nodes += 1;
    let _ = cat_node::<0>(g) || cat_node::<1>(g) || cat_node::<2>(g) || cat_node::<3>(g);
    g.result = *g.beta.at(g.depth);
}

#[inline(always)]
fn cat_node<const CAT: usize>(g: &mut Search) -> bool {
    let mut cell = g.cats[CAT];
    cat_way::<CAT, DOWN_LEFT, 0>(g, &mut cell) || cat_way::<CAT, DOWN_RIGHT, 1>(g, &mut cell)
}

#[inline(always)]
fn cat_way<const SLOT: usize, const TO: usize, const WAY: u8>(g: &mut Search, cell: &mut u8) -> bool {
    if g.board[TO..][usize::from(*cell)] != 0 {
        return false;
    }
    let depth = g.depth;
    *g.from.at(depth) = *cell;
    g.board[HOME..][usize::from(*cell)] = 0;
    g.board[TO..][usize::from(*cell)] = CAT;
    let place = g.places[SLOT];
    *g.place.at(depth) = place;
    let change = if WAY == 0 { g.left[usize::from(place)] } else { g.right[usize::from(place)] };
    *g.value.below(depth) = g.value.at(depth).wrapping_add(change);
    *g.alpha.below(depth) = *g.alpha.at(depth);
    *g.beta.below(depth) = *g.beta.at(depth);
    insert::<SLOT>(g, target::<TO>(*cell), place.wrapping_sub(if WAY == 0 { 9 } else { 7 }));
    g.depth = depth - 1;
    if depth == 2 {
        mouse_leaf(g)
    } else {
        mouse_node(g)
    }
    g.depth += 1;
    let depth = g.depth;
    *cell = *g.from.at(depth);
    remove::<SLOT>(g, target::<TO>(*cell));
    g.cats[SLOT] = *cell;
    g.places[SLOT] = *g.place.at(depth);
    g.board[TO..][usize::from(*cell)] = 0;
    g.board[HOME..][usize::from(*cell)] = CAT;
    let result = g.result;
    if result <= *g.beta.at(depth) {
        *g.beta.at(depth) = result;
        *g.best_from.at(depth) = *cell;
        *g.best_way.at(depth) = WAY;
        return *g.alpha.at(depth) >= result;
    }
    false
}

/// The cell in a direction.
#[inline(always)]
fn target<const TO: usize>(cell: u8) -> u8 {
    cell.wrapping_add(TO as u8).wrapping_sub(HOME as u8)
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

/// Searches to a depth.
fn search(g: &mut Search, depth: u8) {
    g.nodes = 0;
    g.depth = depth;
    *g.alpha.at(depth) = 0;
    *g.beta.at(depth) = 0xff;
    *g.value.at(depth) = evaluate(g);
    if depth == 1 { mouse_leaf(g) } else { mouse_node(g) }
}

fn cell_of(square: u8) -> u8 {
    10 + (square >> 3) * 9 + (square & 7)
}

fn square_of(cell: u8) -> u8 {
    let cell = cell - 10;
    (cell / 9) << 3 | cell % 9
}

/// The value of the position after which the mouse has not moved yet.
fn evaluate(g: &Search) -> u8 {
    g.places.iter().fold(0x80, |value, place| value.wrapping_sub(worth(place >> 6, place & 63)))
}

/// What a cat is worth on a square.
fn worth(cat: u8, square: u8) -> u8 {
    if (square & 7) >> 1 == cat { WORTH[usize::from(square >> 3)] } else { 0 }
}

fn place_pieces(g: &mut Search) {
    g.board.fill(BORDER);
    for square in 0..64 {
        g.board[HOME..][usize::from(cell_of(square))] = 0;
    }
    for cat in 0..4 {
        let square = input(57) + 2 * cat;
        let cell = cell_of(square);
        g.cats[usize::from(cat)] = cell;
        g.places[usize::from(cat)] = cat << 6 | square;
        g.board[HOME..][usize::from(cell)] = CAT;
    }
    g.mouse = cell_of(input(4));
    g.board[HOME..][usize::from(g.mouse)] = MOUSE;
}

fn make_tables(g: &mut Search) {
    for place in 0..=255 {
        let (cat, square) = (place >> 6, place & 63);
        let here = worth(cat, square);
        let change = |inside: bool, distance: u8| match inside && square >= 8 {
            true => here.wrapping_sub(worth(cat, square - distance)),
            false => here,
        };
        let left = change(square & 7 != 0, 9);
        let right = change(square & 7 != 7, 7);
        let index = usize::from(place);
        g.left[index] = left;
        g.right[index] = right;
        g.left_negated[index] = left.wrapping_neg();
        g.right_negated[index] = right.wrapping_neg();
    }
}

fn run() {
    let g = SEARCH.take();
    make_tables(g);
    place_pieces(g);
    mark();
    search(g, 8);
    mark();
    hex16(g.nodes);
    hex8(g.result);
    let way = usize::from(*g.best_way.at(8));
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
