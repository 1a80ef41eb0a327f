//! Tic-tac-toe perft, the cells unrolled: recursion without parameters or locals that live across a call.
#![no_std]
#![no_main]

use kit::bytes::Wide;
use kit::{hex32, input, mark};

kit::main!(run, Board, Board::NEW);

struct Board {
    occupied: [bool; 9],
    /// Lines where the player of each ply has a stone.
    one: Wide,
    /// Lines where the player of each ply has two.
    two: Wide,
    ply: u8,
    last: u8,
    count: u32,
}

impl Board {
    const NEW: Board =
        Board { occupied: [false; 9], one: Wide::ZERO, two: Wide::ZERO, ply: 0, last: 0, count: 0 };
}

fn node(board: &mut Board) {
    cell::<0, 0x49>(board);
    cell::<1, 0x11>(board);
    cell::<2, 0xa1>(board);
    cell::<3, 0x0a>(board);
    cell::<4, 0xd2>(board);
    cell::<5, 0x22>(board);
    cell::<6, 0x8c>(board);
    cell::<7, 0x14>(board);
    cell::<8, 0x64>(board);
}

/// Everything below a stone in a cell. `LINES` are those through it: bits 0-2 rows, 3-5 columns, 6-7 diagonals.
#[inline(always)]
fn cell<const CELL: usize, const LINES: u8>(board: &mut Board) {
    if board.occupied[CELL] {
        return;
    }
    let ply = board.ply;
    let two = board.two.get::<0>(ply);
    if ply == board.last || two & LINES != 0 {
        board.count += 1;
    } else {
        let one = board.one.get::<0>(ply);
        *board.two.at::<2>(ply) = two | one & LINES;
        *board.one.at::<2>(ply) = one | LINES;
        board.occupied[CELL] = true;
        board.ply += 1;
        node(board);
        board.ply -= 1;
        board.occupied[CELL] = false;
    }
}

fn run(board: &mut Board) {
    for depth in [input(6), input(9)] {
        board.ply = 0;
        board.count = 0;
        board.last = depth - 1;
        mark();
        node(board);
        mark();
        hex32(board.count);
    }
}
