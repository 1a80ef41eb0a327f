//! The typed SSA form that every pass works on: the semantics of LLVM IR without its syntax.
//!
//! A [`Module`] holds globals, functions and externs, all named by a [`Symbol`]. Within a function every value is defined once, by
//! a parameter or an instruction, and named by a [`Value`]. Types have no padding: all alignments of the target are one byte, so a
//! size is the sum of its parts.

pub(crate) mod build;
pub mod interp;
pub mod intrinsics;
mod name;
pub mod operands;
pub mod order;
mod signature;
pub mod sources;
mod symbols;
pub mod verify;

pub use signature::Signature;

use crate::Error;
use sources::{SourceId, Sources};

/// The name of a global, a function or an extern: an index into [`Module::symbols`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Symbol(pub u32);

/// An SSA value of one function: an index into [`Function::values`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Value(pub u32);

/// A basic block of one function: an index into [`Function::blocks`]. Block 0 is the entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct BlockId(pub u32);

impl Symbol {
    /// The index into [`Module::symbols`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
impl Value {
    /// The index into [`Function::values`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
impl BlockId {
    /// The index into [`Function::blocks`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A first-class type, or `Void`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// No value.
    Void,
    /// An integer of 1 to 128 bits; up to 256 in a module as it was read, before `opt::halves`.
    Int(u16),
    /// An address: two bytes, whatever its address space.
    Ptr,
    /// An IEEE float of 32 bits.
    Float,
    /// An IEEE float of 64 bits.
    Double,
    /// An array: element type and number of elements.
    Array(Box<Type>, u32),
    /// Consecutive fields; never padded, since all alignments are one byte.
    Struct(Vec<Type>),
}

impl Type {
    /// Size in memory, in bytes (`i1` takes one).
    pub fn size(&self) -> u32 {
        match self {
            Type::Void => 0,
            Type::Int(bits) => u32::from(*bits).div_ceil(8),
            Type::Ptr => 2,
            Type::Float => 4,
            Type::Double => 8,
            Type::Array(element, count) => element.size() * count,
            Type::Struct(fields) => fields.iter().map(Type::size).sum(),
        }
    }

    /// Returns the byte offset and the type of element or field `index` of an aggregate, `None` if there is no such part.
    pub fn part(&self, index: u32) -> Option<(u32, &Type)> {
        match self {
            Type::Array(element, count) if index < *count => Some((element.size() * index, element)),
            Type::Struct(fields) => {
                let before = fields.get(..index as usize)?;
                Some((before.iter().map(Type::size).sum(), fields.get(index as usize)?))
            }
            _ => None,
        }
    }

    /// Width in bits of an integer or pointer; `None` for anything else.
    pub fn bits(&self) -> Option<u16> {
        match self {
            Type::Int(bits) => Some(*bits),
            Type::Ptr => Some(16),
            _ => None,
        }
    }
}

/// A constant operand or initializer; its type is given by the context.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Const {
    /// An integer, reduced to the width of its type; null pointers and booleans too.
    Int(u128),
    /// The bits of a float.
    Float(u64),
    /// The address of a symbol plus a byte offset; `ptrtoint` of it is the same constant.
    Address(Symbol, i32),
    /// Any value; also `poison`.
    Undef,
    /// All bytes zero, of any type.
    Zero,
    /// The parts of an array or struct with their types.
    Aggregate(Vec<(Type, Const)>),
    /// A run of bytes (`c"..."`).
    Bytes(Vec<u8>),
}

/// An operand of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The result of an instruction or a parameter.
    Value(Value),
    /// A constant.
    Const(Const),
}

impl Operand {
    /// The integer, if this is an integer constant (`zeroinitializer` counts as 0).
    pub fn int(&self) -> Option<u128> {
        match self {
            Operand::Const(Const::Int(n)) => Some(*n),
            Operand::Const(Const::Zero) => Some(0),
            _ => None,
        }
    }

    /// The SSA value, if this is one.
    pub fn value(&self) -> Option<Value> {
        match self {
            Operand::Value(v) => Some(*v),
            Operand::Const(_) => None,
        }
    }
}

/// Integer (and, with the F prefix, float) arithmetic of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

/// Integer comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Pred {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

/// Conversion between types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    PtrToInt,
    IntToPtr,
    Bitcast,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    FpExt,
    FpTrunc,
}

/// The read-modify-write of an `atomicrmw`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum RmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
}

