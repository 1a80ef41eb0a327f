//! The empty squares in the order in which they are tried, as a doubly linked list.
//!
//! A square that is taken keeps its neighbours, so that it is put back in its place without a search. For this, squares must be
//! put back in the reverse order, as moves are. (Knuth calls such lists dancing links.)

/// Where the entries before the entries begin, behind those after them.
const PREVIOUS: usize = 16;

/// The entry that stands before the first square and after the last one.
pub(super) const END: u8 = 0;

/// The entry of a square 0..=8.
#[inline(always)]
const fn entry_of(square: u8) -> u8 {
    square.wrapping_add(1)
}

/// The square of an entry.
#[inline(always)]
pub(super) const fn square_of(entry: u8) -> u8 {
    entry.wrapping_sub(1)
}

/// The list, which is a ring through [`END`].
#[derive(Clone, Debug)]
pub(super) struct Empties {
    /// The entry after each entry, and from [`PREVIOUS`] on the one before each. There are so many that any byte is the number of an
    /// entry, so that no index is checked.
    links: [u8; PREVIOUS + 256],
}

impl Empties {
    /// A list that must be [filled](Empties::fill). All zeros.
    pub(super) const UNFILLED: Empties = Empties { links: [END; PREVIOUS + 256] };

    /// Makes all of the nine squares empty; the lowest is tried first.
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

    /// Turns the order around, also for squares that are put back later.
    pub(super) fn reverse(&mut self) {
        let (next, previous) = self.links.split_at_mut(PREVIOUS);
        next.swap_with_slice(&mut previous[..PREVIOUS]);
    }

    /// The entry after `entry`.
    #[inline(always)]
    pub(super) const fn after(&self, entry: u8) -> u8 {
        self.links[entry as usize]
    }

    /// Takes a square out of the list.
    #[inline(always)]
    pub(super) const fn take(&mut self, square: u8) {
        let entry = entry_of(square) as usize;
        self.link(self.links[entry + PREVIOUS], self.links[entry]);
    }

    /// Puts the square back that has been taken last.
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
