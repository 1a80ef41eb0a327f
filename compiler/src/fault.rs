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
    /// A signed number becomes wider with zeros.
    MissedSignExtension,
    /// What is at most a number is taken to be below it.
    RangeTooNarrow,
    /// An index that may cross a page is taken for one byte.
    PageEdge,
    /// Memory that overlaps is copied in any order.
    OverlapIgnored,
    /// A load moves over a store to the same address.
    AliasIgnored,
    /// Adding 255 in place adds one.
    CountsTheWrongWay,
    /// Of a product of which three bytes are read, two are made.
    ProductTooNarrow,
    /// Every byte of a sum clears the carry.
    LostCarry,
    /// A subtraction begins with whatever the carry is.
    UnknownBorrow,
    /// A signed shift of several bytes shifts zeros in.
    LostSign,
    /// A shift of a byte by 5 to 7 is one bit too far.
    ShiftOffByOne,
    /// A branch on an unsigned comparison of more than two bytes goes the other way.
    BranchSense,
    /// A signed comparison believes the sign of a difference that overflowed.
    OverflowIgnored,
    /// A test for zero leaves out the highest byte.
    LostHighByte,
    /// A jump table begins one entry too late.
    JumpTable,
    /// A register is not live where only one arm of a branch reads it.
    WrongLiveness,
    /// One copy at the end of a block overwrites what the next one reads.
    PhiOrder,
    /// A phi that is zero on some way in keeps what it was.
    LostCopy,
    /// Functions active at the same time share zero page.
    SharedHomes,
    /// Functions active at the same time share memory of their local objects.
    FrameOverlap,
    /// Interrupt handlers share zero page and frames with what they interrupt.
    ContextsShareHomes,
    /// Interrupt handlers do not save the scratch memory that they use.
    ScratchNotSaved,
    /// Atomic operations do not hold interrupts off.
    AtomicsSplit,
    /// A store that only the second arm of a branch reads is dropped.
    DeadTooEarly,
    /// Any comparison is taken to leave the carry set.
    CarryKnowledge,
    /// A is taken to survive a call.
    ClobberedRegister,
    /// A recursive call does not save what lives across it.
    RecursionForgotten,
    /// Instructions count as alike whatever their immediate operands.
    OutlinedAlike,
    /// What stands before jumps counts as alike whatever its immediate operands.
    TailsAlike,
    /// A branch is taken to reach one byte further than it does.
    BranchReach,
    /// An index behind others is never taken to lead backwards.
    IndexLeadsForwards,
    /// Numbers of odd widths keep what a sum or a product puts above them.
    BitsAbove,
    /// The memory of local objects begins on any even address.
    AlignmentIgnored,
    /// A call through a pointer is taken to reach no function of its signature.
    SignatureUnknown,
    /// A function that is called through a pointer takes the arguments that memory passes one byte too far.
    ArgumentElsewhere,
    /// Interrupt handlers do not save the memory that passes arguments.
    ArgumentsNotSaved,
    /// Interrupt handlers have software stacks of no size.
    NoStackOfItsOwn,
}

impl Fault {
    /// Every fault that a program without interrupt handlers can show.
    pub const ALL: [Fault; 35] = [
        Fault::SwappedSubtraction,
        Fault::WrongRoutine,
        Fault::WrongRuntime,
        Fault::MissedSignExtension,
        Fault::RangeTooNarrow,
        Fault::PageEdge,
        Fault::OverlapIgnored,
        Fault::AliasIgnored,
        Fault::CountsTheWrongWay,
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
        Fault::SharedHomes,
        Fault::FrameOverlap,
        Fault::DeadTooEarly,
        Fault::CarryKnowledge,
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
    pub const INTERRUPTS: [Fault; 5] = [
        Fault::ContextsShareHomes,
        Fault::ScratchNotSaved,
        Fault::AtomicsSplit,
        Fault::ArgumentsNotSaved,
        Fault::NoStackOfItsOwn,
    ];
}

/// Whether this fault is planted.
#[cfg(not(feature = "planted-faults"))]
pub(crate) const fn is(_: Fault) -> bool {
    false
}

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

    /// Does something with a fault planted in this thread.
    pub fn with<T>(fault: Fault, work: impl FnOnce() -> T) -> T {
        PLANTED.set(Some(fault));
        let result = work();
        PLANTED.set(None);
        result
    }
}
