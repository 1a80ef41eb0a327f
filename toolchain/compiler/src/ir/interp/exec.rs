//! Frames, control flow, and the instructions that are neither calls nor arithmetic.

use super::arith::{self, Flags};
use super::memory::{Fault, Origin, Owner};
use super::trap::{Place, Trap, TrapKind};
use super::value::{Bits, Pointer, Value, mask, signed};
use super::{Frame, Host, Interpreter, float};
use crate::ir::{self, BlockId, CastOp, Const, Function, Inst, Op, Operand, RmwOp, Type};

/// Where execution continues after an instruction.
pub(super) enum Flow {
    /// At the next instruction; there is no result.
    Next,
    /// At the next instruction, with a result.
    Give(Value),
    /// At another block.
    Jump(BlockId),
    /// In the function with this index.
    Enter(u32, Vec<Value>),
    /// In the caller.
    Return(Value),
}

/// Reports a module that `verify` would not accept.
pub(super) fn malformed(what: &str) -> TrapKind {
    TrapKind::Malformed(what.to_string())
}

impl<'m> Interpreter<'m> {
    pub(super) fn execute(&mut self, index: u32, args: &[Value], host: &mut dyn Host) -> Result<Value, Trap> {
        let (stack_pointer, mark) = (self.stack_pointer, self.memory.mark());
        let limit = self.steps.saturating_add(self.config.fuel);
        let result = self
            .arguments(index, args)
            .and_then(|args| self.enter(index, args, None))
            .and_then(|()| self.run(limit, host));
        let result = result.map_err(|kind| Trap { kind, stack: self.places() });
        self.frames.clear();
        self.values.clear();
        self.base = 0;
        self.stack_pointer = stack_pointer;
        self.memory.release(mark);
        result
    }

    /// Converts arguments from outside to the types of the parameters.
    fn arguments(&self, index: u32, args: &[Value]) -> Result<Vec<Value>, TrapKind> {
        let function = &self.module.functions[index as usize];
        let param =
            |(i, arg): (usize, &Value)| match (function.params.get(i).map(|p| function.ty(p.value)), arg) {
                (Some(Type::Ptr), Value::Int(n)) if *n <= 0xffff => Ok(Value::Ptr(Pointer::wild(*n as u16))),
                (Some(Type::Int(width)), Value::Int(n)) if *n > mask(*width) => {
                    Err(TrapKind::Malformed(format!("argument {i} has more than {width} bits")))
                }
                _ => Ok(arg.clone()),
            };
        args.iter().enumerate().map(param).collect()
    }

