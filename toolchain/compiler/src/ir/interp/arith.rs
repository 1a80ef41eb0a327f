//! Integer arithmetic, comparisons and integer conversions on partly undefined bits.
//!
//! Results in which an undefined bit can make a difference are undefined there; a violated `nuw` or
//! `nsw`, or a shift by the width or more, makes the whole result undefined (it is poison).

use super::trap::TrapKind;
use super::value::{Bits, fits, mask, signed};
use crate::ir::{BinOp, Pred};

/// The no-wrap flags of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Flags {
    /// No unsigned overflow.
    pub nuw: bool,
    /// No signed overflow.
    pub nsw: bool,
}

/// Applies an integer operation to operands of `width` bits.
pub(super) fn binary(op: BinOp, width: u16, flags: Flags, a: Bits, b: Bits) -> Result<Bits, TrapKind> {
    let poison = Bits::undef(width);
    if a.undef | b.undef == 0 {
        return Ok(known(op, width, flags, a.bits, b.bits)?.map_or(poison, Bits::known));
    }
    let either = a.undef | b.undef;
    Ok(match op {
        BinOp::And => {
            let undef = either & (a.bits | a.undef) & (b.bits | b.undef);
            Bits { bits: a.bits & b.bits & !undef, undef }
        }
        BinOp::Or => {
            let undef = either & !a.bits & !b.bits;
            Bits { bits: (a.bits | b.bits) & !undef, undef }
        }
        BinOp::Xor => Bits { bits: (a.bits ^ b.bits) & !either, undef: either },
        // Carries only propagate upwards: all bits below the lowest undefined one are known.
        BinOp::Add | BinOp::Sub | BinOp::Mul => {
            let below = mask(either.trailing_zeros() as u16);
            let plain = known(op, width, Flags::default(), a.bits, b.bits)?.unwrap_or(0);
            Bits { bits: plain & below, undef: mask(width) & !below }
        }
        BinOp::Shl | BinOp::LShr | BinOp::AShr => match b.get() {
            Some(count) if count < u128::from(width) => shift(op, width, a, count as u32),
            _ => poison,
        },
        BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => match b.get() {
            None => return Err(TrapKind::Undefined("the divisor".into())),
            Some(0) => return Err(TrapKind::DivisionByZero),
            Some(_) => poison,
        },
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => {
            return Err(TrapKind::Malformed("float arithmetic on integers".into()));
        }
    })
}

/// Shifts partly undefined bits by less than the width.
fn shift(op: BinOp, width: u16, a: Bits, count: u32) -> Bits {
    let part = |n: u128| match op {
        BinOp::Shl => (n << count) & mask(width),
        BinOp::LShr => n >> count,
        _ => (signed(n, width) >> count) as u128 & mask(width),
    };
    let undef = part(a.undef);
    Bits { bits: part(a.bits) & !undef, undef }
}

/// Computes an operation on known operands; `None` is poison.
fn known(op: BinOp, width: u16, flags: Flags, a: u128, b: u128) -> Result<Option<u128>, TrapKind> {
    let mask = mask(width);
    let (sa, sb) = (signed(a, width), signed(b, width));
    Ok(match op {
        BinOp::Add => {
            let carry = flags.nuw && a.checked_add(b).is_none_or(|n| n > mask);
            let overflow = flags.nsw && !in_range(sa.checked_add(sb), width);
            (!carry && !overflow).then_some(a.wrapping_add(b) & mask)
        }
        BinOp::Sub => {
            let overflow = flags.nsw && !in_range(sa.checked_sub(sb), width);
            let borrow = flags.nuw && a < b;
            (!borrow && !overflow).then_some(a.wrapping_sub(b) & mask)
        }
        BinOp::Mul => {
            let carry = flags.nuw && a.checked_mul(b).is_none_or(|n| n > mask);
            let overflow = flags.nsw && !in_range(sa.checked_mul(sb), width);
            (!carry && !overflow).then_some(a.wrapping_mul(b) & mask)
        }
        BinOp::And => Some(a & b),
        BinOp::Or => Some(a | b),
        BinOp::Xor => Some(a ^ b),
        BinOp::Shl | BinOp::LShr | BinOp::AShr => {
            if b >= u128::from(width) {
                return Ok(None);
            }
            let result = shift(op, width, Bits::known(a), b as u32).bits;
            let carry = flags.nuw && op == BinOp::Shl && result >> b != a;
            let overflow = flags.nsw && op == BinOp::Shl && signed(result, width) >> b != sa;
            (!carry && !overflow).then_some(result)
        }
        BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem if b == 0 => {
            return Err(TrapKind::DivisionByZero);
        }
        BinOp::UDiv => Some(a / b),
        BinOp::URem => Some(a % b),
        BinOp::SDiv | BinOp::SRem => {
            let quotient = sa.checked_div(sb);
            if !in_range(quotient, width) {
                return Err(TrapKind::DivisionOverflow);
            }
            let result = if op == BinOp::SDiv { quotient } else { sa.checked_rem(sb) };
            result.map(|n| n as u128 & mask)
        }
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => {
            return Err(TrapKind::Malformed("float arithmetic on integers".into()));
        }
    })
}