/// A kind of interrupt handler: defines which registers are saved on entry and which vectors may point to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Interrupt {
    /// Calling convention `avr_signalcc`, Rust's `extern "avr-interrupt"`: entered through the KERNAL's vectors for IRQ and BRK,
    /// with A, X and Y on the stack.
    Kernal,
    /// Calling convention `avr_intrcc`, Rust's `extern "avr-non-blocking-interrupt"`: entered directly by the processor, which
    /// saves only the flags and the return address.
    Hardware,
}

/// The callee of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the module or an extern.
    Direct(Symbol),
    /// The function whose address an operand holds.
    Indirect(Operand),
    /// `llvm.NAME`, with the name's type suffixes cut off and kept in `overloads`, e.g. `umin` of `i8`.
    Intrinsic(String),
    /// Inline assembly: template and constraints as LLVM prints them, unescaped.
    Asm {
        /// The text, with `$0` operands and `$$` for a dollar sign.
        template: String,
        /// The constraint string, e.g. `=&{r24},~{memory}`.
        constraints: String,
        /// Whether it must not be removed.
        side_effect: bool,
    },
}

/// The operation of an instruction.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Binary {
        op: BinOp,
        lhs: Operand,
        rhs: Operand,
        nuw: bool,
        nsw: bool,
    },
    FNeg(Operand),
    /// `ty` is the type of the operands.
    Icmp {
        pred: Pred,
        ty: Type,
        lhs: Operand,
        rhs: Operand,
    },
    /// The predicate as LLVM spells it (`olt`, `une`, ...).
    Fcmp {
        pred: String,
        ty: Type,
        lhs: Operand,
        rhs: Operand,
    },
    Cast {
        op: CastOp,
        from: Type,
        value: Operand,
    },
    /// `range` is `!range` metadata: lo inclusive, hi exclusive, may wrap.
    Load {
        ptr: Operand,
        volatile: bool,
        atomic: bool,
        range: Option<(u128, u128)>,
    },
    Store {
        ty: Type,
        value: Operand,
        ptr: Operand,
        volatile: bool,
        atomic: bool,
    },
    /// `base + offset + sum(index * scale)`; indices are `(type, operand, scale in bytes)`, sign-extended to 16 bits.
    Gep {
        base: Operand,
        offset: i32,
        indices: Vec<(Type, Operand, i32)>,
        inbounds: bool,
        nuw: bool,
    },
    Phi(Vec<(BlockId, Operand)>),
    Select {
        cond: Operand,
        then: Operand,
        other: Operand,
    },
    /// `args` come with their types; the result type is that of the instruction's value.
    Call {
        callee: Callee,
        args: Vec<(Type, Operand)>,
        noreturn: bool,
    },
    ExtractValue {
        ty: Type,
        value: Operand,
        path: Vec<u32>,
    },
    InsertValue {
        value: Operand,
        part_ty: Type,
        part: Operand,
        path: Vec<u32>,
    },
    /// `align` in bytes, 1 by default. Code may rely on it: `core::fmt::Arguments` tells strings from argument lists by the lowest
    /// bit of a pointer to a local array aligned to 2.
    Alloca {
        ty: Type,
        align: u32,
    },
    Freeze(Operand),
    AtomicRmw {
        op: RmwOp,
        ptr: Operand,
        value: Operand,
    },
    /// Result `{ty, i1}`.
    CmpXchg {
        ptr: Operand,
        ty: Type,
        expected: Operand,
        new: Operand,
    },
    Fence,
    Br(BlockId),
    CondBr {
        cond: Operand,
        then: BlockId,
        other: BlockId,
    },
    Switch {
        ty: Type,
        value: Operand,
        default: BlockId,
        cases: Vec<(u128, BlockId)>,
    },
    Ret(Option<Operand>),
    Unreachable,
}

impl Op {
    /// Whether this ends a block.
    pub fn is_terminator(&self) -> bool {
        matches!(self, Op::Br(_) | Op::CondBr { .. } | Op::Switch { .. } | Op::Ret(_) | Op::Unreachable)
    }
}

/// An instruction: its operation, its result and its origin.
#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    /// The value it defines, if any; void calls and stores define none.
    pub result: Option<Value>,
    /// Its operation.
    pub op: Op,
    /// Line of the `.ll` text, from 1; 0 if a pass created it.
    pub line: u32,
    /// Its place in the Rust source, from its `!dbg`.
    pub source: SourceId,
}

/// A basic block: phis first, one terminator last.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Its label, without `%`.
    pub name: String,
    /// Its instructions.
    pub insts: Vec<Inst>,
}

