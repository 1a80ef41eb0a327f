//! The names of all passes in the order they run, and which of them a compilation skips.
//!
//! [`pipeline`](crate::pipeline) runs them. Passes that only improve the code may be skipped; the program behaves the same without them.

use std::fmt;

/// Defines the list: names, whether a pass is optional, and what it does.
macro_rules! passes {
    ($($name:ident $text:literal $kind:ident $about:literal)*) => {
        /// A pass or a part of one.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum Pass { $(#[doc = $about] $name),* }

        impl Pass {
            /// Every pass, in the order in which they first run.
            pub const ALL: [Pass; [$(Pass::$name),*].len()] = [$(Pass::$name),*];

            /// Returns its name on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(Pass::$name => $text),* }
            }

            /// Returns what it does.
            pub const fn about(self) -> &'static str {
                match self { $(Pass::$name => $about),* }
            }

            /// Returns whether it is optional: the program behaves the same without it.
            pub const fn is_optional(self) -> bool {
                match self { $(Pass::$name => is_optional!($kind)),* }
            }
        }
    };
}

macro_rules! is_optional {
    (needed) => {
        false
    };
    (optional) => {
        true
    };
}

passes! {
    // The whole module in typed SSA; dumps after these passes are LLVM IR.
    Read "read" needed "Reads the module."
    Halves "halves" needed "Splits each integer of more than 128 bits into two."
    Intrinsics "intrinsics" needed "Turns integer intrinsics into operations that exist at any width."
    Widths "widths" needed "Keeps integers of odd widths in whole bytes."
    Builtins "builtins" needed "Turns floats and hard operations on more than 64 bits into calls of `compiler_builtins`."
    Reach "reach" needed "Drops what nothing reaches."
    Vectors "vectors" needed "Rejects interrupt vectors that point to a function of the wrong kind."
    Separate "separate" needed "Gives interrupt handlers copies of the functions that others call, too."
    ConstantArguments "constant-arguments" optional "Replaces parameters for which every call passes the same constant, and makes local objects variables where that makes more of them constant."
    SinglePhis "single-phis" optional "Replaces phis that always have the same value by that value, and selects that a branch decides."
    IndexedPhis "indexed-phis" optional "Turns phis of addresses within one variable into indices."
    ByteCounts "byte-counts" optional "Makes loops that only count their iterations in 16 bits count down by two bytes."
    CountDown "count-down" optional "Makes loops that only count their iterations count down to zero."
    Remainders "remainders" optional "Turns a quotient times its divisor, subtracted from the dividend, back into a remainder."
    Compares "compares" optional "Compares bytes where a branch asks for the result, not before."
    Split "split" optional "Splits variables into the parts that are used apart."
    // Each function at byte level.
    Ranges "ranges" optional "Finds an interval for each integer; without this pass, it is all values of the type."
    Byteify "byteify" needed "Splits every value into registers of one byte."
    DeadBytes "dead-bytes" needed "Drops bytes that nobody reads; runs again after the passes that leave some."
    NarrowProducts "narrow-products" optional "Computes only the bytes of a product that are read."
    DeferStores "defer-stores" optional "Takes stores to variables out of loops, to the ways out of them, in functions compiled for speed."
    FoldLoads "fold-loads" optional "Makes loads operands of the operations that use them."
    Bump "bump" optional "Counts in one byte of memory."
    BumpWide "bump-wide" optional "Counts in several bytes of memory."
    HighFirst "high-first" optional "Stores the bytes of a sum behind a pointer from the highest down."
    AskApart "ask-apart" optional "Runs what only one of two conditions of a branch needs where the other does not decide."
    Sink "sink" optional "Moves operations to where their results are used."
    Hoist "hoist" optional "Moves constant halves of addresses out of loops."
    LeaveSsa "leave-ssa" needed "Turns phis into copies at the ends of blocks."
    Carries "carries" optional "Replaces tests of a bit that a shift moves out by tests of the carry."
    // The code of each function; dumps after these passes are assembly.
    Select "select" needed "Chooses instructions, whose operands may be homes that have no address yet."
    Variables "variables" optional "Puts frequently used variables into the zero page."
    Allocate "allocate" needed "Gives homes, parameters and local objects addresses."
    Thread "thread" optional "Leads jumps past empty blocks; the passes from here to `retarget` run in rounds, twice."
    Values "values" optional "Uses what registers, flags and homes are known to hold."
    RepeatedLoads "repeated-loads" optional "Drops loads of what a register already holds."
    Tests "tests" optional "Drops comparisons whose result the flags already show."
    Flags "flags" optional "Drops loads that only set the flags, where the flags are right already."
    Dead "dead" optional "Drops what is overwritten before it is read."
    Spare "spare" optional "Uses X and Y as homes where they are free."
    Steps "steps" optional "Counts by one or two in memory, X or Y instead of in A."
    Bypass "bypass" optional "Copy propagation: moves values directly instead of through another register."
    Exchange "exchange" optional "Compares what A holds with memory, instead of loading memory to compare it with what A held."
    SinkStores "sink-stores" optional "Store sinking: moves stores into the only arm of a branch that needs them."
    Joins "joins" optional "Partial redundancy elimination: moves loads and stores that only some paths into a block need to those paths."
    Decided "decided" optional "Jump threading: a path on which the outcome of a branch is known skips the branch."
    Retarget "retarget" optional "Does arithmetic directly in X or Y where A was only a stopover."
    Accumulate "accumulate" optional "Keeps a home in A throughout a loop."
    CopyEnds "copy-ends" optional "Tail duplication: copies a few instructions in place of a jump to them."
    Early "early" optional "Takes values from A to X or Y before A gets others, instead of loading them later."
    Bounds "bounds" optional "Drops instructions that clear a carry which is clear because of the sizes of numbers."
    Neighbours "neighbours" optional "Counts X or Y up or down instead of loading the number next to theirs."
    Layout "layout" optional "Orders the blocks so that few jumps are left."
    Peephole "peephole" optional "Shortens jumps and tail calls; runs again after `outline`."
    Tails "tails" optional "Tail merging: joins equal instructions before several jumps to the same place, in functions compiled for size."
    // The code of all functions together.
    Returned "returned" optional "Drops tests of the result of a call whose flags the called function leaves."
    Outline "outline" optional "Moves instructions that occur in several places into a routine of their own."
    Shorten "shorten" optional "Turns jumps into branches where the flags are known."
    // The whole program.
    Startup "startup" needed "Adds the way from BASIC to `main` and back."
    Runtime "runtime" needed "Adds the runtime's routines that are referred to."
    Stack "stack" needed "Computes bounds of the two stacks; with the option `stack_check`, adds the tests for room on them."
    Handlers "handlers" needed "Adds the code around interrupt handlers."
    Cluster "cluster" optional "Orders functions so that those with the same bytes lie near each other, in programs that will be packed."
    Arrange "arrange" optional "Orders functions so that few branches that are often taken lead to another page."
    Encode "encode" needed "Places everything and writes bytes; the text is the listing."
}

