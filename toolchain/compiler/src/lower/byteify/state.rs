//! The state of the translation of one function into bytes, and operations that every part of the translation needs.

use crate::Error;
use crate::ir::sources::SourceId;
use crate::ir::{self, BlockId, Const, Function, Module, Op, Operand, Type, Value};
use crate::lower::lir::{Bb, Block, Byte, Cond, Func, Inst, Origin, Phi, Reg, Sym, Term};
use crate::opt::range::Ranges;
use std::collections::BTreeMap;

/// The start of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    Sym(Sym),
    Fixed,
    Ptr(Byte, Byte),
}

/// An address that is not computed yet: start + displacement + a one-byte index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Form {
    pub start: Start,
    pub disp: i32,
    /// The index and the largest value it can have.
    pub index: Option<(Reg, u8)>,
}

/// A division that a block already computes.
pub(super) struct Division {
    pub(super) block: Bb,
    pub(super) signed: bool,
    pub(super) dividend: Vec<Byte>,
    pub(super) divisor: Vec<Byte>,
    /// Quotient and remainder.
    pub(super) results: [Vec<Byte>; 2],
}

/// A selection of bytes by branching, to which more bytes may be added.
pub(super) struct Choice {
    cond: Cond,
    then: Bb,
    other: Bb,
    join: Bb,
}

/// The state of the translation of one function.
pub(super) struct Lower<'a> {
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    pub(super) ranges: &'a Ranges,
    pub(super) out: Func,
    /// Whether the program has interrupt handlers.
    pub(super) interrupted: bool,
    /// The bytes of every value translated so far.
    pub(super) bytes: Vec<Option<Vec<Byte>>>,
    /// Pointers as addresses, where that is cheaper than bytes.
    pub(super) forms: Vec<Option<Form>>,
    /// The number of bytes of the largest access, for pointers that are only used by loads and stores.
    pub(super) accessed: Vec<Option<u32>>,
    /// Conditions as trees.
    pub(super) conds: Vec<Option<Cond>>,
    pub(super) defined_in: Vec<Bb>,
    /// The divisions translated so far, to share quotient and remainder of the same operands.
    pub(super) divisions: Vec<Division>,
    /// The last selection by branching.
    pub(super) choice: Option<Choice>,
    /// The bytes that are copies of a sign, each with the byte whose sign it is.
    pub(super) signs: BTreeMap<Reg, Byte>,
    /// The first byte block of every block.
    pub(super) heads: Vec<Bb>,
    /// The byte block in which a block ends.
    pub(super) tails: BTreeMap<BlockId, Bb>,
    pub(super) current: Bb,
    pub(super) block: BlockId,
    pub(super) line: u32,
    pub(super) source: SourceId,
    /// The instruction being translated.
    pub(super) op: Option<&'a Op>,
}

impl<'a> Lower<'a> {
    /// Rejects types that no later stage supports: floats, and integers of odd widths or of more than 128 bits.
    pub(super) fn check_type(&self, ty: &Type) -> Result<(), Error> {
        match ty {
            Type::Float | Type::Double => Err(self.unsupported("floating point")),
            Type::Int(n) if *n > 128 => Err(self.unsupported(&format!("an integer of {n} bits"))),
            Type::Int(n) if *n != 1 && n % 8 != 0 => {
                Err(self.unsupported(&format!("an integer of {n} bits")))
            }
            Type::Struct(fields) => fields.iter().try_for_each(|f| self.check_type(f)),
            Type::Array(element, _) => self.check_type(element),
            _ => Ok(()),
        }
    }

    pub(super) fn unsupported(&self, what: &str) -> Error {
        let what = match self.op {
            Some(op) => format!("{what} (in `{}`)", op.name()),
            None => what.to_string(),
        };
        self.module.unsupported(self.function.symbol, (self.line, self.source), what)
    }

    /// Returns offset and type of the part of an aggregate at a path.
    pub(super) fn part(&self, ty: &Type, path: &[u32]) -> Result<(u32, Type), Error> {
        let mut offset = 0;
        let mut ty = ty;
        for index in path {
            let (more, part) = ty.part(*index).ok_or_else(|| self.unsupported("this part of a value"))?;
            offset += more;
            ty = part;
        }
        Ok((offset, ty.clone()))
    }

    pub(super) fn new_block(&mut self, name: &str) -> Bb {
        self.out.blocks.push(Block {
            name: name.to_string(),
            origin: Origin { block: self.block.0, part: 0 },
            count: None,
            phis: Vec::new(),
            insts: Vec::new(),
            term: Term::Stop,
        });
        Bb(self.out.blocks.len() as u32 - 1)
    }

    pub(super) fn emit(&mut self, inst: Inst) {
        let source = self.source;
        self.out.blocks[self.current.0 as usize].insts.push((inst, source));
    }

    pub(super) fn finish(&mut self, term: Term) {
        self.out.blocks[self.current.0 as usize].term = term;
    }

    pub(super) fn branch(&mut self, cond: Cond, then: Bb, other: Bb) {
        let term = match cond {
            Cond::Const(true) => Term::Jump(then),
            Cond::Const(false) => Term::Jump(other),
            _ if then == other => Term::Jump(then),
            cond => Term::Branch { cond, then, other },
        };
        self.finish(term);
    }

    /// Records the bytes of a value; those that its range proves zero become constants.
    pub(super) fn define(&mut self, value: Value, mut bytes: Vec<Byte>) {
        if let Type::Int(_) = self.function.ty(value) {
            let max = self.ranges.of(value).1;
            for (i, byte) in bytes.iter_mut().enumerate().skip(1) {
                if i < 8 && max >> (8 * i) == 0 && !matches!(byte, Byte::Const(_)) {
                    *byte = Byte::Const(0);
                }
            }
        }
        self.defined_in[value.index()] = self.current;
        self.bytes[value.index()] = Some(bytes);
    }