impl Block {
    /// Returns the possible successors, in the order in which the terminator names them, possibly with duplicates.
    pub fn successors(&self) -> Vec<BlockId> {
        match self.insts.last().map(|i| &i.op) {
            Some(Op::Br(b)) => vec![*b],
            Some(Op::CondBr { then, other, .. }) => vec![*then, *other],
            Some(Op::Switch { default, cases, .. }) => {
                std::iter::once(*default).chain(cases.iter().map(|c| c.1)).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The type and name of a value.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueInfo {
    /// Its type.
    pub ty: Type,
    /// Its name, without `%`; unnamed values are named by their number.
    pub name: String,
}

/// A parameter of a function.
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    /// The value it defines.
    pub value: Value,
    /// `range(lo, hi)`: lo inclusive, hi exclusive, may wrap.
    pub range: Option<(u128, u128)>,
    /// `dereferenceable(n)`: at least `n` bytes may be read through it.
    pub dereferenceable: u32,
    /// Whether it is a pointer to the result.
    pub sret: bool,
}

/// A function with a body.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its symbol.
    pub symbol: Symbol,
    /// Visible from outside: kept even if nothing in the module calls it.
    pub exported: bool,
    /// The kind of interrupt handler, if it is one.
    pub interrupt: Option<Interrupt>,
    /// `optsize` or `minsize`: size matters more than speed.
    pub small: bool,
    /// Result type.
    pub ret: Type,
    /// Parameters in order.
    pub params: Vec<Param>,
    /// All values.
    pub values: Vec<ValueInfo>,
    /// All blocks; the first is the entry.
    pub blocks: Vec<Block>,
    /// Line of the `.ll` text.
    pub line: u32,
    /// The place of its definition in the Rust source, from its `!dbg`.
    pub source: SourceId,
}

impl Function {
    /// The type of a value.
    pub fn ty(&self, value: Value) -> &Type {
        &self.values[value.index()].ty
    }

    /// Creates a value.
    pub fn new_value(&mut self, ty: Type, name: String) -> Value {
        self.values.push(ValueInfo { ty, name });
        Value(self.values.len() as u32 - 1)
    }
}

/// A variable or constant in memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// Its symbol.
    pub symbol: Symbol,
    /// Its type.
    pub ty: Type,
    /// Never written.
    pub constant: bool,
    /// Visible from outside.
    pub exported: bool,
    /// The initial value; `None` for an external one, defined elsewhere.
    pub init: Option<Const>,
    /// Alignment in bytes, 1 by default.
    pub align: u32,
    /// `#[link_section]`, if given.
    pub section: Option<String>,
    /// Line of the `.ll` text.
    pub line: u32,
}

/// The entity that a symbol names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    /// Index into [`Module::functions`].
    Function(u32),
    /// Index into [`Module::globals`].
    Global(u32),
    /// A declared function: index into [`Module::externs`].
    Extern(u32),
    /// Nothing any more; no remaining code mentions it.
    Dropped,
}

/// A symbol: its name and the entity.
#[derive(Clone, PartialEq, Debug)]
pub struct SymbolInfo {
    /// The name without `@`, unescaped, as mangled by rustc.
    pub name: String,
    /// The entity.
    pub kind: SymbolKind,
}

/// A function that is declared but not defined here.
#[derive(Clone, PartialEq, Debug)]
pub struct Extern {
    /// Its symbol.
    pub symbol: Symbol,
    /// Result type.
    pub ret: Type,
    /// Parameter types.
    pub params: Vec<Type>,
    /// Line of the `.ll` text.
    pub line: u32,
}

/// A whole program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Module {
    /// The origin of the text, for messages.
    pub name: String,
    /// All symbols except `llvm.*`.
    pub symbols: Vec<SymbolInfo>,
    /// Functions with bodies.
    pub functions: Vec<Function>,
    /// Variables and constants.
    pub globals: Vec<Global>,
    /// Declared functions.
    pub externs: Vec<Extern>,
    /// `module asm` lines in order, unescaped.
    pub asm: Vec<String>,
    /// The places in the Rust source that instructions refer to.
    pub sources: Sources,
    /// Whether calls through pointers always match the type of the called function, as
    /// [`Options::exact_signatures`](crate::Options::exact_signatures) promises.
    pub exact_signatures: bool,
}

impl Module {
    /// Returns the error for a construct that is not supported, with the line and the place in the source of an instruction.
    pub(crate) fn unsupported(&self, function: Symbol, at: (u32, SourceId), what: String) -> Error {
        Error::Unsupported {
            file: self.name.clone(),
            line: at.0,
            source: self.sources.text(at.1),
            function: self.name_of(function).to_string(),
            what,
        }
    }
}