impl Pass {
    /// Returns the optional passes: the program behaves the same without them.
    pub fn optional() -> impl Iterator<Item = Pass> {
        Pass::ALL.into_iter().filter(|pass| pass.is_optional())
    }

    /// Returns the pass of this name: `fold-loads` for [`Pass::FoldLoads`].
    pub fn from_name(name: &str) -> Option<Pass> {
        Pass::ALL.into_iter().find(|pass| pass.name() == name)
    }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of passes: all required ones and some of the optional ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passes {
    left_out: u128,
}

impl Passes {
    /// All passes.
    pub const ALL: Passes = Passes { left_out: 0 };

    /// No optional passes.
    pub const NONE: Passes = Passes { left_out: u128::MAX };

    /// Returns the set without one optional pass.
    pub const fn without(self, pass: Pass) -> Passes {
        Passes { left_out: self.left_out | 1 << pass as u32 }
    }

    /// Returns whether a pass is in the set.
    pub const fn has(self, pass: Pass) -> bool {
        !pass.is_optional() || self.left_out >> pass as u32 & 1 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_without_just_what_was_left_out() {
        for out in Pass::ALL {
            let passes = Passes::ALL.without(out);
            let has = |pass: Pass| pass != out || !pass.is_optional();
            assert!(Pass::ALL.into_iter().all(|pass| passes.has(pass) == has(pass)));
            assert_eq!(Passes::NONE.has(out), !out.is_optional());
        }
    }

    #[test]
    fn a_pass_is_found_by_its_name() {
        assert_eq!(Pass::FoldLoads.name(), "fold-loads");
        assert!(Pass::ALL.into_iter().all(|pass| Pass::from_name(pass.name()) == Some(pass)));
        assert_eq!(Pass::from_name("FoldLoads"), None);
    }
}
