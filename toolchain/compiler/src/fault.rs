//! Deliberately planted faults, to check that the tests find them; only with the feature `planted-faults`.

/// A fault that can be planted in code generation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// The operands of a subtraction are swapped.
    SwappedSubtraction,
    /// A signed 16-bit shift calls the routine for the unsigned one.
    WrongRoutine,
    /// The first `bcc` of every runtime routine is a `bcs`.
    WrongRuntime,
    /// A signed number is zero-extended.
    MissedSignExtension,
    /// An inclusive upper bound is taken as exclusive.
    RangeTooNarrow,
    /// An index that may cross a page is treated as one byte.
    PageEdge,
    /// Overlapping memory is copied in an arbitrary order.
    OverlapIgnored,
    /// A load is moved over a store to the same address.
    AliasIgnored,
    /// Adding 255 in place adds 1.
    CountsTheWrongWay,
    /// The remaining iterations after a multiple of 256 are left out of a loop.
    CountRoundedDown,
    /// Only two bytes of a product are computed although three are read.
    ProductTooNarrow,
    /// Every byte of a sum clears the carry.
    LostCarry,
    /// A subtraction starts without setting the carry.
    UnknownBorrow,
    /// A signed right shift of several bytes shifts in zeros.
    LostSign,
    /// A shift of a byte by 5 to 7 is one bit too far.
    ShiftOffByOne,
    /// A branch on an unsigned comparison of more than two bytes goes the other way.
    BranchSense,
    /// A signed comparison trusts the sign of a difference that overflowed.
    OverflowIgnored,
    /// A test for zero ignores the highest byte.
    LostHighByte,
    /// A jump table starts one entry too late.
    JumpTable,
    /// A register is not live where only one arm of a branch reads it.
    WrongLiveness,
    /// One copy at the end of a block overwrites what the next one reads.
    PhiOrder,
    /// The second of two conditions that are tested in two blocks is assumed to hold.
    SecondConditionLost,
    /// A phi keeps its old value where an incoming value is zero.
    LostCopy,
    /// Functions active at the same time share zero page.
    SharedHomes,
    /// Functions active at the same time share memory for their local objects.
    FrameOverlap,
    /// Local objects whose lifetimes overlap are merged into one variable.
    ObjectsNeededTogether,
    /// A field is assumed to be unread if it is only reached through an index.
    FieldReadByIndex,
    /// Interrupt handlers share memory with what they interrupt.
    ContextsShareHomes,
    /// Interrupt handlers do not save the scratch memory that they use.
    ScratchNotSaved,
    /// Atomic operations do not disable interrupts.
    AtomicsSplit,
    /// A store that only the second arm of a branch reads is dropped.
    DeadTooEarly,
    /// A value is kept in X or Y although something overwrites the register meanwhile.
    RegisterInUse,
    /// A value is counted in X or Y although it is read after a sum of which only the flags are needed.
    CountsForFlags,
    /// A transfer between registers is dropped although a branch tests its flags.
    FlagsOfTransfer,
    /// The bytes of a sum that are stored from the highest down are swapped.
    HighAndLowSwapped,
    /// A comparison with exchanged sides treats equal sides as if the first were below the second.
    EqualCountsAsBelow,
    /// A value is transferred from A to X or Y although something overwrites the register before it is used.
    TransferTooEarly,
    /// X or Y is incremented whatever other number is needed.
    NeighbourTooFar,
    /// A store that was moved out of a loop is missing on one exit.
    NotStoredOnOneWayOut,
    /// A value that A holds in a loop is not stored after it.
    NotStoredBehindLoop,
    /// Every comparison is assumed to set the carry.
    CarryKnowledge,
    /// No sum of two bytes is assumed to carry.
    SumAssumedToFit,
    /// A is assumed to survive a call.
    ClobberedRegister,
    /// A recursive call does not save the values that live across it.
    RecursionForgotten,
    /// Instructions compare equal regardless of their immediate operands.
    OutlinedAlike,
    /// Instructions before jumps compare equal regardless of their immediate operands.
    TailsAlike,
    /// A branch is assumed to reach one byte further than it does.
    BranchReach,
    /// An index after other indices is assumed not to be negative.
    IndexLeadsForwards,
    /// The unused high bits of odd widths are not cleared after a sum or a product.
    BitsAbove,
    /// The memory of local objects starts at any even address.
    AlignmentIgnored,
    /// A call through a pointer is assumed not to reach any function of its signature.
    SignatureUnknown,
    /// A function called through a pointer reads its arguments in memory one byte too far on.
    ArgumentElsewhere,
    /// Interrupt handlers do not save the memory in which arguments are passed.
    ArgumentsNotSaved,
    /// Checks of the software stack allow it one byte below its limit.
    StackLimitTooLow,
    /// The software stacks of interrupt handlers have no memory.
    NoStackOfItsOwn,
    /// Interrupt handlers are assumed not to call any function through a pointer.
    PointersInHandlers,
}

