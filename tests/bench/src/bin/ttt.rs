//! Tic-tac-toe perft in a loop: the eight lines are the bits of a byte, every leaf is counted.
#![no_std]
#![no_main]

use kit::{Memory, hex32, input, mark};

kit::main!(run);

/// The lines through each cell: bits 0-2 rows, 3-5 columns, 6-7 diagonals.
const LINES: [u8; 9] = [0x49, 0x11, 0xa1, 0x0a, 0xd2, 0x22, 0x8c, 0x14, 0x64];

struct Board {
    occupied: [bool; 9],
    /// The cell of the move at each ply.
    cell: [u8; 12],
    /// Lines where the player of each ply has a stone.
    one: [u8; 12],
    /// Lines where the player of each ply has two.
    two: [u8; 12],
}

static BOARD: Memory<Board> =
    Memory::new(Board { occupied: [false; 9], cell: [0; 12], one: [0; 12], two: [0; 12] });

fn perft(board: &mut Board, depth: u8) -> u32 {
    let mut count = 0u32;
    board.one = [0; 12];
    board.two = [0; 12];
    let mut ply = 0;
    let last = depth as usize - 1;
    let mut cell = 0;
    loop {
        if !board.occupied[cell] {
            let lines = LINES[cell];
            if ply == last || board.two[ply] & lines != 0 {
                count += 1;
            } else {
                board.two[ply + 2] = board.two[ply] | board.one[ply] & lines;
                board.one[ply + 2] = board.one[ply] | lines;
                board.occupied[cell] = true;
                board.cell[ply] = cell as u8;
                ply += 1;
                cell = 0;
                continue;
            }
        }
        cell += 1;
        while cell == 9 {
            if ply == 0 {
                return count;
            }
            ply -= 1;
            cell = board.cell[ply] as usize;
            board.occupied[cell] = false;
            cell += 1;
        }
    }
}

fn run() {
    let board = BOARD.take();
    for depth in [input(6), input(9)] {
        mark();
        let count = perft(board, depth);
        mark();
        hex32(count);
    }
}
