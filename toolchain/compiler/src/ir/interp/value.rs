//! Run-time values of the interpreter: integers that track their undefined bits, pointers that track their object.
//!
//! `undef` and `poison` are the same here, [`Value::Undef`], as in [`Const::Undef`]: nothing may depend on such a value. Integers
//! loaded from partly initialized memory keep the bits that are known, since LLVM copies small structs with padding as integers.
//!
//! [`Const::Undef`]: crate::ir::Const::Undef

use crate::ir::Type;

/// The pattern that `freeze` puts into undefined bits: not zero, so that a program whose output depends on it is noticed.
const FREEZE_PATTERN: u128 = 0xa5a5_a5a5_a5a5_a5a5_a5a5_a5a5_a5a5_a5a5;

/// An address and the object it was derived from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    /// The address.
    pub address: u16,
    /// Index of the object it may access, as `Memory` numbers them; 0 if unknown, as for hardware addresses and integers converted
    /// to pointers.
    pub object: u32,
}

/// The bits of an integer or pointer, some of which may be undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    /// The known bits; zero where `undef` has a one.
    pub bits: u128,
    /// A one for every undefined bit.
    pub undef: u128,
}

/// The run-time value of an SSA value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// An integer, zero above the width of its type.
    Int(u128),
    /// An integer or pointer of which some bits, but not all, are undefined.
    Partial(Box<Bits>),
    /// A pointer.
    Ptr(Pointer),
    /// The bits of a 32-bit float.
    Float(u32),
    /// The bits of a 64-bit float.
    Double(u64),
    /// The parts of an array or struct; without parts also the result of a void function.
    Aggregate(Vec<Value>),
    /// Undefined in every bit, or poison; of any type.
    Undef,
}

/// Returns a mask of the lowest `width` (0 to 128) bits.
pub fn mask(width: u16) -> u128 {
    match width {
        0 => 0,
        1..128 => (1 << width) - 1,
        _ => u128::MAX,
    }
}

/// Reads `width` (1 to 128) bits as an integer in two's complement.
pub fn signed(n: u128, width: u16) -> i128 {
    let unused = 128 - u32::from(width.clamp(1, 128));
    ((n << unused) as i128) >> unused
}

/// Whether a number fits into `width` bits in two's complement.
pub fn fits(n: i128, width: u16) -> bool {
    signed(n as u128 & mask(width), width) == n
}

impl Pointer {
    /// Returns a pointer to an address without a known object.
    pub fn wild(address: u16) -> Self {
        Pointer { address, object: 0 }
    }
}

impl Bits {
    /// Returns fully known bits.
    pub fn known(bits: u128) -> Self {
        Bits { bits, undef: 0 }
    }

    /// Returns `width` undefined bits.
    pub fn undef(width: u16) -> Self {
        Bits { bits: 0, undef: mask(width) }
    }

    /// Returns the integer if it is fully known.
    pub fn get(self) -> Option<u128> {
        (self.undef == 0).then_some(self.bits)
    }

    /// Truncates to the lowest `width` bits.
    pub fn truncated(self, width: u16) -> Self {
        Bits { bits: self.bits & mask(width), undef: self.undef & mask(width) }
    }

    /// Converts to a value of an integer type of `width` bits.
    pub fn into_int(self, width: u16) -> Value {
        if self.undef == 0 {
            Value::Int(self.bits)
        } else if self.undef == mask(width) {
            Value::Undef
        } else {
            Value::Partial(Box::new(self))
        }
    }

    /// Returns the bits with a fixed pattern in place of the undefined ones.
    pub fn frozen(self) -> u128 {
        self.bits | (FREEZE_PATTERN & self.undef)
    }
}

impl Value {
    /// The result of a void function.
    pub fn void() -> Value {
        Value::Aggregate(Vec::new())
    }

    /// Returns the integer, address or float bits if this is a fully known scalar.
    pub fn int(&self) -> Option<u128> {
        match self {
            Value::Int(n) => Some(*n),
            Value::Ptr(p) => Some(p.address.into()),
            Value::Float(bits) => Some((*bits).into()),
            Value::Double(bits) => Some((*bits).into()),
            Value::Partial(_) | Value::Aggregate(_) | Value::Undef => None,
        }
    }

    /// Returns the bits of a scalar of `width` bits, `None` for an aggregate.
    pub fn bits(&self, width: u16) -> Option<Bits> {
        match self {
            Value::Int(n) => Some(Bits::known(*n)),
            Value::Ptr(p) => Some(Bits::known(p.address.into())),
            Value::Partial(bits) => Some(**bits),
            Value::Float(bits) => Some(Bits::known((*bits).into())),
            Value::Double(bits) => Some(Bits::known((*bits).into())),
            Value::Undef => Some(Bits::undef(width)),
            Value::Aggregate(_) => None,
        }
    }

