//! The names of all passes in the order they run, and which of them a compilation leaves out.
//!
//! [`pipeline`](crate::pipeline) runs them. Those that only make code better may be left out: a program does the same without
//! any of them.

use std::fmt;

/// Makes the list: names, whether a pass may be left out, and what it does.
macro_rules! passes {
    ($($name:ident $text:literal $kind:ident $about:literal)*) => {
        /// A pass, or a part of one.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum Pass { $(#[doc = $about] $name),* }

        impl Pass {
            /// Every pass, in the order they run first.
            pub const ALL: [Pass; [$(Pass::$name),*].len()] = [$(Pass::$name),*];

            /// Its name on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(Pass::$name => $text),* }
            }

            /// What it does.
            pub const fn about(self) -> &'static str {
                match self { $(Pass::$name => $about),* }
            }

            /// Whether a program does the same without it.
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
    // The whole module in typed SSA; the text after each is LLVM's.
    Read "read" needed "Reads the module."
    Halves "halves" needed "Makes two integers of each that has more than 128 bits."
    Intrinsics "intrinsics" needed "Turns integer intrinsics into operations that exist at any width."
    Widths "widths" needed "Keeps integers of odd widths in whole bytes."
    Builtins "builtins" needed "Turns floats and hard operations on more than 64 bits into calls of `compiler_builtins`."
    Reach "reach" needed "Drops what nothing reaches."
    Vectors "vectors" needed "Refuses addresses of functions in interrupt vectors that they do not fit."
    Separate "separate" needed "Gives interrupt handlers copies of what others call, too."
    ConstantArguments "constant-arguments" optional "Replaces parameters that are the same constant in every call."
    SinglePhis "single-phis" optional "Replaces phis that are always one value."
    IndexedPhis "indexed-phis" optional "Turns phis of addresses within one variable into indices."
    CountDown "count-down" optional "Lets loops count down that only count how often they ran."
    Remainders "remainders" optional "Makes remainders of products that are subtracted again."
    // Each function in bytes.
    Ranges "ranges" optional "Finds out what integers a value can be; without it, any of its type."
    Byteify "byteify" needed "Turns every value into registers of a byte."
    DeadBytes "dead-bytes" needed "Drops bytes that nobody reads; runs again behind the passes that leave some."
    NarrowProducts "narrow-products" optional "Multiplies only the bytes of which the product is read."
    FoldLoads "fold-loads" optional "Makes loads operands of what uses them."
    Bump "bump" optional "Counts in one byte of memory."
    BumpWide "bump-wide" optional "Counts in several bytes of memory."
    Sink "sink" optional "Moves operations to where their results are used."
    Hoist "hoist" optional "Moves constant halves of addresses out of loops."
    LeaveSsa "leave-ssa" needed "Turns phis into copies at the ends of blocks."
    Carries "carries" optional "Tests bits that a shift moved out as the carry."
    // The code of each function; the text after each is assembly.
    Select "select" needed "Chooses instructions, whose operands may be homes that have no address yet."
    Variables "variables" optional "Lets variables that are used often live in the zero page."
    Allocate "allocate" needed "Gives homes, parameters and local objects addresses."
    Thread "thread" optional "Takes jumps through empty blocks; those to `decided` run in rounds, twice."
    Values "values" optional "Uses what registers, flags and homes are known to hold."
    RepeatedLoads "repeated-loads" optional "Drops loads of what a register holds."
    Tests "tests" optional "Drops comparisons whose outcome the flags tell."
    Flags "flags" optional "Drops loads for flags that tell already."
    Dead "dead" optional "Drops what is overwritten before it is read."
    Spare "spare" optional "Lets X and Y serve as homes."
    Steps "steps" optional "Counts in memory, in X and in Y."
    Bypass "bypass" optional "Saves values the detour by A."
    SinkStores "sink-stores" optional "Moves stores to where what they store is read."
    Joins "joins" optional "Moves what only some ways into a block need to those."
    Decided "decided" optional "Takes branches that are known on one way into their block."
    CopyEnds "copy-ends" optional "Copies short ends of functions."
    Layout "layout" optional "Puts blocks in the order that costs the fewest jumps."
    Peephole "peephole" optional "Shortens jumps and tail calls; runs again behind `outline`."
    Tails "tails" optional "Merges what stands before several jumps to the same place, in functions compiled for size."
    // The code of all functions together.
    Returned "returned" optional "Drops tests of results whose flags the called function leaves."
    Outline "outline" optional "Makes routines of what stands alike in several functions."
    Shorten "shorten" optional "Makes branches of jumps that are known to be taken."
    // The whole program.
    Startup "startup" needed "Adds the way from BASIC to `main` and back."
    Runtime "runtime" needed "Adds the runtime's routines that are referred to."
    Stack "stack" needed "Bounds the two stacks; with the option, adds the tests of their room."
    Handlers "handlers" needed "Adds the code around interrupt handlers."
    Encode "encode" needed "Places everything and writes bytes; the text is the listing."
}

impl Pass {
    /// The passes that a program does the same without.
    pub fn optional() -> impl Iterator<Item = Pass> {
        Pass::ALL.into_iter().filter(|pass| pass.is_optional())
    }

    /// The pass of this name: `fold-loads` for [`Pass::FoldLoads`].
    pub fn from_name(name: &str) -> Option<Pass> {
        Pass::ALL.into_iter().find(|pass| pass.name() == name)
    }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of passes: all that are needed, and some of the optional ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passes {
    left_out: u64,
}

impl Passes {
    /// All of them.
    pub const ALL: Passes = Passes { left_out: 0 };

    /// None of the optional ones.
    pub const NONE: Passes = Passes { left_out: u64::MAX };

    /// The set but for one optional pass.
    pub const fn without(self, pass: Pass) -> Passes {
        Passes { left_out: self.left_out | 1 << pass as u64 }
    }

    /// Whether a pass is in the set.
    pub const fn has(self, pass: Pass) -> bool {
        !pass.is_optional() || self.left_out >> pass as u64 & 1 == 0
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
