//! The search of mouse and cats in plain Rust: cats kept sorted, moves made one by one, values kept up to date, leaves
//! scored from their parent. What else is kept of the positions is up to a [`Record`].

use crate::bytes::Bytes;
use crate::cats::{
    Board, CAT, DOWN_LEFT, DOWN_RIGHT, FREE, HOME, MOUSE, UP_LEFT, UP_RIGHT, after_mouse, cell_of, evaluate,
    fill_changes, square_of, target,
};
use crate::input;

/// What a program keeps besides the search.
pub trait Record {
    /// The mouse has gone from a cell to another, or back.
    fn mouse_moved(&mut self, from: u8, to: u8);
    /// A cat has gone from a place to another, or back: 64 times which cat, plus its square.
    fn cat_moved(&mut self, from: u8, to: u8);
    /// The mouse's best move in a position, by cells.
    fn mouse_best(&mut self, from: u8, to: u8);
    /// The cats' best move in a position, by cells.
    fn cats_best(&mut self, from: u8, to: u8);
}

/// The game and its search.
pub struct Search {
    board: Board,
    mouse: u8,
    /// The cats' cells, rising.
    cats: Bytes,
    /// 64 times which cat each of them is.
    rows: Bytes,
    /// How the value changes when a cat steps left or right, by 64 times which cat, plus its square.
    left: Bytes,
    right: Bytes,
    /// The square of each cell.
    square: Bytes,
    best_from: u8,
    best_to: u8,
    nodes: u16,
}

/// What a search found.
pub struct Found {
    /// Nodes visited, leaves not counted.
    pub nodes: u16,
    /// The value.
    pub value: u8,
    /// The best move's squares.
    pub best: [u8; 2],
}

/// The node a move is tried in.
#[derive(Clone, Copy)]
struct Node {
    depth: u8,
    alpha: u8,
    beta: u8,
    value: u8,
    best_from: u8,
    best_to: u8,
}

impl Search {
    /// Memory for a search.
    pub const NEW: Search = Search {
        board: Board::ZERO,
        mouse: 0,
        cats: Bytes::ZERO,
        rows: Bytes::ZERO,
        left: Bytes::ZERO,
        right: Bytes::ZERO,
        square: Bytes::ZERO,
        best_from: 0,
        best_to: 0,
        nodes: 0,
    };

    /// Fills the tables and places the pieces.
    pub fn set_up(&mut self) {
        fill_changes(&mut self.left, &mut self.right);
        self.board.clear();
        for square in 0..64 {
            self.square[cell_of(square)] = square;
        }
        for cat in 0..4 {
            let cell = cell_of(input(57) + 2 * cat);
            self.cats[cat] = cell;
            self.rows[cat] = cat << 6;
            *self.board.at::<HOME>(cell) = CAT;
        }
        self.mouse = cell_of(input(4));
        *self.board.at::<HOME>(self.mouse) = MOUSE;
    }

    /// Searches from the position to a depth.
    #[inline(never)]
    pub fn run(&mut self, depth: u8, record: &mut impl Record) -> Found {
        self.nodes = 0;
        let value = evaluate((0..4).map(|slot| self.place(slot, self.cats[slot])));
        let value = self.mouse_to_move(depth, 0, 0xff, value, record);
        Found { nodes: self.nodes, value, best: [square_of(self.best_from), square_of(self.best_to)] }
    }

    /// The place of the cat in a slot of the list if it is on a cell.
    #[inline(always)]
    fn place(&self, slot: u8, cell: u8) -> u8 {
        self.rows[slot].wrapping_add(self.square[cell])
    }

    /// The value of a position with the mouse to move.
    #[inline(always)]
    fn mouse_to_move(&mut self, depth: u8, alpha: u8, beta: u8, value: u8, record: &mut impl Record) -> u8 {
        match depth {
            1 => self.mouse_node::<true>(depth, alpha, beta, value, record),
            _ => self.mouse_node::<false>(depth, alpha, beta, value, record),
        }
    }

    #[inline(never)]
    fn mouse_node<const LAST: bool>(
        &mut self,
        depth: u8,
        alpha: u8,
        beta: u8,
        value: u8,
        record: &mut impl Record,
    ) -> u8 {
        self.nodes += 1;
        let mut node = Node { depth, alpha, beta, value, best_from: self.mouse, best_to: 0 };
        let _ = self.try_mouse::<LAST, DOWN_LEFT>(&mut node, record)
            || self.try_mouse::<LAST, DOWN_RIGHT>(&mut node, record)
            || self.try_mouse::<LAST, UP_RIGHT>(&mut node, record)
            || self.try_mouse::<LAST, UP_LEFT>(&mut node, record);
        record.mouse_best(self.mouse, node.best_to);
        (self.best_from, self.best_to) = (self.mouse, node.best_to);
        node.alpha
    }

