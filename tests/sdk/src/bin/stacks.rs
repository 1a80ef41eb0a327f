//! Random recursion and allocations, of which every byte is looked at again, beside an interrupt handler that recurses as well.
//!
//! At $02A7 are the seed (two bytes), the depth of the handler's recursion (0 for no handler), and whether an allocator of its own takes
//! half of the memory first.
#![no_std]
extern crate alloc;

use alloc::vec::Vec;
use core::hint::black_box;
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use sys2080::irq;
use sys2080::memory;
use sys2080::prelude::*;

/// The address of what the test chooses.
const CHOICE: *const u8 = 0x02a7 as *const u8;
/// Levels of recursion at most: those of the 6502's stack are fewer than 30.
const DEEPEST: u8 = 24;
/// Steps of a run.
const STEPS: u16 = 250;

static DIVES: AtomicU8 = AtomicU8::new(0);

struct Run {
    random: u16,
    left: u16,
    blocks: [Vec<u8>; 6],
}

impl Run {
    fn below(&mut self, end: u16) -> u16 {
        self.random ^= self.random << 7;
        self.random ^= self.random >> 9;
        self.random ^= self.random << 8;
        self.random % end
    }

    /// Whether all blocks are as they were filled.
    fn check(&self) {
        for (i, block) in self.blocks.iter().enumerate() {
            assert!(block.iter().all(|byte| *byte == block.len() as u8 ^ i as u8), "a block has changed");
        }
    }

    fn step(&mut self, depth: u8) {
        while self.left > 0 {
            self.left -= 1;
            let index = usize::from(self.below(6));
            match self.below(8) {
                0 | 1 => {
                    let size = usize::from(self.below(900)) + 1;
                    let mut block = Vec::new();
                    if block.try_reserve_exact(size).is_ok() {
                        block.resize(size, size as u8 ^ index as u8);
                        self.blocks[index] = block;
                    }
                }
                2 => self.blocks[index] = Vec::new(),
                3 => return,
                4 => self.check(),
                _ if depth == DEEPEST => return,
                5 => self.deeper::<9>(depth),
                6 => self.deeper::<60>(depth),
                _ => self.deeper::<250>(depth),
            }
        }
    }

    /// A level with so many bytes of its own.
    #[inline(never)]
    fn deeper<const SIZE: usize>(&mut self, depth: u8) {
        let own = black_box([depth; SIZE]);
        self.step(depth + 1);
        assert!(black_box(&own).iter().all(|byte| *byte == depth), "a local variable has changed");
    }
}

/// Recurses in the handler.
#[inline(never)]
fn dive(depth: u8) -> u16 {
    let own = black_box([depth; 20]);
    let below = if depth == 0 { 0 } else { dive(black_box(depth - 1)) };
    below + own.iter().map(|byte| u16::from(*byte)).sum::<u16>()
}

fn handle() {
    let depth = DIVES.load(Relaxed);
    assert!(
        dive(depth) == 10 * u16::from(depth) * (u16::from(depth) + 1),
        "a handler's variable has changed"
    );
    // No memory is to be had here.
    assert!(memory::take(10).is_empty() && Vec::<u8>::new().try_reserve(1).is_err(), "a handler has a heap");
}

/// Takes memory as an allocator of its own would.
fn arena(size: u16) -> &'static mut [MaybeUninit<u8>] {
    let arena = memory::take(size);
    arena.fill(MaybeUninit::new(0x5a));
    arena
}

fn main() {
    // SAFETY: the KERNAL leaves these addresses alone.
    let choice: [u8; 4] = core::array::from_fn(|i| unsafe { CHOICE.add(i).read_volatile() });
    let [low, high, dives, takes] = choice;
    let arena = arena(if takes == 0 { 0 } else { memory::free() / 2 });
    let mut run =
        Run { random: u16::from_le_bytes([low, high]) | 1, left: STEPS, blocks: [const { Vec::new() }; 6] };
    if dives > 0 {
        DIVES.store(dives, Relaxed);
        irq::start_timer(40_000, handle);
    }
    while run.left > 0 {
        run.step(0);
    }
    run.check();
    // SAFETY: all of it was filled.
    assert!(arena.iter().all(|byte| unsafe { byte.assume_init() } == 0x5a), "the arena has changed");
    uprintln!("RIGHT");
}
