//! Arithmetic on integers of every width from 1 to 128 bits, and every intrinsic on them.

use super::module::Inst;
use super::statements::Body;
use super::values::Ty;

/// Operations whose result is defined for all operands.
const PLAIN: [&str; 6] = ["add", "sub", "mul", "and", "or", "xor"];

/// Intrinsics with two operands and a result of the same type.
const PAIRS: [&str; 10] =
    ["umin", "umax", "smin", "smax", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat", "ushl.sat", "sshl.sat"];

/// Intrinsics that return a result and whether it overflowed.
const OVERFLOWS: [&str; 6] = ["uadd", "usub", "umul", "sadd", "ssub", "smul"];

/// The predicates of comparisons.
const PREDICATES: [&str; 10] = ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"];

impl Body<'_> {
    /// Returns any width: the single bit, widths around whole bytes and the widest are more frequent than the others.
    pub(crate) fn any_width(&mut self) -> Ty {
        Ty::Int(match self.random.below(8) {
            0 | 1 => 1,
            2 | 3 => self.random.of(&[7, 9, 15, 17, 24, 31, 33, 40, 48, 56, 63, 65, 96, 127]),
            4 => 2 + self.random.below(7) as u32,
            5 => 128,
            _ => 1 + self.random.below(128) as u32,
        })
    }

    /// Generates a few operations on numbers of one width and stores the result.
    pub(crate) fn any_arithmetic(&mut self) {
        let ty = self.any_width();
        for _ in 0..1 + self.random.below(3) {
            self.cost += self.times * u64::from(ty.bytes()) * 4;
            match self.random.below(12) {
                0..=2 => self.plain(ty),
                3 => self.any_shift(ty),
                4 => self.any_quotient(ty),
                5 => self.compared(ty),
                6 => self.recast(ty),
                7 => self.through_memory(ty),
                8 => self.overflowing(ty),
                _ => self.any_intrinsic(ty),
            }
        }
        let value = self.variable(ty);
        self.keep_any(ty, &value);
    }

    /// Stores a value in whole bytes.
    pub(crate) fn keep_any(&mut self, ty: Ty, value: &str) {
        if ty.is_whole() {
            return self.keep(ty, value);
        }
        let whole = Ty::Int(ty.bytes() * 8);
        let op = self.random.of(&["zext", "sext"]);
        let wider = self.emit(whole, format!("{op} {} {value} to {}", ty.text(), whole.text()));
        self.keep(whole, &wider);
    }

    fn plain(&mut self, ty: Ty) {
        let op = self.random.of(&PLAIN);
        let (a, b) = (self.variable(ty), self.value(ty));
        let (a, b) = if self.random.percent(20) { (b, a) } else { (a, b) };
        self.emit(ty, format!("{op} {} {a}, {b}", ty.text()));
    }

    fn any_shift(&mut self, ty: Ty) {
        let t = ty.text();
        let (a, op) = (self.variable(ty), self.random.of(&["shl", "lshr", "ashr"]));
        let by = match self.random.percent(50) {
            true => ty.literal(self.random.below(ty.bits().into()).into()),
            false if ty.bits() == 1 => "false".to_string(),
            false => {
                let amount = self.variable(ty);
                self.emit(ty, format!("urem {t} {amount}, {}", ty.literal(ty.bits().into())))
            }
        };
        self.emit(ty, format!("{op} {t} {a}, {by}"));
    }

    fn any_quotient(&mut self, ty: Ty) {
        let t = ty.text();
        let (a, by) = (self.variable(ty), self.value(ty));
        self.cost += self.times * u64::from(ty.bits());
        if self.random.percent(50) || ty.bits() == 1 {
            let op = self.random.of(&["udiv", "urem"]);
            let by = self.emit(ty, format!("or {t} {by}, {}", ty.literal(1)));
            self.emit(ty, format!("{op} {t} {a}, {by}"));
            return;
        }
        // A positive divisor, so that the minimum is never divided by -1.
        let op = self.random.of(&["sdiv", "srem"]);
        let most = i128::MAX >> (128 - ty.bits());
        let positive = self.emit(ty, format!("and {t} {by}, {}", ty.literal(most)));
        let by = self.emit(ty, format!("or {t} {positive}, {}", ty.literal(1)));
        self.emit(ty, format!("{op} {t} {a}, {by}"));
    }

    fn compared(&mut self, ty: Ty) {
        let t = ty.text();
        let (a, b, pred) = (self.variable(ty), self.value(ty), self.random.of(&PREDICATES));
        let test = self.emit(Ty::I1, format!("icmp {pred} {t} {a}, {b}"));
        let (a, b) = (self.value(ty), self.value(ty));
        self.emit(ty, format!("select i1 {test}, {t} {a}, {t} {b}"));
    }

    /// Casts a value to another width and back.
    fn recast(&mut self, ty: Ty) {
        let other = self.any_width();
        if other == ty {
            return self.plain(ty);
        }
        let value = self.variable(ty);
        let there = self.cast_to(ty, other, &value);
        let op = self.random.of(&PLAIN);
        let b = self.value(other);
        let changed = self.emit(other, format!("{op} {} {there}, {b}", other.text()));
        self.cast_to(other, ty, &changed);
    }

    fn cast_to(&mut self, from: Ty, to: Ty, value: &str) -> String {
        let op = if from.bits() > to.bits() { "trunc" } else { self.random.of(&["zext", "sext"]) };
        self.emit(to, format!("{op} {} {value} to {}", from.text(), to.text()))
    }

    /// Stores and reloads a value with the same width: the contents of the bits above must not be observed.
    fn through_memory(&mut self, ty: Ty) {
        let (t, value) = (ty.text(), self.value(ty));
        let place = self.object_of(ty);
        self.effect(format!("store {t} {value}, ptr {place}, align 1"));
        self.emit(ty, format!("load {t}, ptr {place}, align 1"));
    }

    /// Returns a local object for one value.
    fn object_of(&mut self, ty: Ty) -> String {
        let name = format!("%v{}", self.next);
        self.next += 1;
        let text = format!("alloca {}, align 1", ty.text());
        let inst = Inst { def: name.clone(), zero: Ty::Ptr.zero(), text, phi: None, guard: false };
        self.blocks[0].insts.insert(0, inst);
        name
    }

    fn overflowing(&mut self, ty: Ty) {
        let t = ty.text();
        let args = [format!("{t} {}", self.variable(ty)), format!("{t} {}", self.value(ty))];
        let name = self.random.of(&OVERFLOWS);
        let both = format!("{{ {t}, i1 }}");
        let pair = self.declared(ty, &both, &format!("@llvm.{name}.with.overflow.{t}"), &args);
        let over = self.emit(Ty::I1, format!("extractvalue {both} {pair}, 1"));
        let value = self.emit(ty, format!("extractvalue {both} {pair}, 0"));
        let other = self.value(ty);
        self.emit(ty, format!("select i1 {over}, {t} {other}, {t} {value}"));
    }

    fn any_intrinsic(&mut self, ty: Ty) {
        let t = ty.text();
        let (a, b) = (format!("{t} {}", self.variable(ty)), format!("{t} {}", self.value(ty)));
        match self.random.below(10) {
            0..=3 => {
                let name = self.random.of(&PAIRS);
                let mut args = [a, b];
                if name.ends_with("shl.sat") {
                    // Shifted by less than the width.
                    let by = ty.literal(self.random.below(ty.bits().into()).into());
                    args[1] = format!("{t} {by}");
                }
                self.declared(ty, &t, &format!("@llvm.{name}.{t}"), &args);
            }
            4 => {
                self.declared(ty, &t, &format!("@llvm.abs.{t}"), &[a, "i1 false".into()]);
            }
            5 | 6 => {
                let name = self.random.of(&["fshl", "fshr"]);
                let by = match self.random.percent(50) {
                    true => ty.literal(self.random.below(ty.bits().into()).into()),
                    false => self.variable(ty),
                };
                self.declared(ty, &t, &format!("@llvm.{name}.{t}"), &[a, b, format!("{t} {by}")]);
            }
            7 => {
                let swap = ty.bits().is_multiple_of(16) && self.random.percent(60);
                self.turned(ty, swap, a);
            }
            8 => self.bits_counted(ty, a),
            _ => {
                let name = self.random.of(&["ucmp", "scmp"]);
                let order = match self.any_width() {
                    Ty::I1 => Ty::I8,
                    order => order,
                };
                let o = order.text();
                let result = self.declared(order, &o, &format!("@llvm.{name}.{o}.{t}"), &[a, b]);
                self.keep_any(order, &result);
            }
        }
    }
}
