//! Free blocks of memory in a list sorted by address; adjacent blocks are merged.
//!
//! A free block begins with its size and the address of the next one, 0 for none. Allocated blocks have no header: the caller
//! that frees one knows its size.

/// Alignment and size granularity of blocks, in bytes.
const UNIT: u16 = 4;
/// Offset in a free block of the address of the next one.
const NEXT: u16 = 2;

/// Memory that stores 16-bit words.
pub(crate) trait Memory {
    /// Loads the word at an address in a free block.
    fn load(&self, address: u16) -> u16;
    /// Stores a word at an address in a free block.
    fn store(&mut self, address: u16, word: u16);
}

/// The free blocks of a memory.
pub(crate) struct Blocks<M> {
    memory: M,
    /// The first block, 0 if there is none.
    first: u16,
}

/// The bytes taken by an allocation of `size` bytes, which is at most 32,767.
const fn rounded(size: u16) -> u16 {
    if size == 0 { UNIT } else { (size + (UNIT - 1)) & !(UNIT - 1) }
}

impl<M: Memory> Blocks<M> {
    /// Creates an empty list. [`give`](Blocks::give) adds the first block.
    pub(crate) const fn new(memory: M) -> Blocks<M> {
        Blocks { memory, first: 0 }
    }

    /// Recreates the list for which [`first`](Blocks::first) returned this address.
    #[cfg(target_vendor = "c64")]
    pub(crate) const fn resume(memory: M, first: u16) -> Blocks<M> {
        Blocks { memory, first }
    }

    /// Returns the first free block, 0 if there is none.
    #[cfg(target_vendor = "c64")]
    pub(crate) const fn first(&self) -> u16 {
        self.first
    }

    /// Returns the number of bytes in all free blocks.
    pub(crate) fn free(&self) -> u16 {
        let (mut sum, mut block) = (0, self.first);
        while block != 0 {
            sum += self.memory.load(block);
            block = self.memory.load(block + NEXT);
        }
        sum
    }

    /// Makes `next` the successor of `before`, or the first block if `before` is 0.
    fn link(&mut self, before: u16, next: u16) {
        match before {
            0 => self.first = next,
            _ => self.memory.store(before + NEXT, next),
        }
    }

    /// Adds a free block after `before`, and merges it with adjacent blocks.
    fn insert(&mut self, before: u16, start: u16, size: u16, next: u16) {
        let (mut size, mut next) = (size, next);
        if next != 0 && start + size == next {
            size += self.memory.load(next);
            next = self.memory.load(next + NEXT);
        }
        if before != 0 {
            let length = self.memory.load(before);
            if before + length == start {
                self.memory.store(before, length + size);
                self.memory.store(before + NEXT, next);
                return;
            }
        }
        self.memory.store(start, size);
        self.memory.store(start + NEXT, next);
        self.link(before, start);
    }

    /// Allocates `size` bytes at a multiple of `align`, a power of two, in the first block with enough room.
    pub(crate) fn take(&mut self, size: u16, align: u16) -> Option<u16> {
        let size = rounded(size);
        let (mut before, mut block) = (0, self.first);
        while block != 0 {
            let length = self.memory.load(block);
            let next = self.memory.load(block + NEXT);
            let skipped = block.wrapping_neg() & (align - 1);
            if length >= skipped && length - skipped >= size {
                self.link(before, next);
                if skipped > 0 {
                    self.memory.store(block, skipped);
                    self.memory.store(block + NEXT, next);
                    self.link(before, block);
                    before = block;
                }
                let start = block + skipped;
                let rest = length - skipped - size;
                if rest > 0 {
                    self.insert(before, start + size, rest, next);
                }
                return Some(start);
            }
            (before, block) = (block, next);
        }
        None
    }

    /// Frees a block that was allocated with this size, or adds a new one. `start` is a multiple of [`UNIT`].
    pub(crate) fn give(&mut self, start: u16, size: u16) {
        let (mut before, mut next) = (0, self.first);
        while next != 0 && next < start {
            (before, next) = (next, self.memory.load(next + NEXT));
        }
        self.insert(before, start, rounded(size), next);
    }

    /// Adds the memory between two addresses.
    pub(crate) fn add(&mut self, start: u16, end: u16) {
        let start = (start + (UNIT - 1)) & !(UNIT - 1);
        let size = end.saturating_sub(start) & !(UNIT - 1);
        if size > 0 {
            self.give(start, size);
        }
    }

