//! Effects of instructions: sets of registers, flags and memory, and the use of an operand.

/// A set of what an instruction reads or writes: registers, flags, memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Set(u16);

impl Set {
    /// Nothing.
    pub const NONE: Set = Set(0);
    /// The accumulator.
    pub const A: Set = Set(1 << 0);
    /// Index register X.
    pub const X: Set = Set(1 << 1);
    /// Index register Y.
    pub const Y: Set = Set(1 << 2);
    /// The stack pointer.
    pub const S: Set = Set(1 << 3);
    /// The negative flag.
    pub const N: Set = Set(1 << 4);
    /// The zero flag.
    pub const Z: Set = Set(1 << 5);
    /// The carry.
    pub const C: Set = Set(1 << 6);
    /// The overflow flag.
    pub const V: Set = Set(1 << 7);
    /// Decimal mode.
    pub const D: Set = Set(1 << 8);
    /// The interrupt flag.
    pub const I: Set = Set(1 << 9);
    /// Memory.
    pub const M: Set = Set(1 << 10);
    /// Negative, zero, carry and overflow.
    pub const FLAGS: Set = Set(Set::N.0 | Set::Z.0 | Set::C.0 | Set::V.0);
    /// Everything.
    pub const ALL: Set = Set((1 << 11) - 1);

    /// Returns the elements that are in either set.
    #[must_use]
    pub const fn union(self, other: Set) -> Set {
        Set(self.0 | other.0)
    }

    /// Returns the elements that are in this set and not in the other.
    #[must_use]
    pub const fn minus(self, other: Set) -> Set {
        Set(self.0 & !other.0)
    }

    /// Returns whether the two sets have common elements.
    #[must_use]
    pub const fn meets(self, other: Set) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether this set contains all of the other.
    #[must_use]
    pub const fn contains(self, other: Set) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl std::ops::BitOr for Set {
    type Output = Set;
    fn bitor(self, other: Set) -> Set {
        self.union(other)
    }
}

/// What an instruction does with its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It has none.
    Nothing,
    /// Reads it.
    Read,
    /// Overwrites it.
    Write,
    /// Reads it, then writes it.
    Modify,
    /// Continues there: a branch or jump.
    Target,
    /// Leaves the routine for code that may read and change anything.
    Leave,
}
