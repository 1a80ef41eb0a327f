//! Tic-tac-toe perft in a loop: the eight lines are the bits of a byte, every leaf is counted.
#![no_std]
#![no_main]

use kit::bytes::{Bytes, Wide};
use kit::{hex32, input, mark};

kit::main!(run, Board, Board::NEW);

/// The lines through each cell: bits 0-2 rows, 3-5 columns, 6-7 diagonals.
const LINES: [u8; 9] = [0x49, 0x11, 0xa1, 0x0a, 0xd2, 0x22, 0x8c, 0x14, 0x64];

struct Board {
    occupied: Bytes,
    /// The cell of the move at each ply.
    cell: Bytes,
    /// Lines where the player of each ply has a stone.
    one: Wide,
    /// Lines where the player of each ply has two.
    two: Wide,
}

impl Board {
    const NEW: Board = Board { occupied: Bytes::ZERO, cell: Bytes::ZERO, one: Wide::ZERO, two: Wide::ZERO };
}

fn perft(board: &mut Board, depth: u8) -> u32 {
    let mut count = 0u32;
    let mut ply = 0;
    let last = depth - 1;
    let mut cell = 0;
    loop {
        if let Some(&lines) = LINES.get(usize::from(cell)) {
            if board.occupied[cell] == 0 {
                let (one, two) = (board.one.get::<0>(ply), board.two.get::<0>(ply));
                if ply == last || two & lines != 0 {
                    count += 1;
                } else {
                    *board.two.at::<2>(ply) = two | one & lines;
                    *board.one.at::<2>(ply) = one | lines;
                    board.occupied[cell] = 1;
                    board.cell[ply] = cell;
                    ply += 1;
                    cell = 0;
                    continue;
                }
            }
        } else if ply == 0 {
            return count;
        } else {
            ply -= 1;
            cell = board.cell[ply];
            board.occupied[cell] = 0;
        }
        cell += 1;
    }
}

fn run(board: &mut Board) {
    for depth in [input(6), input(9)] {
        mark();
        let count = perft(board, depth);
        mark();
        hex32(count);
    }
}