/// Whether a signed result exists and fits into `width` bits.
fn in_range(n: Option<i128>, width: u16) -> bool {
    n.is_some_and(|n| fits(n, width))
}

/// Compares integers of `width` bits. Returns `None` if the result depends on undefined bits.
pub(super) fn compare(pred: Pred, width: u16, a: Bits, b: Bits) -> Option<bool> {
    // Flipping the signs turns signed order into unsigned order.
    let sign = match pred {
        Pred::Slt | Pred::Sle | Pred::Sgt | Pred::Sge => 1 << (width.clamp(1, 128) - 1),
        _ => 0,
    };
    let range = |n: Bits| {
        let least = (n.bits ^ sign) & !n.undef;
        (least, least | n.undef)
    };
    let ((a_least, a_most), (b_least, b_most)) = (range(a), range(b));
    match pred {
        Pred::Eq | Pred::Ne => {
            let differ = (a.bits ^ b.bits) & !(a.undef | b.undef) != 0;
            let known = a.undef | b.undef == 0;
            (differ || known).then_some(differ == (pred == Pred::Ne))
        }
        Pred::Ult | Pred::Slt => decide(a_most < b_least, a_least >= b_most),
        Pred::Ule | Pred::Sle => decide(a_most <= b_least, a_least > b_most),
        Pred::Ugt | Pred::Sgt => decide(a_least > b_most, a_most <= b_least),
        Pred::Uge | Pred::Sge => decide(a_least >= b_most, a_most < b_least),
    }
}

fn decide(certain: bool, impossible: bool) -> Option<bool> {
    if certain {
        Some(true)
    } else if impossible {
        Some(false)
    } else {
        None
    }
}

/// Whether a number is in `lo..hi`, a range that may wrap around.
pub(super) fn within(n: u128, (lo, hi): (u128, u128)) -> bool {
    if lo <= hi { lo <= n && n < hi } else { n >= lo || n < hi }
}