    /// Moves the mouse in a direction if it can, and back; whether no other move matters after this.
    #[inline(always)]
    fn try_mouse<const LAST: bool, const DIRECTION: usize>(
        &mut self,
        node: &mut Node,
        record: &mut impl Record,
    ) -> bool {
        let from = self.mouse;
        if !self.board.is_free::<DIRECTION>(from) {
            return false;
        }
        let to = target::<DIRECTION>(from);
        let mut score = after_mouse::<DIRECTION>(node.value);
        if !LAST {
            self.move_mouse(from, to, record);
            score = self.cats_to_move(node.depth - 1, node.alpha, node.beta, score, record);
            self.move_mouse(to, from, record);
        }
        if score >= node.alpha {
            node.alpha = score;
            node.best_to = to;
        }
        node.alpha >= node.beta
    }

    #[inline(always)]
    fn move_mouse(&mut self, from: u8, to: u8, record: &mut impl Record) {
        *self.board.at::<HOME>(from) = FREE;
        *self.board.at::<HOME>(to) = MOUSE;
        self.mouse = to;
        record.mouse_moved(from, to);
    }

    /// The value of a position with the cats to move.
    #[inline(always)]
    fn cats_to_move(&mut self, depth: u8, alpha: u8, beta: u8, value: u8, record: &mut impl Record) -> u8 {
        match depth {
            1 => self.cats_node::<true>(depth, alpha, beta, value, record),
            _ => self.cats_node::<false>(depth, alpha, beta, value, record),
        }
    }

    #[inline(never)]
    fn cats_node<const LAST: bool>(
        &mut self,
        depth: u8,
        alpha: u8,
        beta: u8,
        value: u8,
        record: &mut impl Record,
    ) -> u8 {
        self.nodes += 1;
        let mut node = Node { depth, alpha, beta, value, best_from: 0, best_to: 0 };
        for slot in 0..4 {
            if self.try_cat::<LAST, DOWN_LEFT>(slot, &mut node, record)
                || self.try_cat::<LAST, DOWN_RIGHT>(slot, &mut node, record)
            {
                break;
            }
        }
        record.cats_best(node.best_from, node.best_to);
        node.beta
    }

    /// Moves the cat in a slot in a direction if it can, and back; whether no other move matters after this.
    #[inline(always)]
    fn try_cat<const LAST: bool, const DIRECTION: usize>(
        &mut self,
        slot: u8,
        node: &mut Node,
        record: &mut impl Record,
    ) -> bool {
        let from = self.cats[slot];
        if !self.board.is_free::<DIRECTION>(from) {
            return false;
        }
        let to = target::<DIRECTION>(from);
        let place = self.place(slot, from);
        let changes = if DIRECTION == DOWN_LEFT { &self.left } else { &self.right };
        let mut score = node.value.wrapping_add(changes[place]);
        if !LAST {
            let new_place = self.place(slot, to);
            *self.board.at::<HOME>(from) = FREE;
            *self.board.at::<HOME>(to) = CAT;
            record.cat_moved(place, new_place);
            let new_slot = self.cat_down(slot, to);
            score = self.mouse_to_move(node.depth - 1, node.alpha, node.beta, score, record);
            self.cat_up(new_slot, slot, from);
            record.cat_moved(new_place, place);
            *self.board.at::<HOME>(to) = FREE;
            *self.board.at::<HOME>(from) = CAT;
        }
        if score <= node.beta {
            node.beta = score;
            (node.best_from, node.best_to) = (from, to);
        }
        node.alpha >= node.beta
    }

    /// Puts the cat in a slot on a lower cell, and into the slot where the list stays sorted: that one.
    #[inline(always)]
    fn cat_down(&mut self, mut slot: u8, cell: u8) -> u8 {
        let row = self.rows[slot];
        while slot > 0 && self.cats[slot - 1] > cell {
            self.cats[slot] = self.cats[slot - 1];
            self.rows[slot] = self.rows[slot - 1];
            slot -= 1;
        }
        self.cats[slot] = cell;
        self.rows[slot] = row;
        slot
    }

    /// Takes a move of a cat back, from one slot to another and to a cell.
    #[inline(always)]
    fn cat_up(&mut self, mut slot: u8, to: u8, cell: u8) {
        let row = self.rows[slot];
        while slot < to {
            self.cats[slot] = self.cats[slot + 1];
            self.rows[slot] = self.rows[slot + 1];
            slot += 1;
        }
        self.cats[slot] = cell;
        self.rows[slot] = row;
    }
}