    /// Returns the current place of every frame, innermost first.
    fn places(&self) -> Vec<Place> {
        let place = |frame: &Frame<'m>| {
            let inst = frame.next.checked_sub(1).and_then(|i| frame.block.insts.get(i));
            Place {
                function: self.module.name_of(frame.function.symbol).to_string(),
                line: inst.map_or(frame.function.line, |i| i.line),
                source: inst.map_or(String::new(), |i| self.module.sources.text(i.source)),
            }
        };
        self.frames.iter().rev().map(place).collect()
    }

    fn enter(&mut self, index: u32, args: Vec<Value>, result: Option<ir::Value>) -> Result<(), TrapKind> {
        let module = self.module;
        let function = &module.functions[index as usize];
        if args.len() != function.params.len() {
            return Err(TrapKind::Arguments { expected: function.params.len(), found: args.len() });
        }
        if self.frames.len() >= self.config.depth {
            return Err(TrapKind::StackOverflow);
        }
        let block = function.blocks.first().ok_or_else(|| malformed("function without blocks"))?;
        let base = self.values.len();
        self.values.resize(base + function.values.len(), Value::Undef);
        for (param, arg) in function.params.iter().zip(args) {
            self.values[base + param.value.index()] = ranged(arg, param.range);
        }
        self.base = base;
        self.frames.push(Frame {
            function,
            index,
            block,
            block_id: BlockId(0),
            next: 0,
            base,
            stack_pointer: self.stack_pointer,
            mark: self.memory.mark(),
            result,
        });
        Ok(())
    }

    fn run(&mut self, limit: u64, host: &mut dyn Host) -> Result<Value, TrapKind> {
        loop {
            let frame = self.frames.last_mut().ok_or_else(|| malformed("no frame"))?;
            let function = frame.function;
            let inst = frame.block.insts.get(frame.next).ok_or_else(|| malformed("block without end"))?;
            frame.next += 1;
            if self.steps >= limit {
                return Err(TrapKind::OutOfFuel);
            }
            self.steps += 1;
            match self.step(function, inst, host)? {
                Flow::Next => {}
                Flow::Give(value) => {
                    if let Some(result) = inst.result {
                        self.values[self.base + result.index()] = value;
                    }
                }
                Flow::Jump(to) => self.jump(to)?,
                Flow::Enter(index, args) => self.enter(index, args, inst.result)?,
                Flow::Return(value) => {
                    let done = self.frames.pop().ok_or_else(|| malformed("no frame"))?;
                    self.values.truncate(done.base);
                    self.stack_pointer = done.stack_pointer;
                    self.memory.release(done.mark);
                    let Some(caller) = self.frames.last() else { return Ok(value) };
                    self.base = caller.base;
                    if let Some(result) = done.result {
                        self.values[self.base + result.index()] = value;
                    }
                }
            }
        }
    }

    /// Goes to a block and executes its phis, all at once.
    fn jump(&mut self, to: BlockId) -> Result<(), TrapKind> {
        let frame = self.frames.last_mut().ok_or_else(|| malformed("no frame"))?;
        let (function, from) = (frame.function, frame.block_id);
        let block = function.blocks.get(to.index()).ok_or_else(|| malformed("branch to no block"))?;
        (frame.block, frame.block_id) = (block, to);
        let mut moving = std::mem::take(&mut self.moving);
        moving.clear();
        let mut phis = 0;
        for inst in &block.insts {
            let Op::Phi(incoming) = &inst.op else { break };
            phis += 1;
            let (_, operand) = incoming
                .iter()
                .find(|(b, _)| *b == from)
                .ok_or_else(|| malformed("phi without predecessor"))?;
            moving.push(self.value(operand, result_type(function, inst)?)?);
        }
        for (inst, value) in block.insts.iter().zip(moving.drain(..)) {
            if let Some(result) = inst.result {
                self.values[self.base + result.index()] = value;
            }
        }
        self.moving = moving;
        if let Some(frame) = self.frames.last_mut() {
            frame.next = phis;
        }
        self.steps += phis as u64;
        Ok(())
    }

    fn step(
        &mut self,
        function: &'m Function,
        inst: &'m Inst,
        host: &mut dyn Host,
    ) -> Result<Flow, TrapKind> {
        let result_ty = || result_type(function, inst);
        let value = match &inst.op {
            Op::Binary { op, lhs, rhs, nuw, nsw } => match result_ty()? {
                Type::Int(width) => {
                    let (a, b) = (self.bits(lhs, *width)?, self.bits(rhs, *width)?);
                    arith::binary(*op, *width, Flags { nuw: *nuw, nsw: *nsw }, a, b)?.into_int(*width)
                }
                ty => float::binary(*op, &self.value(lhs, ty)?, &self.value(rhs, ty)?)?,
            },
            Op::FNeg(operand) => float::negate(&self.value(operand, result_ty()?)?)?,
            Op::Icmp { pred, ty, lhs, rhs } => {
                let width = ty.bits().ok_or_else(|| malformed("icmp of no integers"))?;
                let (a, b) = (self.bits(lhs, width)?, self.bits(rhs, width)?);
                arith::compare(*pred, width, a, b).map_or(Value::Undef, |holds| Value::Int(holds.into()))
            }
            Op::Fcmp { pred, ty, lhs, rhs } => {
                float::compare(pred, &self.value(lhs, ty)?, &self.value(rhs, ty)?)?
            }
            Op::Cast { op, from, value } => self.cast(*op, from, value, result_ty()?)?,
            Op::Load { ptr, volatile, range, .. } => {
                let pointer = self.pointer(ptr, "the address of a load")?;
                let ty = result_ty()?;
                if *volatile {
                    self.memory.check(pointer, ty.size(), false).map_err(|f| self.fault(f))?;
                    self.peek_volatile(pointer, ty.size(), host);
                }
                ranged(self.memory.load(ty, pointer).map_err(|f| self.fault(f))?, *range)
            }
            Op::Store { ty, value, ptr, volatile, .. } => {
                let pointer = self.pointer(ptr, "the address of a store")?;
                let value = self.value(value, ty)?;
                self.memory.store(ty, &value, pointer).map_err(|f| self.fault(f))?;
                if *volatile {
                    self.poke_volatile(pointer, ty.size(), host)?;
                }
                return Ok(Flow::Next);
            }
            Op::Gep { base, offset, indices, inbounds, nuw } => {
                self.gep(base, *offset, indices, *inbounds, *nuw)?
            }
            Op::Phi(_) => return Err(malformed("phi after another instruction")),
            Op::Select { cond, then, other } => self.select(cond, then, other, result_ty()?)?,
            Op::Call { callee, args, .. } => return self.call_inst(function, inst, callee, args, host),
            Op::ExtractValue { ty, value, path } => extract(self.value(value, ty)?, path)?,
            Op::InsertValue { value, part_ty, part, path } => {
                let ty = result_ty()?;
                let whole = self.value(value, ty)?;
                insert(whole, ty, self.value(part, part_ty)?, path)?
            }
            Op::Alloca { ty, align } => self.alloca(inst, ty, *align)?,
            Op::Freeze(operand) => {
                let ty = result_ty()?;
                self.value(operand, ty)?.freeze(ty)
            }
            Op::AtomicRmw { op, ptr, value } => self.read_modify_write(*op, ptr, value, result_ty()?)?,
            Op::CmpXchg { ptr, ty, expected, new } => self.compare_exchange(ptr, ty, expected, new)?,
            Op::Fence => return Ok(Flow::Next),
            Op::Br(_) | Op::CondBr { .. } | Op::Switch { .. } | Op::Ret(_) | Op::Unreachable => {
                return self.leave_block(function, &inst.op);
            }
        };
        Ok(Flow::Give(value))
    }

    /// Executes the terminator of a block.
    fn leave_block(&self, function: &Function, op: &Op) -> Result<Flow, TrapKind> {
        let known = |bits: Bits, what: &str| bits.get().ok_or_else(|| TrapKind::Undefined(what.into()));
        match op {
            Op::Br(to) => Ok(Flow::Jump(*to)),
            Op::CondBr { cond, then, other } => {
                let cond = known(self.bits(cond, 1)?, "the condition of a branch")?;
                Ok(Flow::Jump(if cond == 0 { *other } else { *then }))
            }
            Op::Switch { ty, value, default, cases } => {
                let width = ty.bits().ok_or_else(|| malformed("switch on no integer"))?;
                let n = known(self.bits(value, width)?, "the value of a switch")?;
                let case = cases.iter().find(|(case, _)| *case == n);
                Ok(Flow::Jump(case.map_or(*default, |(_, to)| *to)))
            }
            Op::Ret(None) => Ok(Flow::Return(Value::void())),
            Op::Ret(Some(operand)) => Ok(Flow::Return(self.value(operand, &function.ret)?)),
            Op::Unreachable => Err(TrapKind::Unreachable),
            _ => Err(malformed("a block that does not end")),
        }
    }

    fn select(&self, cond: &Operand, then: &Operand, other: &Operand, ty: &Type) -> Result<Value, TrapKind> {
        match self.bits(cond, 1)?.get() {
            Some(0) => self.value(other, ty),
            Some(_) => self.value(then, ty),
            None => {
                let then = self.value(then, ty)?;
                Ok(if then == self.value(other, ty)? { then } else { Value::Undef })
            }
        }
    }

    fn alloca(&mut self, inst: &Inst, ty: &Type, align: u32) -> Result<Value, TrapKind> {
        let size = ty.size();
        let lowest = self.stack_pointer.checked_sub(size).ok_or(TrapKind::StackOverflow)?;
        let start = lowest - lowest % align.max(1);
        if start < self.stack_floor {
            return Err(TrapKind::StackOverflow);
        }
        self.stack_pointer = start;
        let frame = self.frames.last().ok_or_else(|| malformed("no frame"))?;
        let name = inst.result.ok_or_else(|| malformed("alloca without result"))?;
        let origin = Origin::Local(frame.index, name);
        Ok(Value::Ptr(self.memory.create(start, size, Owner::Data, origin)))
    }

    fn read_modify_write(
        &mut self,
        op: RmwOp,
        ptr: &Operand,
        value: &Operand,
        ty: &Type,
    ) -> Result<Value, TrapKind> {
        let pointer = self.pointer(ptr, "the address of an atomicrmw")?;
        let old = self.memory.load(ty, pointer).map_err(|f| self.fault(f))?;
        let new = read_modify_write(op, ty, &old, self.value(value, ty)?)?;
        self.memory.store(ty, &new, pointer).map_err(|f| self.fault(f))?;
        Ok(old)
    }

    fn compare_exchange(
        &mut self,
        ptr: &Operand,
        ty: &Type,
        expected: &Operand,
        new: &Operand,
    ) -> Result<Value, TrapKind> {
        let pointer = self.pointer(ptr, "the address of a cmpxchg")?;
        let width = ty.bits().ok_or_else(|| malformed("cmpxchg of no integer"))?;
        let old = self.memory.load(ty, pointer).map_err(|f| self.fault(f))?;
        let there = old.bits(width).ok_or_else(|| malformed("cmpxchg of no integer"))?;
        let same = arith::compare(ir::Pred::Eq, width, there, self.bits(expected, width)?)
            .ok_or_else(|| TrapKind::Undefined("the comparison of a cmpxchg".into()))?;
        if same {
            let new = self.value(new, ty)?;
            self.memory.store(ty, &new, pointer).map_err(|f| self.fault(f))?;
        }
        Ok(Value::Aggregate(vec![old, Value::Int(same.into())]))
    }

    /// Evaluates an operand of a type.
    pub(super) fn value(&self, operand: &Operand, ty: &Type) -> Result<Value, TrapKind> {
        match operand {
            Operand::Value(v) => Ok(self.values[self.base + v.index()].clone()),
            Operand::Const(c) => self.constant(ty, c),
        }
    }

    /// Evaluates an integer or pointer operand.
    pub(super) fn bits(&self, operand: &Operand, width: u16) -> Result<Bits, TrapKind> {
        let value = match operand {
            Operand::Value(v) => &self.values[self.base + v.index()],
            Operand::Const(Const::Int(n)) => return Ok(Bits::known(*n & mask(width))),
            Operand::Const(c) => &self.constant(&Type::Int(width), c)?,
        };
        value.bits(width).ok_or_else(|| malformed("an aggregate where a number is needed"))
    }

    /// Evaluates a pointer operand, which must be known.
    pub(super) fn pointer(&self, operand: &Operand, what: &str) -> Result<Pointer, TrapKind> {
        let found;
        let value = match operand {
            Operand::Value(v) => &self.values[self.base + v.index()],
            Operand::Const(c) => {
                found = self.constant(&Type::Ptr, c)?;
                &found
            }
        };
        match value {
            Value::Ptr(p) => Ok(*p),
            Value::Partial(_) | Value::Undef => Err(TrapKind::Undefined(what.to_string())),
            _ => Err(malformed("a pointer is needed")),
        }
    }

    pub(super) fn constant(&self, ty: &Type, constant: &Const) -> Result<Value, TrapKind> {
        Ok(match constant {
            Const::Int(n) => match ty {
                Type::Ptr => Value::Ptr(Pointer::wild(*n as u16)),
                _ => Value::Int(*n & mask(ty.bits().unwrap_or(128))),
            },
            Const::Float(bits) => match ty {
                Type::Float => Value::Float(*bits as u32),
                _ => Value::Double(*bits),
            },
            Const::Address(symbol, offset) => {
                let pointer = self.symbols[symbol.index()]
                    .ok_or_else(|| TrapKind::UnknownExtern(self.module.name_of(*symbol).to_string()))?;
                let address = pointer.address.wrapping_add(*offset as u16);
                match ty {
                    Type::Int(width) => Value::Int(u128::from(address) & mask(*width)),
                    _ => Value::Ptr(Pointer { address, ..pointer }),
                }
            }
            Const::Undef => Value::Undef,
            Const::Zero => Value::zero(ty),
            Const::Aggregate(parts) => {
                Value::Aggregate(parts.iter().map(|(ty, c)| self.constant(ty, c)).collect::<Result<_, _>>()?)
            }
            Const::Bytes(bytes) => Value::Aggregate(bytes.iter().map(|b| Value::Int((*b).into())).collect()),
        })
    }

    fn cast(&self, op: CastOp, from: &Type, operand: &Operand, to: &Type) -> Result<Value, TrapKind> {
        let width = |ty: &Type| ty.bits().ok_or_else(|| malformed("cast of no integer"));
        Ok(match op {
            CastOp::Trunc | CastOp::PtrToInt | CastOp::ZExt => {
                let n = self.bits(operand, width(from)?)?.truncated(width(to)?);
                n.into_int(width(to)?)
            }
            CastOp::SExt => {
                let n = arith::sign_extend(self.bits(operand, width(from)?)?, width(from)?, width(to)?);
                n.into_int(width(to)?)
            }
            CastOp::IntToPtr => {
                let n = self.bits(operand, width(from)?)?;
                Value::from_bits(&Type::Ptr, n).ok_or_else(|| malformed("inttoptr"))?
            }
            CastOp::Bitcast => {
                let value = self.value(operand, from)?;
                if from == to {
                    return Ok(value);
                }
                let bits = value.bits((from.size() * 8).min(128) as u16);
                bits.and_then(|b| Value::from_bits(to, b))
                    .ok_or_else(|| malformed("bitcast of an aggregate"))?
            }
            CastOp::FpToUi | CastOp::FpToSi => {
                let sign = op == CastOp::FpToSi;
                float::to_int(&self.value(operand, from)?, width(to)?, sign, false)?
            }
            CastOp::UiToFp | CastOp::SiToFp => {
                let n = self.bits(operand, width(from)?)?;
                float::from_int(n, width(from)?, op == CastOp::SiToFp, to)?
            }
            CastOp::FpExt | CastOp::FpTrunc => float::resize(op, &self.value(operand, from)?)?,
        })
    }

    /// Computes an address. `inbounds` and `nuw` are checked for the sum, which suffices for the normal form.
    fn gep(
        &self,
        base: &Operand,
        offset: i32,
        indices: &[(Type, Operand, i32)],
        inbounds: bool,
        nuw: bool,
    ) -> Result<Value, TrapKind> {
        let pointer = match self.value(base, &Type::Ptr)? {
            Value::Ptr(p) => p,
            Value::Undef | Value::Partial(_) => return Ok(Value::Undef),
            _ => return Err(malformed("gep from no pointer")),
        };
        let mut total = i64::from(offset);
        let mut upward = i64::from(offset).rem_euclid(0x1_0000);
        for (ty, operand, scale) in indices {
            let width = ty.bits().ok_or_else(|| malformed("gep with an index that is no integer"))?;
            let Some(n) = self.bits(operand, width)?.get() else { return Ok(Value::Undef) };
            let full = signed(n, width);
            let index = full as i16;
            if inbounds && i128::from(index) != full {
                return Ok(Value::Undef);
            }
            total += i64::from(index) * i64::from(*scale);
            upward += i64::from(index as u16) * i64::from(*scale).rem_euclid(0x1_0000);
        }
        let start = i64::from(pointer.address);
        if nuw && start + upward > 0xffff {
            return Ok(Value::Undef);
        }
        if inbounds {
            let (low, high) = self.memory.extent(pointer.object).unwrap_or((0, 0x1_0000));
            if !(i64::from(low)..=i64::from(high)).contains(&(start + total)) {
                return Ok(Value::Undef);
            }
        }
        Ok(Value::Ptr(Pointer { address: (start + total) as u16, ..pointer }))
    }

    /// Lets the host refresh memory that a volatile load is about to read.
    pub(super) fn peek_volatile(&mut self, pointer: Pointer, size: u32, host: &mut dyn Host) {
        for i in 0..size as u16 {
            let address = pointer.address.wrapping_add(i);
            if let Some(byte) = host.load_volatile(address, &mut self.memory) {
                self.memory.write(address, byte);
            }
        }
    }

    /// Tells the host what a volatile store has written.
    pub(super) fn poke_volatile(
        &mut self,
        p: Pointer,
        size: u32,
        host: &mut dyn Host,
    ) -> Result<(), TrapKind> {
        let mut addresses = (0..size as u16).map(|i| p.address.wrapping_add(i));
        if !addresses.clone().all(|a| self.memory.is_defined(a)) {
            return Err(TrapKind::Undefined("what a volatile store writes".into()));
        }
        addresses.by_ref().for_each(|a| host.store_volatile(a, self.memory.read(a), &mut self.memory));
        Ok(())
    }

    /// Converts a memory fault to a trap that names the object.
    pub(super) fn fault(&self, fault: Fault) -> TrapKind {
        let name = |origin: Option<Origin>| match origin {
            None => String::new(),
            Some(Origin::Symbol(symbol)) => self.module.name_of(symbol).to_string(),
            Some(Origin::Local(index, value)) => {
                let function = &self.module.functions[index as usize];
                let local = &function.values[value.index()].name;
                format!("%{local} of {}", self.module.name_of(function.symbol))
            }
        };
        match fault {
            Fault::Bounds { address, size, write, object } => {
                TrapKind::OutOfBounds { address, size, write, object: name(object) }
            }
            Fault::Constant { address, object } => {
                TrapKind::WriteToConstant { address, object: name(object) }
            }
        }
    }
}

