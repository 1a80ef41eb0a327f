//! Edge cases generated on purpose, because chance alone rarely reaches them.

use super::statements::Body;
use super::values::Ty;

/// Types of several bytes.
const WIDE: [Ty; 4] = [Ty::I16, Ty::I16, Ty::I32, Ty::I64];

impl Body<'_> {
    /// Generates one of the edge cases; its result is stored at once.
    pub(crate) fn edge(&mut self) {
        let ty = self.random.of(&WIDE);
        let (t, a) = (ty.text(), self.variable(ty));
        match self.random.below(11) {
            0 => {
                // A negative number shifted right.
                let sign = -1i64 << (ty.bits() - 1 - self.random.below(3) as u32);
                let negative = self.emit(ty, format!("or {t} {a}, {sign}"));
                let mut by = self.random.below(ty.bits().into()).to_string();
                if self.random.percent(50) {
                    let amount = self.variable(ty);
                    by = self.emit(ty, format!("and {t} {amount}, {}", ty.bits() - 1));
                }
                let result = self.emit(ty, format!("ashr {t} {negative}, {by}"));
                self.keep(ty, &result);
            }
            1 => {
                // A number that is zero except for one byte and possibly one bit.
                let top = if self.random.percent(50) {
                    ty.bytes() - 1
                } else {
                    self.random.below(ty.bytes().into()) as u32
                };
                let byte = 0xffi64 << (8 * top) | (1 << self.random.below(ty.bits().into()));
                let masked = self.emit(ty, format!("and {t} {a}, {byte}"));
                let pred = self.random.of(&["eq", "ne", "ugt"]);
                let test = self.emit(Ty::I1, format!("icmp {pred} {t} {masked}, 0"));
                let result = self.emit(Ty::I8, format!("zext i1 {test} to i8"));
                self.keep(Ty::I8, &result);
            }
            2 => self.at_most(ty, &a),
            3 => {
                // Some bytes from the middle of a product.
                let b = self.variable(ty);
                let product = self.emit(ty, format!("mul {t} {a}, {b}"));
                let skip = 8 * self.random.below(ty.bytes().into());
                let part = self.emit(ty, format!("lshr {t} {product}, {skip}"));
                let byte = self.emit(Ty::I8, format!("trunc {t} {part} to i8"));
                self.keep(Ty::I8, &byte);
            }
            4 => self.remainder(ty, &a),
            5 => self.one_of(),
            7 => self.shifted_out(ty, &a),
            6 => {
                // A counter in memory.
                let place = self.random.of(&self.pointers).0;
                let old = self.emit(ty, format!("load {t}, ptr {place}, align 1"));
                let step = self.random.of(&[1, 1, -1]);
                let new = self.emit(ty, format!("add {t} {old}, {step}"));
                self.effect(format!("store {t} {new}, ptr {place}, align 1"));
            }
            8..=9 => self.only_tested(),
            _ => self.move_within(),
        }
    }

    /// Generates a sum of which only the sign, the carry or a comparison with zero is used at once. The number itself is read after that,
    /// or the sum on one of the branches.
    fn only_tested(&mut self) {
        let ty = self.random.of(&[Ty::I8, Ty::I8, Ty::I8, Ty::I16]);
        let t = ty.text();
        let number = self.load(ty, false);
        let test = self.sum_tested(ty, &number);
        let (then, other, join) = (self.label(), self.label(), self.label());
        self.end(format!("br i1 {}, label %{then}, label %{other}", test.0));
        for label in [then, other] {
            self.open(&label);
            let read = if self.random.percent(80) { &number } else { &test.1 };
            self.nested(|body| body.read_as_index(ty, read));
            self.end(format!("br label %{join}"));
        }
        self.open(&join);
        if self.random.percent(30) {
            let both = self.emit(ty, format!("xor {t} {number}, {}", test.1));
            self.keep(ty, &both);
        }
    }

    /// Returns the result of a test of a number plus a small one, and the sum.
    pub(crate) fn sum_tested(&mut self, ty: Ty, number: &str) -> (String, String) {
        let t = ty.text();
        let step = self.random.of(&[-1, -1, -2, -3, 1, 2, 3]);
        let sum = self.emit(ty, format!("add {t} {number}, {step}"));
        let test = match self.random.below(5) {
            0 => format!("icmp eq {t} {sum}, 0"),
            // The carry.
            1 => format!("icmp ult {t} {sum}, {number}"),
            2 => format!("icmp sgt {t} {sum}, -1"),
            _ => format!("icmp slt {t} {sum}, 0"),
        };
        (self.emit(Ty::I1, test), sum)
    }

    /// Keeps a number, or the element that it indexes in the first object that is large enough for any byte.
    fn read_as_index(&mut self, ty: Ty, number: &str) {
        let table = self.shared.globals.iter().find(|global| global.1 >= 256).map(|global| global.0.clone());
        let (Some(table), Ty::I8) = (table, ty) else { return self.keep(ty, number) };
        let index = self.emit(Ty::I16, format!("zext i8 {number} to i16"));
        let place = format!("getelementptr inbounds nuw i8, ptr {table}, i16 {index}");
        let place = self.emit(Ty::Ptr, place);
        let value = self.emit(Ty::I8, format!("load i8, ptr {place}, align 1"));
        self.keep(Ty::I8, &value);
    }

    /// Generates code after a comparison with a number that is one byte wider, which limits the value.
    fn at_most(&mut self, ty: Ty, a: &str) {
        let t = ty.text();
        let limit = 256i64 << (8 * self.random.below(u64::from(ty.bytes()) - 1));
        let limit = if ty == Ty::I16 { self.random.of(&[256, 128]) } else { limit };
        // Half of the time exactly the limit.
        let near = self.emit(ty, format!("and {t} {a}, {}", limit + limit / 2));
        let pred = self.random.of(&["ule", "ult", "uge", "ugt"]);
        let test = self.emit(Ty::I1, format!("icmp {pred} {t} {near}, {limit}"));
        let (then, join) = (self.label(), self.label());
        self.end(format!("br i1 {test}, label %{then}, label %{join}"));
        self.open(&then);
        self.nested(|body| {
            let one = body.emit(ty, format!("or {t} {near}, 1"));
            body.keep(ty, &near);
            body.keep(ty, &one);
        });
        self.end(format!("br label %{join}"));
        self.open(&join);
    }

    /// Generates the remainder of a number after subtracting a multiple of its quotient, in full or only the low byte. Sometimes also tests
    /// whether the number is below the divisor; usually nothing else reads the number.
    fn remainder(&mut self, ty: Ty, a: &str) {
        let t = ty.text();
        let own = self.random.percent(70).then(|| ty.constant(self.random));
        let own = own.map(|mask| self.emit(ty, format!("xor {t} {a}, {mask}")));
        let a = own.as_deref().unwrap_or(a);
        let by = self.random.of(&[3i64, 7, 10, 10, 100, 60]);
        let op = self.random.of(&["udiv", "udiv", "sdiv"]);
        let low = self.random.percent(40);
        let factor = if low { 256 - by } else { -by };
        let quotient = self.emit(ty, format!("{op} {t} {a}, {by}"));
        let product = self.emit(ty, format!("mul {t} {quotient}, {factor}"));
        let rest = self.emit(ty, format!("add {t} {product}, {a}"));
        if self.random.percent(50) {
            let (pred, less) = self.random.of(&[("ult", 0), ("uge", 0), ("ule", 1), ("ugt", 1), ("ult", 1)]);
            let test = self.emit(Ty::I1, format!("icmp {pred} {t} {a}, {}", by - less));
            let test = self.emit(Ty::I8, format!("zext i1 {test} to i8"));
            self.keep(Ty::I8, &test);
            self.keep(ty, &quotient);
        }
        if low {
            let byte = self.emit(Ty::I8, format!("trunc {t} {rest} to i8"));
            return self.keep(Ty::I8, &byte);
        }
        self.keep(ty, &rest);
    }

    /// Generates a number shifted by one, and changed again if the bit shifted out was set.
    fn shifted_out(&mut self, ty: Ty, a: &str) {
        let t = ty.text();
        let up = self.random.percent(50);
        let test = if up {
            self.emit(Ty::I1, format!("icmp slt {t} {a}, 0"))
        } else {
            let bit = self.emit(ty, format!("and {t} {a}, 1"));
            let pred = self.random.of(&["eq", "ne"]);
            self.emit(Ty::I1, format!("icmp {pred} {t} {bit}, 0"))
        };
        let shifted = self.emit(ty, format!("{} {t} {a}, 1", if up { "shl" } else { "lshr" }));
        let (before, then, join) = (self.here(), self.label(), self.label());
        self.end(format!("br i1 {test}, label %{then}, label %{join}"));
        self.open(&then);
        let mask = ty.constant(self.random);
        let mut mixed = String::new();
        self.nested(|body| mixed = body.emit(ty, format!("xor {t} {shifted}, {mask}")));
        self.end(format!("br label %{join}"));
        self.open(&join);
        let result = self.phi(&join, ty, vec![(shifted, before), (mixed, then)]);
        self.keep(ty, &result);
    }

    /// Generates an access to one of two places in a variable, depending on the branch taken.
    fn one_of(&mut self) {
        let globals: Vec<_> = self.pointers.iter().filter(|p| p.0.starts_with('@')).cloned().collect();
        let (base, size) = self.random.of(&globals);
        let index = self.index(size);
        let test = self.comparison();
        let (before, then, join) = (self.here(), self.label(), self.label());
        self.end(format!("br i1 {test}, label %{then}, label %{join}"));
        self.open(&then);
        let place = format!("getelementptr inbounds nuw i8, ptr {base}, i16 {index}");
        let place = self.emit(Ty::Ptr, place);
        self.end(format!("br label %{join}"));
        self.open(&join);
        let pointer = self.phi(&join, Ty::Ptr, vec![(base, before), (place, then)]);
        let value = self.emit(Ty::I8, format!("load i8, ptr {pointer}, align 1"));
        let other = self.variable(Ty::I8);
        let sum = self.emit(Ty::I8, format!("add i8 {value}, {other}"));
        self.effect(format!("store i8 {sum}, ptr {pointer}, align 1"));
    }

    /// Stores a value where it will be observed.
    pub(crate) fn keep(&mut self, ty: Ty, value: &str) {
        let to = self.address(ty, true);
        self.effect(format!("store {} {value}, ptr {to}, align 1", ty.text()));
    }
}