/// Copies the sign bit of `from` bits up to `to` bits.
pub(super) fn sign_extend(n: Bits, from: u16, to: u16) -> Bits {
    let extend = |n: u128| signed(n, from) as u128 & mask(to);
    Bits { bits: extend(n.bits), undef: extend(n.undef) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Flags = Flags { nuw: false, nsw: false };
    const NUW: Flags = Flags { nuw: true, nsw: false };
    const NSW: Flags = Flags { nuw: false, nsw: true };

    fn run(op: BinOp, width: u16, flags: Flags, a: u128, b: u128) -> Option<u128> {
        binary(op, width, flags, Bits::known(a), Bits::known(b)).unwrap().get()
    }

    #[test]
    fn arithmetic_wraps_at_its_width() {
        assert_eq!(run(BinOp::Add, 8, PLAIN, 200, 100), Some(44));
        assert_eq!(run(BinOp::Sub, 16, PLAIN, 0, 1), Some(0xffff));
        assert_eq!(run(BinOp::Mul, 32, PLAIN, 0x1_0001, 0x1_0001), Some(0x2_0001));
        assert_eq!(run(BinOp::Mul, 128, PLAIN, u128::MAX, u128::MAX), Some(1));
        assert_eq!(run(BinOp::Shl, 8, PLAIN, 0x81, 1), Some(2));
        assert_eq!(run(BinOp::AShr, 8, PLAIN, 0x81, 1), Some(0xc0));
        assert_eq!(run(BinOp::LShr, 8, PLAIN, 0x81, 7), Some(1));
    }

    #[test]
    fn broken_promises_are_poison() {
        assert_eq!(run(BinOp::Add, 8, NUW, 255, 1), None);
        assert_eq!(run(BinOp::Add, 8, NUW, 254, 1), Some(255));
        assert_eq!(run(BinOp::Add, 8, NSW, 127, 1), None);
        assert_eq!(run(BinOp::Add, 8, NSW, 255, 1), Some(0));
        assert_eq!(run(BinOp::Sub, 8, NUW, 1, 2), None);
        assert_eq!(run(BinOp::Sub, 8, NSW, 0x80, 1), None);
        assert_eq!(run(BinOp::Mul, 128, NUW, 1 << 64, 1 << 64), None);
        assert_eq!(run(BinOp::Mul, 128, NSW, 1 << 126, 2), None);
        assert_eq!(run(BinOp::Shl, 8, NUW, 0x80, 1), None);
        assert_eq!(run(BinOp::Shl, 8, NSW, 0x40, 1), None);
        assert_eq!(run(BinOp::Shl, 8, NSW, 0xc0, 1), Some(0x80));
        assert_eq!(run(BinOp::Shl, 8, PLAIN, 1, 8), None);
        assert_eq!(run(BinOp::LShr, 128, PLAIN, 1, 128), None);
    }

    #[test]
    fn division_traps_where_it_must() {
        assert_eq!(run(BinOp::SDiv, 8, PLAIN, 0xf9, 2), Some(0xfd));
        assert_eq!(run(BinOp::SRem, 8, PLAIN, 0xf9, 2), Some(0xff));
        assert_eq!(run(BinOp::URem, 16, PLAIN, 1000, 7), Some(6));
        let divide = |op, a, b| binary(op, 8, PLAIN, a, b);
        assert_eq!(divide(BinOp::UDiv, Bits::known(1), Bits::known(0)), Err(TrapKind::DivisionByZero));
        let overflow = divide(BinOp::SRem, Bits::known(0x80), Bits::known(0xff));
        assert_eq!(overflow, Err(TrapKind::DivisionOverflow));
        let undefined = divide(BinOp::URem, Bits::known(1), Bits::undef(8));
        assert_eq!(undefined, Err(TrapKind::Undefined("the divisor".into())));
        assert_eq!(divide(BinOp::UDiv, Bits::undef(8), Bits::known(3)), Ok(Bits::undef(8)));
    }

    /// Checks every operation on every pair of partly undefined 3-bit operands: a bit that is reported as known must be the same
    /// for all choices of the undefined bits.
    #[test]
    fn known_bits_do_not_depend_on_undefined_ones() {
        let partial = || (0..8).flat_map(|u| (0..8).filter(move |n| n & u == 0).map(move |n| (n, u)));
        let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::And, BinOp::Or, BinOp::Xor];
        let shifts = [BinOp::Shl, BinOp::LShr, BinOp::AShr];
        for op in ops.into_iter().chain(shifts) {
            for ((a, au), (b, bu)) in partial().flat_map(|x| partial().map(move |y| (x, y))) {
                let [x, y] = [Bits { bits: a, undef: au }, Bits { bits: b, undef: bu }];
                let result = binary(op, 3, PLAIN, x, y).unwrap();
                assert_eq!(result.bits & result.undef, 0);
                for (ca, cb) in (0..8).flat_map(|i| (0..8).map(move |j| (i & au, j & bu))) {
                    if let Some(n) = run(op, 3, PLAIN, a | ca, b | cb) {
                        assert_eq!(n & !result.undef, result.bits, "{op:?} {x:?} {y:?}");
                    }
                }
            }
        }
    }

    /// The same check for comparisons; fully known operands must compare as on the host.
    #[test]
    fn comparisons_are_decided_only_by_known_bits() {
        let preds = [Pred::Eq, Pred::Ne, Pred::Ult, Pred::Ule, Pred::Ugt, Pred::Uge];
        let signed_preds = [Pred::Slt, Pred::Sle, Pred::Sgt, Pred::Sge];
        for pred in preds.into_iter().chain(signed_preds) {
            let host = |a: u128, b: u128| {
                let (sa, sb) = (signed(a, 3), signed(b, 3));
                match pred {
                    Pred::Eq => a == b,
                    Pred::Ne => a != b,
                    Pred::Ult => a < b,
                    Pred::Ule => a <= b,
                    Pred::Ugt => a > b,
                    Pred::Uge => a >= b,
                    Pred::Slt => sa < sb,
                    Pred::Sle => sa <= sb,
                    Pred::Sgt => sa > sb,
                    Pred::Sge => sa >= sb,
                }
            };
            for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
                assert_eq!(compare(pred, 3, Bits::known(a), Bits::known(b)), Some(host(a, b)));
                for undef in 0..8 {
                    let partial = Bits { bits: a & !undef, undef };
                    if let Some(answer) = compare(pred, 3, partial, Bits::known(b)) {
                        assert!((0..8).all(|c| host(partial.bits | (c & undef), b) == answer), "{pred:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn ranges_may_wrap() {
        assert_eq!([0, 4, 5].map(|n| within(n, (0, 5))), [true, true, false]);
        assert_eq!([255, 0, 1, 254].map(|n| within(n, (255, 1))), [true, true, false, false]);
    }

    #[test]
    fn an_undefined_sign_spreads() {
        let n = sign_extend(Bits { bits: 5, undef: 0x80 }, 8, 16);
        assert_eq!(n, Bits { bits: 5, undef: 0xff80 });
        assert_eq!(sign_extend(Bits::known(0x85), 8, 16), Bits::known(0xff85));
    }
}
