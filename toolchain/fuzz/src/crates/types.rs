//! The types used in random Rust code.

use crate::random::Random;

/// An integer type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Int {
    /// Width in bits: 8, 16, 32, 64 or 128.
    pub bits: u32,
    /// Whether it is signed.
    pub signed: bool,
}

/// `u8`, the type of most operations on a 6502.
pub const U8: Int = Int { bits: 8, signed: false };

/// `u32`, the type of bit counts and shift amounts.
pub const U32: Int = Int { bits: 32, signed: false };

impl Int {
    /// Returns a random one: 8, 16, 32 and 64 bits have weights 8, 6, 3 and 1, and one in fifty has 128.
    pub fn any(random: &mut Random) -> Int {
        let bits = match random.below(18) {
            _ if random.percent(2) => 128,
            0..8 => 8,
            8..14 => 16,
            14..17 => 32,
            _ => 64,
        };
        Int { bits, signed: random.percent(40) }
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match (self.signed, self.bits) {
            (false, 8) => "u8",
            (false, 16) => "u16",
            (false, 32) => "u32",
            (false, 64) => "u64",
            (false, _) => "u128",
            (true, 8) => "i8",
            (true, 16) => "i16",
            (true, 32) => "i32",
            (true, 64) => "i64",
            (true, _) => "i128",
        }
    }

    /// Returns the unsigned type of the same size.
    pub fn unsigned(self) -> Int {
        Int { signed: false, ..self }
    }

    /// Returns the number, truncated to the type, as source that can stand anywhere.
    pub fn literal(self, n: i128) -> String {
        let unused = 128 - self.bits;
        let name = self.name();
        if !self.signed {
            return format!("{}{name}", (n as u128) << unused >> unused);
        }
        match n << unused >> unused {
            n if n == i128::MIN >> unused => format!("{name}::MIN"),
            n if n < 0 => format!("({n}{name})"),
            n => format!("{n}{name}"),
        }
    }

    /// Returns a number that is likely to reach an edge case.
    pub fn number(self, random: &mut Random) -> i128 {
        match random.below(5) {
            0 => random.of(&[0i128, 1, 1, 2, 3, 5, 7, 10, 16, 100]),
            1 => random.of(&[-1i128, -2, 127, 128, 255, 256, 257, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff]),
            2 => 1i128 << random.below(u64::from(self.bits)),
            3 => (1i128 << random.below(u64::from(self.bits))).wrapping_sub(1) ^ -i128::from(random.below(2)),
            _ => {
                let words = self.bits.div_ceil(31) + 1;
                (0..words).fold(0, |n, _| n << 31 ^ i128::from(random.bits()))
            }
        }
    }

    /// Returns [`Int::number`] as source.
    pub fn constant(self, random: &mut Random) -> String {
        let n = self.number(random);
        self.literal(n)
    }
}

/// The type of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    /// An integer.
    Int(Int),
    /// A Boolean.
    Bool,
    /// An array of integers.
    Array(Int, u32),
    /// The structure with this number.
    Struct(usize),
}

/// A structure of integers and at most one array, with fields named `a`, `b`, `c`, …
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Struct {
    /// The fields in order.
    pub fields: Vec<Ty>,
}

impl Struct {
    /// Returns the name of a field.
    pub fn field(n: usize) -> char {
        (b'a' + n as u8) as char
    }
}

/// An enumeration: each variant holds some integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enum {
    /// The fields of the variants `V0`, `V1`, …
    pub variants: Vec<Vec<Int>>,
}

/// The structures and enumerations of a crate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Types {
    /// The structures `S0`, `S1`, …
    pub structs: Vec<Struct>,
    /// The enumerations `E0`, `E1`, …
    pub enums: Vec<Enum>,
}

impl Types {
    /// Generates some structures and enumerations.
    pub fn any(random: &mut Random) -> Types {
        let structs = (0..3)
            .map(|_| {
                let count = 2 + random.below(3) as usize;
                let array = random.below(8) as usize;
                let fields = (0..count).map(|i| match i == array {
                    true => Ty::Array(Int::any(random), 2 + random.below(4) as u32),
                    false => Ty::Int(Int::any(random)),
                });
                Struct { fields: fields.collect() }
            })
            .collect();
        let enums = (0..2)
            .map(|_| {
                let variants = (0..2 + random.below(4))
                    .map(|_| (0..random.below(3)).map(|_| Int::any(random)).collect())
                    .collect();
                Enum { variants }
            })
            .collect();
        Types { structs, enums }
    }

