//! The passes that only make code better, and which of them run: a program does the same without any of them.

/// A pass, or a part of one, that can be left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pass {
    /// Parameters that are always one constant.
    ConstantArguments,
    /// Phis that are always one value.
    SinglePhis,
    /// Phis of addresses within one variable.
    IndexedPhis,
    /// Remainders instead of products.
    Remainders,
    /// Loops that count down.
    CountDown,
    /// What integers a value can be; without it, any of its type.
    Ranges,
    /// Products of which only low bytes are read.
    NarrowProducts,
    /// Loads as operands.
    FoldLoads,
    /// Counting in one byte of memory.
    Bump,
    /// Counting in several bytes of memory.
    BumpWide,
    /// Operations where their results are used.
    Sink,
    /// Constant halves of addresses outside of loops.
    Hoist,
    /// Bits that a shift moves out tested as the carry.
    Carries,
    /// Hot variables in page zero.
    Variables,
    /// Jumps through empty blocks.
    Thread,
    /// What registers and homes hold.
    Values,
    /// Loads of what a register holds.
    RepeatedLoads,
    /// Comparisons whose outcome the flags tell.
    Tests,
    /// Loads for flags that tell already.
    Flags,
    /// What is overwritten before it is read.
    Dead,
    /// X and Y as homes.
    Spare,
    /// Counting in memory, X and Y.
    Steps,
    /// No detour by A.
    Bypass,
    /// Stores where what they store is read.
    SinkStores,
    /// What only some ways into a block need.
    Joins,
    /// Branches known on one way into their block.
    Decided,
    /// Copies of short ends of functions.
    CopyEnds,
    /// The order of blocks.
    Layout,
    /// Jumps and tail calls.
    Peephole,
    /// Routines shared by functions.
    Outline,
    /// Branches instead of jumps.
    Shorten,
}

impl Pass {
    /// Every pass.
    pub const ALL: [Pass; 31] = [
        Pass::ConstantArguments,
        Pass::SinglePhis,
        Pass::IndexedPhis,
        Pass::Remainders,
        Pass::CountDown,
        Pass::Ranges,
        Pass::NarrowProducts,
        Pass::FoldLoads,
        Pass::Bump,
        Pass::BumpWide,
        Pass::Sink,
        Pass::Hoist,
        Pass::Carries,
        Pass::Variables,
        Pass::Thread,
        Pass::Values,
        Pass::RepeatedLoads,
        Pass::Tests,
        Pass::Flags,
        Pass::Dead,
        Pass::Spare,
        Pass::Steps,
        Pass::Bypass,
        Pass::SinkStores,
        Pass::Joins,
        Pass::Decided,
        Pass::CopyEnds,
        Pass::Layout,
        Pass::Peephole,
        Pass::Outline,
        Pass::Shorten,
    ];
}

/// A set of passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passes {
    left_out: u64,
}

impl Passes {
    /// All of them.
    pub const ALL: Passes = Passes { left_out: 0 };

    /// None of them.
    pub const NONE: Passes = Passes { left_out: u64::MAX };

    /// The set but for one pass.
    pub const fn without(self, pass: Pass) -> Passes {
        Passes { left_out: self.left_out | 1 << pass as u64 }
    }

    /// Whether a pass is in the set.
    pub const fn has(self, pass: Pass) -> bool {
        self.left_out >> pass as u64 & 1 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_without_just_what_was_left_out() {
        for (i, out) in Pass::ALL.into_iter().enumerate() {
            assert_eq!(out as usize, i, "the list is in the order of the declaration");
            let passes = Passes::ALL.without(out);
            assert!(Pass::ALL.into_iter().all(|pass| passes.has(pass) == (pass != out)));
            assert!(!Passes::NONE.has(out));
        }
    }
}