    /// Returns the value of a scalar type with these bits. A float with an undefined bit is undefined, and a pointer gets no
    /// object. `None` if the type is not scalar.
    pub fn from_bits(ty: &Type, bits: Bits) -> Option<Value> {
        match ty {
            Type::Int(width) => Some(bits.truncated(*width).into_int(*width)),
            Type::Ptr => Some(match bits.truncated(16).into_int(16) {
                Value::Int(n) => Value::Ptr(Pointer::wild(n as u16)),
                other => other,
            }),
            Type::Float => Some(bits.get().map_or(Value::Undef, |n| Value::Float(n as u32))),
            Type::Double => Some(bits.get().map_or(Value::Undef, |n| Value::Double(n as u64))),
            Type::Void | Type::Array(..) | Type::Struct(_) => None,
        }
    }

    /// Returns the value with all bits zero.
    pub fn zero(ty: &Type) -> Value {
        match ty {
            Type::Int(_) => Value::Int(0),
            Type::Ptr => Value::Ptr(Pointer::wild(0)),
            Type::Float => Value::Float(0),
            Type::Double => Value::Double(0),
            Type::Void => Value::void(),
            Type::Array(element, count) => {
                Value::Aggregate((0..*count).map(|_| Value::zero(element)).collect())
            }
            Type::Struct(fields) => Value::Aggregate(fields.iter().map(Value::zero).collect()),
        }
    }

    /// Replaces every undefined bit by a fixed value.
    pub fn freeze(&self, ty: &Type) -> Value {
        match (self, ty) {
            (Value::Partial(bits), _) => {
                let width = ty.bits().unwrap_or(128);
                Value::from_bits(ty, Bits::known(bits.frozen() & mask(width))).unwrap_or(Value::Undef)
            }
            (Value::Undef, Type::Array(..) | Type::Struct(_)) => self.expanded(ty).freeze(ty),
            (Value::Undef, _) => {
                let width = (ty.size() * 8).min(128) as u16;
                let bits = Bits::undef(ty.bits().unwrap_or(width)).frozen();
                Value::from_bits(ty, Bits::known(bits)).unwrap_or(Value::Undef)
            }
            (Value::Aggregate(parts), _) => Value::Aggregate(
                parts
                    .iter()
                    .enumerate()
                    .map(|(i, part)| ty.part(i as u32).map_or(Value::Undef, |(_, ty)| part.freeze(ty)))
                    .collect(),
            ),
            _ => self.clone(),
        }
    }

    /// Converts an undefined aggregate to one with undefined parts; returns anything else unchanged.
    pub fn expanded(&self, ty: &Type) -> Value {
        match (self, ty) {
            (Value::Undef, Type::Array(_, count)) => Value::Aggregate(vec![Value::Undef; *count as usize]),
            (Value::Undef, Type::Struct(fields)) => Value::Aggregate(vec![Value::Undef; fields.len()]),
            _ => self.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_and_signs_at_the_edges() {
        assert_eq!((mask(1), mask(8), mask(127), mask(128)), (1, 255, u128::MAX >> 1, u128::MAX));
        assert_eq!((signed(1, 1), signed(0x7f, 8), signed(0x80, 8)), (-1, 127, -128));
        assert_eq!(signed(1 << 127, 128), i128::MIN);
    }

    #[test]
    fn undefined_bits_choose_the_variant() {
        assert_eq!(Bits { bits: 0x12, undef: 0xff00 }.into_int(16).int(), None);
        assert_eq!(Bits { bits: 0, undef: 0xff00 }.truncated(8).into_int(8), Value::Int(0));
        assert_eq!(Bits::undef(16).into_int(16), Value::Undef);
        assert_eq!(Value::from_bits(&Type::Float, Bits { bits: 0, undef: 1 }), Some(Value::Undef));
        assert_eq!(Value::from_bits(&Type::Struct(Vec::new()), Bits::known(0)), None);
    }

    #[test]
    fn freezing_keeps_known_bits_and_is_total() {
        let half = Bits { bits: 0x34, undef: 0xff00 }.into_int(16);
        assert_eq!(half.freeze(&Type::Int(16)), Value::Int(0xa534));
        assert_eq!(Value::Undef.freeze(&Type::Int(1)), Value::Int(1));
        assert_eq!(Value::Undef.freeze(&Type::Ptr), Value::Ptr(Pointer::wild(0xa5a5)));
        let pair = Type::Struct(vec![Type::Int(8), Type::Float]);
        let frozen = Value::Aggregate(vec![Value::Int(0xa5), Value::Float(0xa5a5_a5a5)]);
        assert_eq!(Value::Undef.freeze(&pair), frozen);
    }

    #[test]
    fn zero_of_every_shape() {
        let ty = Type::Array(Box::new(Type::Struct(vec![Type::Int(1), Type::Ptr])), 2);
        let one = Value::Aggregate(vec![Value::Int(0), Value::Ptr(Pointer::wild(0))]);
        assert_eq!(Value::zero(&ty), Value::Aggregate(vec![one.clone(), one]));
    }
}
