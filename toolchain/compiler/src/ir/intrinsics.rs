//! The supported intrinsics with their signatures (LLVM Language Reference, "Intrinsic Functions").
//!
//! A signature is a letter per argument, a space, and a letter for the result:
//!
//! | letter | type |
//! |---|---|
//! | `N` | an integer, the same type wherever the letter occurs |
//! | `M` | another integer |
//! | `F` | a float or double, the same type wherever the letter occurs |
//! | `C` | `{ N, i1 }` |
//! | `P`, `A` | a pointer; anything |
//! | `B`, `1`, `8`, `6`, `4` | one bit; a constant of one bit; integers of 8, 16 and 32 bits |
//! | `-` | nothing |

use super::{Operand, Type};

/// Integer intrinsics. They exist at every width unless [`exists`] says otherwise.
pub const INTEGERS: [(&str, &str); 28] = [
    ("umin", "NN N"),
    ("umax", "NN N"),
    ("smin", "NN N"),
    ("smax", "NN N"),
    ("abs", "N1 N"),
    ("ctpop", "N N"),
    ("ctlz", "N1 N"),
    ("cttz", "N1 N"),
    ("bswap", "N N"),
    ("bitreverse", "N N"),
    ("fshl", "NNN N"),
    ("fshr", "NNN N"),
    ("uadd.with.overflow", "NN C"),
    ("sadd.with.overflow", "NN C"),
    ("usub.with.overflow", "NN C"),
    ("ssub.with.overflow", "NN C"),
    ("umul.with.overflow", "NN C"),
    ("smul.with.overflow", "NN C"),
    ("uadd.sat", "NN N"),
    ("sadd.sat", "NN N"),
    ("usub.sat", "NN N"),
    ("ssub.sat", "NN N"),
    ("ushl.sat", "NN N"),
    ("sshl.sat", "NN N"),
    ("ucmp", "NN M"),
    ("scmp", "NN M"),
    ("expect", "NN N"),
    ("is.constant", "A B"),
];

/// Intrinsics on memory and floats.
const OTHERS: [(&str, &str); 42] = [
    ("expect.with.probability", "NNF N"),
    ("memcpy", "PPN1 -"),
    ("memcpy.inline", "PPN1 -"),
    ("memmove", "PPN1 -"),
    ("memset", "P8N1 -"),
    ("memset.inline", "P8N1 -"),
    ("is.fpclass", "F4 B"),
    ("fptoui.sat", "F N"),
    ("fptosi.sat", "F N"),
    ("fabs", "F F"),
    ("copysign", "FF F"),
    ("fma", "FFF F"),
    ("fmuladd", "FFF F"),
    ("powi", "FN F"),
    ("sqrt", "F F"),
    ("sin", "F F"),
    ("cos", "F F"),
    ("tan", "F F"),
    ("exp", "F F"),
    ("exp2", "F F"),
    ("log", "F F"),
    ("log2", "F F"),
    ("log10", "F F"),
    ("pow", "FF F"),
    ("floor", "F F"),
    ("ceil", "F F"),
    ("trunc", "F F"),
    ("rint", "F F"),
    ("nearbyint", "F F"),
    ("round", "F F"),
    ("roundeven", "F F"),
    ("minnum", "FF F"),
    ("maxnum", "FF F"),
    ("minimum", "FF F"),
    ("maximum", "FF F"),
    ("minimumnum", "FF F"),
    ("maximumnum", "FF F"),
    ("trap", " -"),
    ("debugtrap", " -"),
    ("ubsantrap", "8 -"),
    ("assume", "B -"),
    ("donothing", " -"),
];

/// C's memory functions, which the compiler translates itself; `int` has 16 bits on this target.
const MEMORY: [(&str, &str); 5] =
    [("memcpy", "PPN P"), ("memmove", "PPN P"), ("memset", "PMN P"), ("memcmp", "PP6 6"), ("bcmp", "PP6 6")];

/// The runtime's float operations, with their names in libgcc and `compiler_builtins`. Integers hold the bits.
pub const FLOATS: [(&str, &str); 15] = [
    ("__addsf3", "44 4"),
    ("__subsf3", "44 4"),
    ("__mulsf3", "44 4"),
    ("__divsf3", "44 4"),
    ("__lesf2", "44 8"),
    ("__gesf2", "44 8"),
    ("__unordsf2", "44 8"),
    ("__floatsisf", "4 4"),
    ("__floatunsisf", "4 4"),
    ("__fixsfsi", "4 4"),
    ("__fixunssfsi", "4 4"),
    ("__adddf3", "WW W"),
    ("__subdf3", "WW W"),
    ("__muldf3", "WW W"),
    ("__divdf3", "WW W"),
];

