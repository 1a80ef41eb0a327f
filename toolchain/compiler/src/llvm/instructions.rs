//! Instructions other than terminators and calls.

use super::constants::Place;
use super::lexer::{Kind, Token};
use super::state::Parser;
use super::types::type_text;
use super::words::{BINARY, CAST, FCMP, PREDICATE, RMW, meaning};
use crate::Error;
use crate::ir::{BinOp, CastOp, Op, Operand, Type};

/// An instruction and the type of its result, `Void` if it has none; `None` if it leaves no trace.
pub(super) type Parsed = Option<(Op, Type)>;

/// The operations of `atomicrmw` that are not supported.
const REFUSED_RMW: [&str; 13] = [
    "elementwise",
    "fadd",
    "fmax",
    "fmaximum",
    "fmaximumnum",
    "fmin",
    "fminimum",
    "fminimumnum",
    "fsub",
    "udec_wrap",
    "uinc_wrap",
    "usub_cond",
    "usub_sat",
];

impl Parser<'_> {
    /// Reads the rest of an instruction, after the opcode `word`.
    pub fn instruction(&mut self, word: Token) -> Result<Parsed, Error> {
        let text = self.slice(word);
        if let Some(op) = meaning(&BINARY, text) {
            return self.arithmetic(op).map(Some);
        }
        if let Some(op) = meaning(&CAST, text) {
            return self.conversion(op).map(Some);
        }
        let parsed = match text {
            "load" => self.load()?,
            "store" => self.store()?,
            "getelementptr" => self.gep()?,
            "icmp" => self.icmp()?,
            "fcmp" => self.fcmp()?,
            "phi" => self.phi()?,
            "select" => self.select()?,
            "fneg" => {
                self.fast_math();
                let (ty, value) = self.typed_operand()?;
                (Op::FNeg(value), ty)
            }
            "freeze" => {
                let (ty, value) = self.typed_operand()?;
                (Op::Freeze(value), ty)
            }
            "alloca" => self.alloca()?,
            "extractvalue" => self.extract_value()?,
            "insertvalue" => self.insert_value()?,
            "atomicrmw" => self.atomic_rmw()?,
            "cmpxchg" => self.cmpxchg()?,
            "fence" => {
                self.ordering()?;
                (Op::Fence, Type::Void)
            }
            "call" => return self.call(),
            "tail" | "notail" => {
                self.expect_word("call")?;
                return self.call();
            }
            "musttail" => {
                return self.unsupported_at(
                    word,
                    "the instruction `musttail` (a guaranteed tail call, Rust's `become`)",
                );
            }
            "invoke" | "landingpad" | "resume" | "va_arg" | "indirectbr" | "callbr" | "catchpad"
            | "catchret" | "catchswitch" | "cleanuppad" | "cleanupret" | "extractelement"
            | "insertelement" | "shufflevector" => {
                return self.unsupported_at(word, &format!("the instruction `{text}`"));
            }
            _ => return Err(self.error_at(word, format!("`{text}` is no instruction"))),
        };
        Ok(Some(parsed))
    }

    /// Skips fast-math flags.
    pub fn fast_math(&mut self) {
        while matches!(
            self.word(),
            "nnan" | "ninf" | "nsz" | "arcp" | "contract" | "afn" | "reassoc" | "fast"
        ) {
            self.at += 1;
        }
    }

    fn arithmetic(&mut self, op: BinOp) -> Result<(Op, Type), Error> {
        let (mut nuw, mut nsw) = (false, false);
        loop {
            match self.word() {
                // No two bits coincide, so the sum cannot carry either.
                "disjoint" => (nuw, nsw) = (true, true),
                "nuw" => nuw = true,
                "nsw" => nsw = true,
                "exact" => {}
                _ => break,
            }
            self.at += 1;
        }
        self.fast_math();
        let (ty, lhs) = self.typed_operand()?;
        self.expect(b',')?;
        let rhs = self.operand(&ty)?;
        Ok((Op::Binary { op, lhs, rhs, nuw, nsw }, ty))
    }

    fn conversion(&mut self, op: CastOp) -> Result<(Op, Type), Error> {
        while matches!(self.word(), "nuw" | "nsw" | "nneg") {
            self.at += 1;
        }
        self.fast_math();
        let (from, value) = self.typed_operand()?;
        self.expect_word("to")?;
        let to = self.value_type()?;
        Ok((Op::Cast { op, from, value }, to))
    }

    fn icmp(&mut self) -> Result<(Op, Type), Error> {
        self.eat_word("samesign");
        let Some(pred) = meaning(&PREDICATE, self.word()) else {
            return self.expected("an integer predicate");
        };
        self.at += 1;
        let (ty, lhs) = self.typed_operand()?;
        self.expect(b',')?;
        // LLVM also prints the second type if the address spaces of two pointers differ.
        if ty == Type::Ptr && self.word() == "ptr" {
            self.pointer_type()?;
        }
        let rhs = self.operand(&ty)?;
        Ok((Op::Icmp { pred, ty, lhs, rhs }, Type::Int(1)))
    }

    fn fcmp(&mut self) -> Result<(Op, Type), Error> {
        self.fast_math();
        let pred = self.word();
        if !FCMP.contains(&pred) {
            return self.expected("a float predicate");
        }
        self.at += 1;
        let (ty, lhs) = self.typed_operand()?;
        self.expect(b',')?;
        let rhs = self.operand(&ty)?;
        Ok((Op::Fcmp { pred: pred.to_string(), ty, lhs, rhs }, Type::Int(1)))
    }

    /// Reads `[syncscope("...")] ordering`, if it is there.
    fn ordering(&mut self) -> Result<(), Error> {
        if self.eat_word("syncscope") {
            self.skip_group()?;
        }
        match self.word() {
            "unordered" | "monotonic" | "acquire" | "release" | "acq_rel" | "seq_cst" => {
                self.at += 1;
                Ok(())
            }
            _ => self.expected("a memory ordering"),
        }
    }

    /// Reads `, align n`, if it is there. Returns 1 otherwise.
    fn optional_alignment(&mut self) -> Result<u32, Error> {
        if !self.eat_comma() {
            return Ok(1);
        }
        self.expect_word("align")?;
        self.alignment()
    }

    fn load(&mut self) -> Result<(Op, Type), Error> {
        let atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let ty = self.value_type()?;
        self.expect(b',')?;
        let ptr = self.pointer()?;
        if atomic {
            self.ordering()?;
        }
        self.optional_alignment()?;
        Ok((Op::Load { ptr, volatile, atomic, range: None }, ty))
    }

    fn store(&mut self) -> Result<(Op, Type), Error> {
        let atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let (ty, value) = self.typed_operand()?;
        self.expect(b',')?;
        let ptr = self.pointer()?;
        if atomic {
            self.ordering()?;
        }
        self.optional_alignment()?;
        Ok((Op::Store { ty, value, ptr, volatile, atomic }, Type::Void))
    }

    fn gep(&mut self) -> Result<(Op, Type), Error> {
        let (inbounds, nuw) = self.gep_flags()?;
        let source = self.value_type()?;
        self.expect(b',')?;
        let base = self.pointer()?;
        let (offset, indices) = self.gep_terms(&source, Place::Instruction)?;
        Ok((Op::Gep { base, offset, indices, inbounds, nuw }, Type::Ptr))
    }

    fn phi(&mut self) -> Result<(Op, Type), Error> {
        self.fast_math();
        let ty = self.value_type()?;
        let mut incoming = Vec::new();
        loop {
            self.expect(b'[')?;
            let value = self.operand(&ty)?;
            self.expect(b',')?;
            let token = self.expect_kind(Kind::Local, "the name of a block")?;
            let block = self.use_block(token)?;
            self.compute_at_end(block);
            incoming.push((block, value));
            self.expect(b']')?;
            if !self.eat_comma() {
                return Ok((Op::Phi(incoming), ty));
            }
        }
    }

    fn select(&mut self) -> Result<(Op, Type), Error> {
        self.fast_math();
        if self.is(b'<') {
            return self.unsupported("a vector type");
        }
        self.expect_word("i1")?;
        let cond = self.operand(&Type::Int(1))?;
        self.expect(b',')?;
        let (ty, then) = self.typed_operand()?;
        self.expect(b',')?;
        let token = self.token();
        let (second, other) = self.typed_operand()?;
        if second != ty {
            return Err(self.error_at(token, format!("expected a second {}", type_text(&ty))));
        }
        Ok((Op::Select { cond, then, other }, ty))
    }

    fn alloca(&mut self) -> Result<(Op, Type), Error> {
        if matches!(self.word(), "inalloca" | "swifterror") {
            return self.unsupported(&format!("`alloca {}`", self.word()));
        }
        let mut ty = self.value_type()?;
        let mut align = 1;
        while self.eat_comma() {
            match self.word() {
                "align" => {
                    self.at += 1;
                    align = self.alignment()?;
                }
                "addrspace" => self.address_space()?,
                _ => {
                    let token = self.token();
                    let (_, count) = self.typed_operand()?;
                    let Some(count) = count.int() else {
                        return self.unsupported_at(token, "a local of a size known only at run time");
                    };
                    let size = u128::from(ty.size());
                    match u32::try_from(count) {
                        Ok(count) if size.saturating_mul(count.into()) <= 1 << 16 => {
                            ty = Type::Array(Box::new(ty), count);
                        }
                        _ => {
                            let what = format!("a local of {count} times {size} bytes");
                            return self.unsupported_at(token, &what);
                        }
                    }
                }
            }
        }
        Ok((Op::Alloca { ty, align }, Type::Ptr))
    }

    /// Reads `, 0, 1`: the indices of `extractvalue` and `insertvalue`. Also returns the type that they lead to.
    fn path(&mut self, whole: &Type) -> Result<(Vec<u32>, Type), Error> {
        let mut path = Vec::new();
        let mut ty = whole;
        while self.eat_comma() {
            let token = self.token();
            let index = self.number("an index")?;
            ty = match (ty, ty.part(index)) {
                (Type::Array(_, count), Some((_, part))) if index < *count => part,
                (Type::Struct(_), Some((_, part))) => part,
                _ => return Err(self.error_at(token, format!("no part of {}", type_text(ty)))),
            };
            path.push(index);
        }
        if path.is_empty() {
            return self.expected("`,` and an index");
        }
        Ok((path, ty.clone()))
    }

    fn extract_value(&mut self) -> Result<(Op, Type), Error> {
        let (ty, value) = self.typed_operand()?;
        let (path, part) = self.path(&ty)?;
        Ok((Op::ExtractValue { ty, value, path }, part))
    }

    fn insert_value(&mut self) -> Result<(Op, Type), Error> {
        let (ty, value) = self.typed_operand()?;
        self.expect(b',')?;
        let token = self.token();
        let (part_ty, part) = self.typed_operand()?;
        let (path, expected) = self.path(&ty)?;
        if part_ty != expected {
            return Err(self.error_at(token, format!("expected {}", type_text(&expected))));
        }
        Ok((Op::InsertValue { value, part_ty, part, path }, ty))
    }

    fn atomic_rmw(&mut self) -> Result<(Op, Type), Error> {
        self.eat_word("volatile");
        let word = self.word();
        let Some(op) = meaning(&RMW, word) else {
            if REFUSED_RMW.contains(&word) {
                return self.unsupported(&format!("`atomicrmw {word}`"));
            }
            return self.expected("an atomic operation");
        };
        self.at += 1;
        let ptr = self.pointer()?;
        self.expect(b',')?;
        let (ty, value) = self.typed_operand()?;
        self.ordering()?;
        self.optional_alignment()?;
        Ok((Op::AtomicRmw { op, ptr, value }, ty))
    }

    fn cmpxchg(&mut self) -> Result<(Op, Type), Error> {
        self.eat_word("weak");
        self.eat_word("volatile");
        let ptr = self.pointer()?;
        self.expect(b',')?;
        let (ty, expected) = self.typed_operand()?;
        self.expect(b',')?;
        let token = self.token();
        let (second, new): (Type, Operand) = self.typed_operand()?;
        if second != ty {
            return Err(self.error_at(token, format!("expected a second {}", type_text(&ty))));
        }
        self.ordering()?;
        self.ordering()?;
        self.optional_alignment()?;
        let result = Type::Struct(vec![ty.clone(), Type::Int(1)]);
        Ok((Op::CmpXchg { ptr, ty, expected, new }, result))
    }
}
