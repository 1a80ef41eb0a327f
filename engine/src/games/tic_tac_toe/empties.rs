//! The empty squares in move order, as a doubly linked list.
//!
//! A square that is taken keeps its links, so that it can be put back in its place without a search. This requires that squares are
//! put back in reverse order, as moves are. (Knuth calls such lists dancing links.)

/// The index of the links to previous entries, which follow the links to next entries.
const PREVIOUS: usize = 16;

/// The entry before the first square and after the last one.
pub(super) const END: u8 = 0;

/// Returns the entry of a square 0..=8.
#[inline(always)]
const fn entry_of(square: u8) -> u8 {
    square.wrapping_add(1)
}

/// Returns the square of an entry.
#[inline(always)]
pub(super) const fn square_of(entry: u8) -> u8 {
    entry.wrapping_sub(1)
}

/// The list, a ring through [`END`].
#[derive(Clone, Debug)]
pub(super) struct Empties {
    /// The next entry of each entry and, from [`PREVIOUS`] on, the previous one. There are enough of them that any byte is a valid
    /// entry and no index needs a bounds check.
    links: [u8; PREVIOUS + 256],
}

impl Empties {
    /// A list that must be [filled](Empties::fill) before use. All zeros.
    pub(super) const UNFILLED: Empties = Empties { links: [END; PREVIOUS + 256] };

    /// Makes all nine squares empty; the lowest is tried first.
    pub(super) fn fill(&mut self) {
        let mut entry = END;
        let mut square = 0;
        while square < 9 {
            self.link(entry, entry_of(square));
            entry = entry_of(square);
            square += 1;
        }
        self.link(entry, END);
    }

    /// Reverses the order, including that of squares that are put back later.
    pub(super) fn reverse(&mut self) {
        let (next, previous) = self.links.split_at_mut(PREVIOUS);
        next.swap_with_slice(&mut previous[..PREVIOUS]);
    }

    /// Returns the entry after `entry`.
    #[inline(always)]
    pub(super) const fn after(&self, entry: u8) -> u8 {
        self.links[entry as usize]
    }

    /// Removes a square from the list.
    #[inline(always)]
    pub(super) const fn take(&mut self, square: u8) {
        let entry = entry_of(square) as usize;
        self.link(self.links[entry + PREVIOUS], self.links[entry]);
    }

    /// Puts back the square that was taken last.
    #[inline(always)]
    pub(super) const fn put_back(&mut self, square: u8) {
        let entry = entry_of(square);
        self.links[self.links[entry as usize + PREVIOUS] as usize] = entry;
        self.links[self.links[entry as usize] as usize + PREVIOUS] = entry;
    }

    #[inline(always)]
    const fn link(&mut self, entry: u8, next: u8) {
        self.links[entry as usize] = next;
        self.links[next as usize + PREVIOUS] = entry;
    }
}

/// Compares the squares in the lists.
impl PartialEq for Empties {
    fn eq(&self, other: &Self) -> bool {
        let mut entry = END;
        loop {
            let next = self.after(entry);
            if next != other.after(entry) {
                return false;
            }
            if next == END {
                return true;
            }
            entry = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    fn squares(empties: &Empties) -> Vec<u8> {
        let next = |entry: &u8| Some(empties.after(*entry));
        core::iter::successors(next(&END), next).take_while(|entry| *entry != END).map(square_of).collect()
    }

    #[test]
    fn squares_return_to_where_they_were() {
        let mut empties = Empties::UNFILLED;
        empties.fill();
        let full = empties.clone();
        assert_eq!(squares(&empties), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        for square in [0, 8, 4, 3] {
            empties.take(square);
        }
        assert_eq!(squares(&empties), [1, 2, 5, 6, 7]);
        assert_ne!(empties, full);
        empties.reverse();
        assert_eq!(squares(&empties), [7, 6, 5, 2, 1]);
        empties.put_back(3);
        empties.put_back(4);
        assert_eq!(squares(&empties), [7, 6, 5, 4, 3, 2, 1]);
        empties.reverse();
        empties.put_back(8);
        empties.put_back(0);
        assert!(empties == full);
    }
}