/// Returns the type of an instruction's result.
pub(super) fn result_type<'f>(function: &'f Function, inst: &Inst) -> Result<&'f Type, TrapKind> {
    inst.result.map(|v| function.ty(v)).ok_or_else(|| malformed("instruction without result"))
}

/// Returns the value, or poison if it is outside of the range that the instruction promises.
fn ranged(value: Value, range: Option<(u128, u128)>) -> Value {
    match (&value, range) {
        (Value::Int(n), Some(range)) if !arith::within(*n, range) => Value::Undef,
        _ => value,
    }
}

fn extract(whole: Value, path: &[u32]) -> Result<Value, TrapKind> {
    let mut part = whole;
    for index in path {
        part = match part {
            Value::Aggregate(mut parts) if (*index as usize) < parts.len() => {
                parts.swap_remove(*index as usize)
            }
            Value::Undef => Value::Undef,
            _ => return Err(malformed("extractvalue of no part")),
        };
    }
    Ok(part)
}

fn insert(whole: Value, ty: &Type, part: Value, path: &[u32]) -> Result<Value, TrapKind> {
    let Some((index, rest)) = path.split_first() else { return Ok(part) };
    let no_part = || malformed("insertvalue of no part");
    let Value::Aggregate(mut parts) = whole.expanded(ty) else { return Err(no_part()) };
    let slot = parts.get_mut(*index as usize).ok_or_else(no_part)?;
    let (_, ty) = ty.part(*index).ok_or_else(no_part)?;
    *slot = insert(std::mem::replace(slot, Value::Undef), ty, part, rest)?;
    Ok(Value::Aggregate(parts))
}

