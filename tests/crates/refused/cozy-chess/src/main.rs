//! cozy-chess: its tables have more entries than a pointer of 16 bits can count.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use cozy_chess::Board;
use kit::Checksum;

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    Board::default().generate_moves(|moves| {
        sum.byte(moves.len() as u8);
        false
    });
    sum
}

kit::program!(exercise);
