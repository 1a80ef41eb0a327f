//! postcard and serde: structures to bytes and back.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::{Checksum, black_box};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Move {
    Pass,
    Place(u8, i16),
    Name { count: u32, big: u64 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Game<'a> {
    name: &'a str,
    moves: [Move; 3],
    score: Option<i32>,
    flags: (bool, char),
}

fn exercise() -> Checksum {
    let game = Game {
        name: black_box("mouse"),
        moves: [
            Move::Pass,
            Move::Place(black_box(3), -300),
            Move::Name { count: 70_000, big: black_box(1 << 40) },
        ],
        score: black_box(Some(-5)),
        flags: (true, black_box('x')),
    };
    let mut sum = Checksum::new();
    let mut buffer = [0; 64];
    match postcard::to_slice(&game, &mut buffer) {
        Ok(bytes) => {
            sum.bytes(bytes);
            let back: Result<Game, _> = postcard::from_bytes(bytes);
            sum.byte(u8::from(back.is_ok_and(|back| back == game)));
            sum.byte(u8::from(postcard::from_bytes::<Game>(&bytes[..9]).is_err()));
        }
        Err(_) => sum.byte(0xee),
    }
    sum
}

kit::program!(exercise);