    pub(super) fn define_result(&mut self, inst: &ir::Inst, bytes: Vec<Byte>) {
        if let Some(result) = inst.result {
            self.define(result, bytes);
        }
    }

    pub(super) fn reg_byte(&mut self) -> (Reg, Byte) {
        let reg = self.out.reg();
        (reg, Byte::Reg(reg))
    }

    pub(super) fn regs(&mut self, count: usize) -> Vec<Reg> {
        (0..count).map(|_| self.out.reg()).collect()
    }

    /// Returns the bytes of an operand of this type.
    pub(super) fn operand(&mut self, operand: &Operand, ty: &Type) -> Result<Vec<Byte>, Error> {
        match operand {
            Operand::Value(v) => {
                Ok(self.bytes[v.index()].clone().unwrap_or_else(|| vec![Byte::Undef; ty.size() as usize]))
            }
            Operand::Const(c) => self.constant(c, ty),
        }
    }

    pub(super) fn constant(&mut self, c: &Const, ty: &Type) -> Result<Vec<Byte>, Error> {
        let size = ty.size() as usize;
        Ok(match c {
            Const::Int(n) => (0..size).map(|i| Byte::Const((n >> (8 * i)) as u8)).collect(),
            Const::Zero => vec![Byte::Const(0); size],
            Const::Undef => vec![Byte::Undef; size],
            Const::Address(symbol, offset) => {
                let sym = self.address_of(*symbol);
                let mut bytes = vec![Byte::Lo(sym, *offset), Byte::Hi(sym, *offset)];
                bytes.resize(size, Byte::Const(0));
                bytes
            }
            Const::Aggregate(parts) => {
                let mut bytes = Vec::new();
                for (ty, part) in parts {
                    bytes.extend(self.constant(part, ty)?);
                }
                bytes
            }
            Const::Bytes(bytes) => bytes.iter().map(|b| Byte::Const(*b)).collect(),
            Const::Float(_) => return Err(self.unsupported("floating point")),
        })
    }

    /// Returns the address of a symbol; that of a function is its entry for indirect calls.
    pub(super) fn address_of(&self, symbol: ir::Symbol) -> Sym {
        match self.module.symbols[symbol.index()].kind {
            ir::SymbolKind::Function(_) => Sym::Entry(symbol),
            ir::SymbolKind::Global(_) if self.module.global(symbol).is_some_and(|g| g.init.is_some()) => {
                Sym::Global(symbol)
            }
            _ => Sym::Extern(symbol),
        }
    }

    /// Returns the largest value of an operand here, if it is an integer of at most 64 bits.
    pub(super) fn max_of(&self, operand: &Operand, ty: &Type) -> u64 {
        self.ranges.of_operand(operand, ty, self.block).1
    }

    /// Branches to two empty blocks and continues where they meet.
    fn open_choice(&mut self, cond: Cond) -> Choice {
        let (then, other, join) =
            (self.new_block("select.then"), self.new_block("select.else"), self.new_block("select"));
        self.finish(Term::Branch { cond: cond.clone(), then, other });
        self.out.blocks[then.0 as usize].term = Term::Jump(join);
        self.out.blocks[other.0 as usize].term = Term::Jump(join);
        self.current = join;
        Choice { cond, then, other, join }
    }

    /// Returns the value of a byte on one of the two paths to the block where they meet.
    fn chosen(&self, join: Bb, way: Bb, byte: Byte) -> Byte {
        let phis = &self.out.blocks[join.0 as usize].phis;
        let phi = phis.iter().find(|phi| byte == Byte::Reg(phi.dst));
        let from = |phi: &Phi| phi.from.iter().find(|from| from.0 == way).map(|from| from.1);
        phi.and_then(from).unwrap_or(byte)
    }

    /// `cond ? a : b`, byte by byte, by branching.
    pub(super) fn select(&mut self, cond: Cond, a: &[Byte], b: &[Byte]) -> Vec<Byte> {
        if a == b {
            return a.to_vec();
        }
        match cond {
            Cond::Const(true) => return a.to_vec(),
            Cond::Const(false) => return b.to_vec(),
            _ => {}
        }
        if a == [Byte::Const(1)] && b == [Byte::Const(0)] {
            let (dst, byte) = self.reg_byte();
            self.emit(Inst::Set { dst, cond });
            return vec![byte];
        }
        // A selection by the same condition directly behind another one uses the same two paths. Nothing is between them, so the
        // bytes that are selected here existed before or come from the other selection.
        let (last, opposite) = (self.choice.take(), cond.clone().not());
        let again = last.filter(|choice| {
            let join = &self.out.blocks[choice.join.0 as usize];
            choice.join == self.current && join.insts.is_empty() && [&cond, &opposite].contains(&&choice.cond)
        });
        let (a, b) = if again.as_ref().is_some_and(|choice| choice.cond != cond) { (b, a) } else { (a, b) };
        let choice = again.unwrap_or_else(|| self.open_choice(cond));
        let Choice { then, other, join, .. } = choice;
        self.choice = Some(choice);
        a.iter()
            .zip(b)
            .map(|(&a, &b)| (self.chosen(join, then, a), self.chosen(join, other, b)))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|(a, b)| {
                if a == b || b == Byte::Undef {
                    return a;
                }
                if a == Byte::Undef {
                    return b;
                }
                let (dst, byte) = self.reg_byte();
                let from = vec![(then, a), (other, b)];
                self.out.blocks[join.0 as usize].phis.push(Phi { dst, from });
                byte
            })
            .collect()
    }
}