fn read_modify_write(op: RmwOp, ty: &Type, old: &Value, new: Value) -> Result<Value, TrapKind> {
    if op == RmwOp::Xchg {
        return Ok(new);
    }
    let no_integer = || malformed("atomicrmw of no integer");
    let Type::Int(width) = *ty else { return Err(no_integer()) };
    let a = old.bits(width).ok_or_else(no_integer)?;
    let b = new.bits(width).ok_or_else(no_integer)?;
    let plain = |op, a, b| arith::binary(op, width, Flags::default(), a, b);
    let pick = |pred| match arith::compare(pred, width, a, b) {
        Some(true) => a,
        Some(false) => b,
        None => Bits::undef(width),
    };
    let result = match op {
        RmwOp::Xchg => b,
        RmwOp::Add => plain(ir::BinOp::Add, a, b)?,
        RmwOp::Sub => plain(ir::BinOp::Sub, a, b)?,
        RmwOp::And => plain(ir::BinOp::And, a, b)?,
        RmwOp::Nand => plain(ir::BinOp::Xor, plain(ir::BinOp::And, a, b)?, Bits::known(mask(width)))?,
        RmwOp::Or => plain(ir::BinOp::Or, a, b)?,
        RmwOp::Xor => plain(ir::BinOp::Xor, a, b)?,
        RmwOp::Max => pick(ir::Pred::Sge),
        RmwOp::Min => pick(ir::Pred::Sle),
        RmwOp::UMax => pick(ir::Pred::Uge),
        RmwOp::UMin => pick(ir::Pred::Ule),
    };
    Ok(result.into_int(width))
}
