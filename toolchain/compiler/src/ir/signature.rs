//! Function signatures, as far as they decide which functions a call through a pointer may reach.

use super::{Function, Type};

/// The parameter and result kinds of a function, or of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    takes: Vec<Passed>,
    returns: Passed,
}

/// The kind of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Passed {
    Address,
    /// Any other type, by its size in bytes.
    Bytes(u32),
}

impl Passed {
    fn of(ty: &Type) -> Passed {
        match ty {
            Type::Ptr => Passed::Address,
            other => Passed::Bytes(other.size()),
        }
    }

    fn bytes(self) -> u32 {
        match self {
            Passed::Address => Type::Ptr.size(),
            Passed::Bytes(bytes) => bytes,
        }
    }
}

impl Signature {
    /// The signature of a call with these argument and result types.
    pub fn of_call<'a>(takes: impl IntoIterator<Item = &'a Type>, returns: &Type) -> Signature {
        Signature { takes: takes.into_iter().map(Passed::of).collect(), returns: Passed::of(returns) }
    }

    /// The signature of a function.
    pub fn of_function(function: &Function) -> Signature {
        Signature::of_call(function.params.iter().map(|p| function.ty(p.value)), &function.ret)
    }

    /// Whether a call of this signature may reach a function of the other: one that takes and returns as many bytes and, if
    /// `exact`, also agrees parameter by parameter on which ones are addresses.
    pub fn reaches(&self, function: &Signature, exact: bool) -> bool {
        match exact {
            true => self == function,
            false => self.bytes() == function.bytes(),
        }
    }

    fn bytes(&self) -> (u32, u32) {
        (self.takes.iter().map(|passed| passed.bytes()).sum(), self.returns.bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_numbers_are_told_apart_if_that_is_safe() {
        let call = |takes: &[Type]| Signature::of_call(takes, &Type::Void);
        let [address, number, bytes] =
            [call(&[Type::Ptr]), call(&[Type::Int(16)]), call(&[Type::Int(8), Type::Int(8)])];
        assert!(address.reaches(&number, false) && number.reaches(&bytes, false));
        assert!(!address.reaches(&number, true) && !number.reaches(&bytes, true));
        assert!(call(&[Type::Int(1)]).reaches(&call(&[Type::Int(8)]), true));
        assert!(!address.reaches(&Signature::of_call(&[Type::Ptr], &Type::Int(8)), false));
    }
}
