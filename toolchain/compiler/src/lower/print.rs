//! Prints the byte form as text, for tests and for reading.
//!
//! `r0 r1 = r2 r3 + $01 $00` is one two-byte sum, low byte first; `[@5+3,r4]` is a byte in memory.

use super::convention::Loc;
use super::lir::{Bb, Block, Byte, Call, Cmp, Cond, Func, Inst, Logic, Phi, Reg, Shift, Target, Term};
use crate::error::demangled;
use crate::ir::{Module, Symbol};
use std::fmt::{self, Display, Formatter};

impl Display for Reg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.0)
    }
}

impl Display for Bb {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

/// Prints bytes or registers side by side.
fn row<T: Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

impl Display for Cond {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Cond::Const(truth) => write!(f, "{truth}"),
            Cond::Carry => write!(f, "carry"),
            Cond::Cmp(cmp, a, b) => {
                let sign = match cmp {
                    Cmp::Eq => "==",
                    Cmp::Ult => "<",
                    Cmp::Slt => "<s",
                };
                write!(f, "{} {sign} {}", row(a), row(b))
            }
            Cond::Not(cond) => write!(f, "not ({cond})"),
            Cond::And(a, b) => write!(f, "({a}) and ({b})"),
            Cond::Or(a, b) => write!(f, "({a}) or ({b})"),
        }
    }
}

/// Prints a function under its name and a remark, with the names of the symbols it mentions.
pub fn function(module: &Module, func: &Func, remark: &str) -> String {
    let mut text = format!("\n; {}{remark}\n", demangled(module.name_of(func.symbol)));
    for (i, line) in func.to_string().lines().enumerate() {
        // Assembly may contain any character.
        if i == 0 || line.contains("asm \"") {
            text += &format!("{line}\n");
            continue;
        }
        let mut parts = line.split('@');
        text += parts.next().unwrap_or_default();
        for part in parts {
            let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
            let (number, rest) = part.split_at(end);
            let name = number.parse().map(|n| demangled(module.name_of(Symbol(n))));
            text += &format!("@{}{rest}", name.unwrap_or_default());
        }
        text.push('\n');
    }
    text
}

impl Display for Loc {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Loc::A => write!(f, "a"),
            Loc::X => write!(f, "x"),
            Loc::Y => write!(f, "y"),
            Loc::Carry => write!(f, "c"),
            Loc::Arg(n) => write!(f, "arg{n}"),
            Loc::More(n) => write!(f, "more{n}"),
            Loc::Param(symbol, n) => write!(f, "@{}.arg{n}", symbol.0),
        }
    }
}

impl Display for Call {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, (loc, reg)) in self.outs.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}{reg}:{loc}")?;
        }
        write!(f, "{}", if self.outs.is_empty() { "" } else { " = " })?;
        match &self.target {
            Target::Function(symbol) | Target::Extern(symbol) => write!(f, "call @{}", symbol.0)?,
            Target::Runtime(name) => write!(f, "call {name}")?,
            Target::Indirect { lo, hi, .. } => write!(f, "call ({hi}:{lo})")?,
            Target::Asm(text) => write!(f, "asm {text:?}")?,
        }
        for (loc, byte) in &self.ins {
            write!(f, " {byte}:{loc}")?;
        }
        Ok(())
    }
}

impl Display for Inst {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let volatile = |v: &bool| if *v { " volatile" } else { "" };
        match self {
            Inst::Copy { dst, src } => write!(f, "{dst} = {src}"),
            Inst::Copies(copies) => {
                let (to, from): (Vec<Reg>, Vec<Byte>) = copies.iter().copied().unzip();
                write!(f, "{} := {}", row(&to), row(&from))
            }
            Inst::Add { dst, a, b } => write!(f, "{} = {} + {}", row(dst), row(a), row(b)),
            Inst::Sub { dst, a, b } => write!(f, "{} = {} - {}", row(dst), row(a), row(b)),
            Inst::Logic { op, dst, a, b } => {
                let sign = match op {
                    Logic::And => "and",
                    Logic::Or => "or",
                    Logic::Xor => "xor",
                };
                write!(f, "{dst} = {a} {sign} {b}")
            }
            Inst::Shift { op, dst, a, by } => {
                let sign = match op {
                    Shift::Shl => "<<",
                    Shift::LShr => ">>",
                    Shift::AShr => ">>s",
                };
                write!(f, "{} = {} {sign} {by}", row(dst), row(a))
            }
            Inst::Load { dst, addr, volatile: v } => write!(f, "{dst} = load{} [{addr}]", volatile(v)),
            Inst::Store { addr, src, volatile: v } => write!(f, "store{} [{addr}], {src}", volatile(v)),
            Inst::Bump { addr, bytes, down } => {
                let width = if *bytes > 1 { format!("{bytes} ") } else { String::new() };
                write!(f, "{} {width}[{addr}]", if *down { "dec" } else { "inc" })
            }
            Inst::Set { dst, cond } => write!(f, "{dst} = {cond}"),
            Inst::Call(call) => write!(f, "{call}"),
            Inst::Reserve { lo, hi, size } => write!(f, "{lo} {hi} = reserve {size}"),
        }
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Term::Jump(to) => write!(f, "jump {to}"),
            Term::Branch { cond, then, other } => write!(f, "if {cond} then {then} else {other}"),
            Term::Switch { value, cases, default } => {
                write!(f, "switch {}", row(value))?;
                for (number, to) in cases {
                    write!(f, " {number}: {to}")?;
                }
                write!(f, " else {default}")
            }
            Term::Ret(bytes) if bytes.is_empty() => write!(f, "ret"),
            Term::Ret(bytes) => write!(f, "ret {}", row(bytes)),
            Term::Stop => write!(f, "stop"),
        }
    }
}

impl Display for Phi {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} = phi", self.dst)?;
        for (from, byte) in &self.from {
            write!(f, " {from}: {byte}")?;
        }
        Ok(())
    }
}

impl Display for Block {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for phi in &self.phis {
            writeln!(f, "  {phi}")?;
        }
        for (inst, _) in &self.insts {
            writeln!(f, "  {inst}")?;
        }
        writeln!(f, "  {}", self.term)
    }
}

impl Display for Func {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let recursive = if self.recursive { ", recursive" } else { "" };
        writeln!(f, "({}) -> {}{recursive}", row(&self.params), self.returns)?;
        for (i, block) in self.blocks.iter().enumerate() {
            writeln!(f, "b{i}: {}", block.name)?;
            write!(f, "{block}")?;
        }
        Ok(())
    }
}