    /// Returns the name of a type.
    pub fn name(&self, ty: Ty) -> String {
        match ty {
            Ty::Int(int) => int.name().to_string(),
            Ty::Bool => "bool".to_string(),
            Ty::Array(int, count) => format!("[{}; {count}]", int.name()),
            Ty::Struct(n) => format!("S{n}"),
        }
    }

    /// Returns the number of bytes that output a value.
    pub fn bytes(&self, ty: Ty) -> usize {
        match ty {
            Ty::Int(int) => int.bits as usize / 8,
            Ty::Bool => 1,
            Ty::Array(int, count) => int.bits as usize / 8 * count as usize,
            Ty::Struct(n) => self.structs[n].fields.iter().map(|f| self.bytes(*f)).sum(),
        }
    }

    /// Returns a constant of a type.
    pub fn constant(&self, ty: Ty, random: &mut Random) -> String {
        match ty {
            Ty::Int(int) => int.constant(random),
            Ty::Bool => random.percent(50).to_string(),
            Ty::Array(int, count) => {
                let list: Vec<String> = (0..count).map(|_| int.constant(random)).collect();
                format!("[{}]", list.join(", "))
            }
            Ty::Struct(n) => {
                let fields = self.structs[n].fields.iter().enumerate();
                let list: Vec<String> = fields
                    .map(|(i, f)| format!("{}: {}", Struct::field(i), self.constant(*f, random)))
                    .collect();
                format!("S{n} {{ {} }}", list.join(", "))
            }
        }
    }

    /// Returns statements that output the value of the expression `text`.
    pub fn show(&self, ty: Ty, text: &str) -> String {
        match ty {
            Ty::Int(int) => format!("o{}({text} as u{});", int.bits, int.bits),
            Ty::Bool => format!("o8({text} as u8);"),
            Ty::Array(int, _) => format!("for x in {text} {{ o{0}(x as u{0}); }}", int.bits),
            Ty::Struct(n) => {
                let fields = self.structs[n].fields.iter().enumerate();
                fields.map(|(i, f)| self.show(*f, &format!("{text}.{}", Struct::field(i)))).collect()
            }
        }
    }

    /// Returns the definitions of the types.
    pub fn source(&self) -> String {
        let mut out = String::new();
        for (n, s) in self.structs.iter().enumerate() {
            let fields = s.fields.iter().enumerate();
            let list: Vec<String> =
                fields.map(|(i, f)| format!("{}: {}", Struct::field(i), self.name(*f))).collect();
            out += &format!("#[derive(Clone, Copy, PartialEq)]\nstruct S{n} {{ {} }}\n", list.join(", "));
        }
        for (n, e) in self.enums.iter().enumerate() {
            let list: Vec<String> = (e.variants.iter().enumerate())
                .map(|(i, holds)| match holds.as_slice() {
                    [] => format!("V{i}"),
                    holds => {
                        format!("V{i}({})", holds.iter().map(|h| h.name()).collect::<Vec<_>>().join(", "))
                    }
                })
                .collect();
            out += &format!("#[derive(Clone, Copy, PartialEq)]\nenum E{n} {{ {} }}\n", list.join(", "));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_cut_to_their_type() {
        let signed = Int { bits: 16, signed: true };
        assert_eq!(U8.literal(-1), "255u8");
        assert_eq!(signed.literal(0x8000), "i16::MIN");
        assert_eq!(signed.literal(0xffff), "(-1i16)");
        assert_eq!(Int { bits: 64, signed: true }.literal(i64::MAX.into()), "9223372036854775807i64");
    }

    #[test]
    fn structures_are_shown_field_by_field() {
        let fields = vec![Ty::Int(U8), Ty::Array(U32, 2)];
        let types = Types { structs: vec![Struct { fields }], enums: Vec::new() };
        assert_eq!(types.bytes(Ty::Struct(0)), 9);
        assert_eq!(types.show(Ty::Struct(0), "r"), "o8(r.a as u8);for x in r.b { o32(x as u32); }");
    }
}
