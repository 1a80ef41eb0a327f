//! Faults planted on purpose, to see whether the tests find them: only with the feature `planted-faults`.

/// A fault that code generation may have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// The operands of a subtraction are swapped.
    SwappedSubtraction,
    /// A signed shift of 16 bits calls the routine of the unsigned one.
    WrongRoutine,
    /// The first `bcc` of every runtime routine is a `bcs`.
    WrongRuntime,
    /// A signed number is extended with zeros.
    MissedSignExtension,
    /// An inclusive upper bound is taken as exclusive.
    RangeTooNarrow,
    /// An index that may cross a page is treated as one byte.
    PageEdge,
    /// Overlapping memory is copied in any order.
    OverlapIgnored,
    /// A load moves over a store to the same address.
    AliasIgnored,
    /// Adding 255 in place adds 1.
    CountsTheWrongWay,
    /// The last rounds of a loop of several times 256, if they are fewer than 256, are left out.
    CountRoundedDown,
    /// Only two bytes are computed of a product of which three are read.
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
    /// The second of two conditions that are asked in two blocks is taken to hold.
    SecondConditionLost,
    /// A phi keeps its old value where an incoming value is zero.
    LostCopy,
    /// Functions active at the same time share zero page.
    SharedHomes,
    /// Functions active at the same time share memory of their local objects.
    FrameOverlap,
    /// Local objects that are needed at the same time become one variable.
    ObjectsNeededTogether,
    /// A field is taken for unread if only an index leads to it.
    FieldReadByIndex,
    /// Interrupt handlers share memory with what they interrupt.
    ContextsShareHomes,
    /// Interrupt handlers do not save the scratch memory that they use.
    ScratchNotSaved,
    /// Atomic operations do not disable interrupts.
    AtomicsSplit,
    /// A store that only the second arm of a branch reads is dropped.
    DeadTooEarly,
    /// A value goes to X or Y although something writes the register meanwhile.
    RegisterInUse,
    /// A value counts in X or Y although it is read behind a sum of which only the flags are asked for.
    CountsForFlags,
    /// A transfer between registers is dropped although a branch asks for its flags.
    FlagsOfTransfer,
    /// The bytes of a sum that are stored from the highest down change places.
    HighAndLowSwapped,
    /// A comparison whose sides are exchanged takes equal sides for the first being below.
    EqualCountsAsBelow,
    /// A value goes from A to X or Y although something writes the register before it is used.
    TransferTooEarly,
    /// X or Y count one up whatever other number is wanted.
    NeighbourTooFar,
    /// A store taken out of a loop is missing on one way out.
    NotStoredOnOneWayOut,
    /// A value that A holds in a loop is not stored behind it.
    NotStoredBehindLoop,
    /// Every comparison is assumed to set the carry.
    CarryKnowledge,
    /// No sum of two bytes is assumed to carry.
    SumAssumedToFit,
    /// A is assumed to survive a call.
    ClobberedRegister,
    /// A recursive call does not save the values that live across it.
    RecursionForgotten,
    /// Instructions count as equal whatever their immediate operands.
    OutlinedAlike,
    /// Instructions before jumps count as equal whatever their immediate operands.
    TailsAlike,
    /// A branch is assumed to reach one byte further than it does.
    BranchReach,
    /// An index that follows others is assumed not to be negative.
    IndexLeadsForwards,
    /// The unused high bits of odd widths are not cleared after a sum or a product.
    BitsAbove,
    /// The memory of local objects starts at any even address.
    AlignmentIgnored,
    /// A call through a pointer is assumed to reach no function of its signature.
    SignatureUnknown,
    /// A function called through a pointer reads its arguments in memory one byte too far.
    ArgumentElsewhere,
    /// Interrupt handlers do not save the memory that passes arguments.
    ArgumentsNotSaved,
    /// Tests of the software stack let it have one byte below its limit.
    StackLimitTooLow,
    /// The software stacks of interrupt handlers have no memory.
    NoStackOfItsOwn,
    /// Interrupt handlers are assumed to call no function through a pointer.
    PointersInHandlers,
}

impl Fault {
    /// Every fault that a program without interrupt handlers can show.
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

    /// Every fault that shows only where an interrupt handler runs in between.
    pub const INTERRUPTS: [Fault; 6] = [
        Fault::ContextsShareHomes,
        Fault::ScratchNotSaved,
        Fault::AtomicsSplit,
        Fault::ArgumentsNotSaved,
        Fault::NoStackOfItsOwn,
        Fault::PointersInHandlers,
    ];
}

/// Whether this fault is planted.
#[cfg(not(feature = "planted-faults"))]
pub(crate) const fn is(_: Fault) -> bool {
    false
}

/// A fault that is planted in this thread, for others that work for it.
#[cfg(not(feature = "planted-faults"))]
#[derive(Clone, Copy)]
pub(crate) struct Planted;

#[cfg(not(feature = "planted-faults"))]
impl Planted {
    /// That of this thread.
    pub(crate) const fn here() -> Planted {
        Planted
    }

    /// Plants it in this thread.
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

    /// Whether this fault is planted.
    pub fn is(fault: Fault) -> bool {
        PLANTED.get() == Some(fault)
    }

    /// A fault that is planted in this thread, for others that work for it.
    #[derive(Clone, Copy)]
    pub(crate) struct Planted(Option<Fault>);

    impl Planted {
        /// That of this thread.
        pub(crate) fn here() -> Planted {
            Planted(PLANTED.get())
        }

        /// Plants it in this thread.
        pub(crate) fn put(self) {
            PLANTED.set(self.0);
        }
    }

    /// Does something with a fault planted in this thread.
    pub fn with<T>(fault: Fault, work: impl FnOnce() -> T) -> T {
        PLANTED.set(Some(fault));
        let result = work();
        PLANTED.set(None);
        result
    }
}
