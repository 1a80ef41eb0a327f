//! Tic-tac-toe perft, plainly recursive: parameters, a 32-bit result, a board of bytes.
#![no_std]
#![no_main]

use kit::{hex32, input, mark};

kit::main!(run, [u8; 9], [0; 9]);

const LINES: [[u8; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn won(board: &[u8; 9], who: u8) -> bool {
    LINES.iter().any(|line| line.iter().all(|&cell| board[cell as usize] == who))
}

fn perft(board: &mut [u8; 9], depth: u8, who: u8) -> u32 {
    if depth == 0 || won(board, 3 - who) {
        return 1;
    }
    let mut count = 0;
    for cell in 0..9 {
        if board[cell] == 0 {
            board[cell] = who;
            count += perft(board, depth - 1, 3 - who);
            board[cell] = 0;
        }
    }
    count
}

fn run(board: &mut [u8; 9]) {
    let depth = input(6);
    mark();
    let count = perft(board, depth, 1);
    mark();
    hex32(count);
}