/// Whether the compiler translates calls of the extern `name` itself.
pub fn is_known_extern(name: &str) -> bool {
    MEMORY.iter().chain(&FLOATS).any(|known| known.0 == name)
}

/// Whether LLVM has an integer intrinsic at this width.
pub fn exists(name: &str, bits: u16) -> bool {
    name != "bswap" || bits.is_multiple_of(16)
}

/// Explains why these arguments and result do not fit the intrinsic `name`; `None` if they do, or if it is unknown.
pub fn fault(name: &str, args: &[(Type, Operand)], result: &Type) -> Option<String> {
    let (_, signature) = INTEGERS.iter().chain(&OTHERS).find(|known| known.0 == name)?;
    mismatch(&format!("llvm.{name}"), signature, args, result)
}

/// Same as [`fault`], for a C function that the compiler translates itself.
pub fn extern_fault(name: &str, args: &[(Type, Operand)], result: &Type) -> Option<String> {
    let (_, signature) = MEMORY.iter().chain(&FLOATS).find(|known| known.0 == name)?;
    mismatch(name, signature, args, result)
}

fn mismatch(name: &str, signature: &str, args: &[(Type, Operand)], result: &Type) -> Option<String> {
    let (takes, gives) = signature.split_once(' ')?;
    if takes.len() != args.len() {
        return Some(format!("{name} takes {} arguments, not {}", takes.len(), args.len()));
    }
    let mut types = Types { integer: None, float: None };
    for (letter, (ty, arg)) in takes.bytes().zip(args) {
        if !types.fits(letter, ty) || (letter == b'1' && arg.int().is_none()) {
            return Some(format!("{name} takes no such argument of type {ty:?}"));
        }
    }
    let bits = types.integer.as_ref().and_then(Type::bits);
    let there = bits.is_none_or(|bits| exists(name.trim_start_matches("llvm."), bits));
    let gives = gives.bytes().all(|letter| types.fits(letter, result));
    (!there || !gives).then(|| format!("{name} of these types does not give {result:?}"))
}

/// The types bound to the letters so far.
struct Types {
    integer: Option<Type>,
    float: Option<Type>,
}

impl Types {
    /// Whether a type matches a letter; binds the letter if it is still free.
    fn fits(&mut self, letter: u8, ty: &Type) -> bool {
        match (letter, ty) {
            (b'N', Type::Int(_)) => *self.integer.get_or_insert_with(|| ty.clone()) == *ty,
            (b'F', Type::Float | Type::Double) => *self.float.get_or_insert_with(|| ty.clone()) == *ty,
            (b'M', Type::Int(bits)) => *bits > 1,
            (b'C', Type::Struct(fields)) => match &fields[..] {
                [value, flag] => self.fits(b'N', value) && *flag == Type::Int(1),
                _ => false,
            },
            (b'A', _) => true,
            (b'P', ty) => *ty == Type::Ptr,
            (b'B' | b'1', ty) => *ty == Type::Int(1),
            (b'8', ty) => *ty == Type::Int(8),
            (b'6', ty) => *ty == Type::Int(16),
            (b'4', ty) => *ty == Type::Int(32),
            (b'W', ty) => *ty == Type::Int(64),
            (b'-', ty) => *ty == Type::Void,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Const;

    fn call(name: &str, args: &[u16], result: &Type) -> Option<String> {
        let zero = || Operand::Const(Const::Int(0));
        let args: Vec<_> = args.iter().map(|bits| (Type::Int(*bits), zero())).collect();
        fault(name, &args, result)
    }

    #[test]
    fn types_must_agree() {
        let pair = |bits| Type::Struct(vec![Type::Int(bits), Type::Int(1)]);
        assert_eq!(call("abs", &[56, 1], &Type::Int(56)), None);
        assert!(call("abs", &[7, 7], &Type::Int(56)).is_some());
        assert!(call("abs", &[56], &Type::Int(56)).is_some());
        assert!(call("umin", &[8, 16], &Type::Int(8)).is_some());
        assert_eq!(call("smul.with.overflow", &[9, 9], &pair(9)), None);
        assert!(call("smul.with.overflow", &[9, 9], &pair(8)).is_some());
        assert_eq!(call("scmp", &[1, 1], &Type::Int(2)), None);
        assert!(call("scmp", &[8, 8], &Type::Int(1)).is_some());
        assert!(call("bswap", &[24], &Type::Int(24)).is_some());
        assert_eq!(call("nobody.knows", &[8], &Type::Int(3)), None);
        assert!(call("sqrt", &[32], &Type::Int(32)).is_some());
    }
}
