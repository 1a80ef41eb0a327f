//! Float literals, in the forms of LLVM 22 and LLVM 23, as the bits of their own type.

use super::lexer::Kind;
use crate::ir::Type;

/// The layout of a float type: sign, exponent, fraction.
#[derive(Clone, Copy)]
pub(super) enum Format {
    Single,
    Double,
}

impl Format {
    /// Returns the format of a type, if it is a float type.
    pub fn of(ty: &Type) -> Option<Format> {
        match ty {
            Type::Float => Some(Format::Single),
            Type::Double => Some(Format::Double),
            _ => None,
        }
    }

    /// The widths of the type and of its fraction, in bits. Source: IEEE 754.
    const fn widths(self) -> (u32, u32) {
        match self {
            Format::Single => (32, 23),
            Format::Double => (64, 52),
        }
    }

    /// Returns the bits of a literal, `None` if this type has no such value.
    pub fn bits(self, kind: Kind, text: &str) -> Option<u64> {
        match kind {
            Kind::Special => self.special(text),
            Kind::Bits => {
                let bits = u64::from_str_radix(text.strip_prefix("f0x")?, 16).ok()?;
                (self.widths().0 == 64 || bits >> 32 == 0).then_some(bits)
            }
            Kind::Hex => {
                let double = u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()?;
                match self {
                    Format::Single => narrow(double).map(u64::from),
                    Format::Double => Some(double),
                }
            }
            // LLVM 22 writes a decimal only if it is exact as a double, LLVM 23 if it reads back the same in its own type: in both
            // cases it is rounded to the type.
            _ => match self {
                Format::Single => text
                    .parse()
                    .ok()
                    .filter(|value: &f32| value.is_finite())
                    .map(|value| value.to_bits().into()),
                Format::Double => text.parse().ok().filter(|value: &f64| value.is_finite()).map(f64::to_bits),
            },
        }
    }

    /// Reads `+inf`, `-qnan`, `+nan(0x1)`, `-snan(0x1)`: the number in parentheses is the fraction without its highest bit, which
    /// makes a NaN quiet.
    fn special(self, text: &str) -> Option<u64> {
        let (width, fraction) = self.widths();
        let (sign, name) = text.split_at_checked(1)?;
        let sign = u64::from(sign == "-") << (width - 1);
        let infinity = (1 << (width - 1)) - (1 << fraction);
        let quiet = 1 << (fraction - 1);
        let payload = |name: &str| {
            let digits = name.strip_prefix("(0x")?.strip_suffix(')')?;
            u64::from_str_radix(digits, 16).ok().filter(|payload| *payload < quiet)
        };
        let rest = match name {
            "inf" => 0,
            "qnan" => quiet,
            _ => match name.strip_prefix('s') {
                Some(signaling) => payload(signaling.strip_prefix("nan")?).filter(|payload| *payload != 0)?,
                None => quiet | payload(name.strip_prefix("nan")?)?,
            },
        };
        Some(sign | infinity | rest)
    }
}

/// Converts the bits of a double to those of a single of the same value, NaN payloads kept; `None` if there is none.
pub(super) fn narrow(double: u64) -> Option<u32> {
    let sign = ((double >> 63) as u32) << 31;
    let exponent = (double >> 52) & 0x7FF;
    let fraction = double & ((1 << 52) - 1);
    if exponent == 0x7FF {
        let narrow = (fraction >> 29) as u32;
        return (u64::from(narrow) << 29 == fraction).then_some(sign | 0x7F80_0000 | narrow);
    }
    let value = f64::from_bits(double);
    let single = value as f32;
    (f64::from(single) == value).then(|| single.to_bits())
}

/// Converts the bits of a single to those of a double of the same value, NaN payloads kept.
pub(super) fn widen(single: u32) -> u64 {
    if (single >> 23) & 0xFF == 0xFF {
        let sign = u64::from(single >> 31) << 63;
        return sign | 0x7FF << 52 | u64::from(single & 0x7F_FFFF) << 29;
    }
    f64::from(f32::from_bits(single)).to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_change_width_exactly() {
        for single in [0, 0x8000_0000, 1, 0x3F80_0000, 0x7F80_0000, 0xFF80_0001, 0x7FC0_1234, 0x007F_FFFF] {
            assert_eq!(narrow(widen(single)), Some(single), "{single:08x}");
        }
        assert_eq!(narrow(0.1_f64.to_bits()), None);
        assert_eq!(narrow(f64::MAX.to_bits()), None);
        assert_eq!(widen(0x3FC0_0000), 1.5_f64.to_bits());
    }

    /// Compares with what LLVM 23.1 writes for these bits.
    #[test]
    fn floats_of_llvm_23_are_read_to_the_bit() {
        let special = |format: Format, text| format.bits(Kind::Special, text);
        for (text, bits) in [
            ("+inf", 0x7F80_0000),
            ("-inf", 0xFF80_0000),
            ("+qnan", 0x7FC0_0000),
            ("-qnan", 0xFFC0_0000),
            ("+nan(0x1)", 0x7FC0_0001),
            ("-nan(0x3FFFFF)", 0xFFFF_FFFF),
            ("+snan(0x1)", 0x7F80_0001),
            ("-snan(0x1)", 0xFF80_0001),
            ("+snan(0x3FFFFF)", 0x7FBF_FFFF),
        ] {
            assert_eq!(special(Format::Single, text), Some(bits), "{text}");
        }
        assert_eq!(special(Format::Double, "+snan(0x1)"), Some(0x7FF0_0000_0000_0001));
        assert_eq!(special(Format::Double, "-snan(0x7FFFFFFFFFFFF)"), Some(0xFFF7_FFFF_FFFF_FFFF));
        assert_eq!(special(Format::Double, "-qnan"), Some(0xFFF8_0000_0000_0000));
        for text in ["+snan(0x0)", "+nan(0x400000)", "+snan(0x400000)"] {
            assert_eq!(special(Format::Single, text), None, "{text}");
        }
        assert_eq!(Format::Single.bits(Kind::Bits, "f0xBFC90FDB"), Some(0xBFC9_0FDB));
        assert_eq!(Format::Single.bits(Kind::Bits, "f0x3FF8000000000000"), None);
        assert_eq!(Format::Double.bits(Kind::Bits, "f0x400921FB54442D18"), Some(0x4009_21FB_5444_2D18));
        for (text, bits) in
            [("1.000000e-01", 0x3DCC_CCCD), ("1.401300e-45", 1), ("-0.000000e+00", 0x8000_0000)]
        {
            assert_eq!(Format::Single.bits(Kind::Decimal, text), Some(bits), "{text}");
        }
        assert_eq!(Format::Single.bits(Kind::Decimal, "1.000000e+39"), None);
    }
}