impl Fault {
    /// Every fault that can show in a program without interrupt handlers.
    pub const ALL: [Fault; 49] = [
        Fault::SwappedSubtraction,
        Fault::WrongRoutine,
        Fault::WrongRuntime,
        Fault::MissedSignExtension,
        Fault::RangeTooNarrow,
        Fault::PageEdge,
        Fault::OverlapIgnored,
        Fault::AliasIgnored,
        Fault::CountsTheWrongWay,
        Fault::CountRoundedDown,
        Fault::ProductTooNarrow,
        Fault::LostCarry,
        Fault::UnknownBorrow,
        Fault::LostSign,
        Fault::ShiftOffByOne,
        Fault::BranchSense,
        Fault::OverflowIgnored,
        Fault::LostHighByte,
        Fault::JumpTable,
        Fault::WrongLiveness,
        Fault::PhiOrder,
        Fault::LostCopy,
        Fault::SecondConditionLost,
        Fault::SharedHomes,
        Fault::FrameOverlap,
        Fault::ObjectsNeededTogether,
        Fault::FieldReadByIndex,
        Fault::DeadTooEarly,
        Fault::RegisterInUse,
        Fault::CountsForFlags,
        Fault::FlagsOfTransfer,
        Fault::HighAndLowSwapped,
        Fault::EqualCountsAsBelow,
        Fault::TransferTooEarly,
        Fault::NeighbourTooFar,
        Fault::NotStoredOnOneWayOut,
        Fault::NotStoredBehindLoop,
        Fault::CarryKnowledge,
        Fault::SumAssumedToFit,
        Fault::ClobberedRegister,
        Fault::RecursionForgotten,
        Fault::OutlinedAlike,
        Fault::TailsAlike,
        Fault::BranchReach,
        Fault::IndexLeadsForwards,
        Fault::BitsAbove,
        Fault::AlignmentIgnored,
        Fault::SignatureUnknown,
        Fault::ArgumentElsewhere,
    ];

    /// Every fault that only shows when an interrupt handler runs in between.
    pub const INTERRUPTS: [Fault; 6] = [
        Fault::ContextsShareHomes,
        Fault::ScratchNotSaved,
        Fault::AtomicsSplit,
        Fault::ArgumentsNotSaved,
        Fault::NoStackOfItsOwn,
        Fault::PointersInHandlers,
    ];
}

/// Returns whether this fault is planted.
#[cfg(not(feature = "planted-faults"))]
pub(crate) const fn is(_: Fault) -> bool {
    false
}

/// The fault planted in this thread, to be handed on to its worker threads.
#[cfg(not(feature = "planted-faults"))]
#[derive(Clone, Copy)]
pub(crate) struct Planted;

#[cfg(not(feature = "planted-faults"))]
impl Planted {
    /// Returns the fault planted in this thread.
    pub(crate) const fn here() -> Planted {
        Planted
    }

    /// Plants the fault in this thread.
    pub(crate) const fn put(self) {}
}

#[cfg(feature = "planted-faults")]
pub(crate) use planted::Planted;
#[cfg(feature = "planted-faults")]
pub use planted::{is, with};

#[cfg(feature = "planted-faults")]
mod planted {
    use super::Fault;
    use std::cell::Cell;

    thread_local! {
        static PLANTED: Cell<Option<Fault>> = const { Cell::new(None) };
    }

    /// Returns whether this fault is planted.
    pub fn is(fault: Fault) -> bool {
        PLANTED.get() == Some(fault)
    }

    /// The fault planted in this thread, to be handed on to its worker threads.
    #[derive(Clone, Copy)]
    pub(crate) struct Planted(Option<Fault>);

    impl Planted {
        /// Returns the fault planted in this thread.
        pub(crate) fn here() -> Planted {
            Planted(PLANTED.get())
        }

        /// Plants the fault in this thread.
        pub(crate) fn put(self) {
            PLANTED.set(self.0);
        }
    }

    /// Calls `work` with a fault planted in this thread.
    pub fn with<T>(fault: Fault, work: impl FnOnce() -> T) -> T {
        PLANTED.set(Some(fault));
        let result = work();
        PLANTED.set(None);
        result
    }
}