    /// Resizes an allocated block in place, if it shrinks or if enough free memory follows it.
    pub(crate) fn resize(&mut self, start: u16, old: u16, new: u16) -> bool {
        let (old, new) = (rounded(old), rounded(new));
        if new <= old {
            if new < old {
                self.give(start + new, old - new);
            }
            return true;
        }
        let (mut before, mut next) = (0, self.first);
        while next != 0 && next < start {
            (before, next) = (next, self.memory.load(next + NEXT));
        }
        if next != start + old {
            return false;
        }
        let (length, after) = (self.memory.load(next), self.memory.load(next + NEXT));
        let Some(rest) = length.checked_sub(new - old) else { return false };
        self.link(before, after);
        if rest > 0 {
            self.insert(before, start + new, rest, after);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::vec::Vec;

    use super::*;
    use crate::random::Rng;

    impl Memory for Vec<u16> {
        fn load(&self, address: u16) -> u16 {
            self[usize::from(address / 2)]
        }

        fn store(&mut self, address: u16, word: u16) {
            self[usize::from(address / 2)] = word;
        }
    }

    const START: u16 = 0x1002;
    const END: u16 = 0x2001;
    /// From $1004 to $2000.
    const ALL: u16 = 0xffc;

    fn blocks() -> Blocks<Vec<u16>> {
        let mut blocks = Blocks::new(std::vec![0; 0x8000]);
        blocks.add(START, END);
        blocks
    }

    #[test]
    fn memory_that_is_given_back_is_one_block_again() {
        let mut blocks = blocks();
        assert_eq!(blocks.free(), ALL);
        let taken: Vec<u16> = (0..4).map(|_| blocks.take(10, 1).unwrap()).collect();
        assert_eq!(taken, [0x1004, 0x1010, 0x101c, 0x1028]);
        for at in [1, 3, 0, 2] {
            blocks.give(taken[at], 10);
        }
        assert_eq!(blocks.take(ALL, 1), Some(0x1004));
        assert_eq!((blocks.free(), blocks.take(1, 1)), (0, None));
    }

    #[test]
    fn a_block_grows_where_it_is_if_there_is_room_behind_it() {
        let mut blocks = blocks();
        let first = blocks.take(8, 1).unwrap();
        assert!(blocks.resize(first, 8, 100));
        let second = blocks.take(8, 1).unwrap();
        assert_eq!(second, first + 100);
        assert!(!blocks.resize(first, 100, 101));
        assert!(blocks.resize(first, 100, 20));
        assert_eq!(blocks.take(80, 1), Some(first + 20));
        assert!(!blocks.resize(second, 8, ALL));
    }

    #[test]
    fn blocks_never_overlap_and_nothing_is_lost() {
        let mut blocks = blocks();
        let mut rng = Rng::seeded(1);
        let mut taken: BTreeMap<u16, u16> = BTreeMap::new();
        let mut full = 0;
        for _ in 0..20_000 {
            let index = usize::from(rng.byte()) % (taken.len() + 1);
            let chosen = taken.iter().nth(index).map(|(start, size)| (*start, *size));
            let size = u16::from(rng.byte());
            match (chosen, rng.below(4)) {
                (Some((start, old)), 0) => {
                    blocks.give(start, old);
                    taken.remove(&start);
                }
                (Some((start, old)), 1) => {
                    if blocks.resize(start, old, size) {
                        taken.insert(start, size);
                    }
                }
                _ => {
                    let align = 1 << rng.below(8);
                    match blocks.take(size, align) {
                        Some(start) => {
                            assert_eq!(start % align, 0);
                            taken.insert(start, size);
                        }
                        None => full += 1,
                    }
                }
            }
            let ends: Vec<(u16, u16)> = taken.iter().map(|(at, size)| (*at, *at + rounded(*size))).collect();
            assert!(ends.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{ends:04x?}");
            assert!(ends.iter().all(|(start, end)| *start >= START && *end <= END), "{ends:04x?}");
            let used: u16 = ends.iter().map(|(start, end)| end - start).sum();
            assert_eq!(blocks.free() + used, ALL);
        }
        assert!(full > 0, "the memory never ran out");
    }
}
