//! The methods of floats that only `std` has, by the crate `libm`: in the prelude, so that they are found where `std`'s would be.

/// Those that can be computed by rustc, too.
pub const trait Rounding: Copy {
    fn floor(self) -> Self;
    fn ceil(self) -> Self;
    fn round(self) -> Self;
    fn round_ties_even(self) -> Self;
    fn trunc(self) -> Self;
    fn fract(self) -> Self;
    fn mul_add(self, factor: Self, summand: Self) -> Self;
}

/// The others, by their names in `std`.
pub trait Float: Copy {
    fn powi(self, n: i32) -> Self;
    fn div_euclid(self, other: Self) -> Self;
    fn rem_euclid(self, other: Self) -> Self;
    fn sin_cos(self) -> (Self, Self);
    fn ln_gamma(self) -> (Self, i32);
    fn log(self, base: Self) -> Self;
    fn powf(self, n: Self) -> Self;
    fn exp(self) -> Self;
    fn exp2(self) -> Self;
    fn exp_m1(self) -> Self;
    fn ln(self) -> Self;
    fn ln_1p(self) -> Self;
    fn log2(self) -> Self;
    fn log10(self) -> Self;
    fn cbrt(self) -> Self;
    fn hypot(self, other: Self) -> Self;
    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn tan(self) -> Self;
    fn asin(self) -> Self;
    fn acos(self) -> Self;
    fn atan(self) -> Self;
    fn atan2(self, other: Self) -> Self;
    fn sinh(self) -> Self;
    fn cosh(self) -> Self;
    fn tanh(self) -> Self;
    fn asinh(self) -> Self;
    fn acosh(self) -> Self;
    fn atanh(self) -> Self;
    fn gamma(self) -> Self;
    fn erf(self) -> Self;
    fn erfc(self) -> Self;
    fn sqrt(self) -> Self;
}

macro_rules! rounding {
    ($float:ident: $($name:ident)*) => {
        impl const Rounding for $float {
            $(fn $name(self) -> Self {
                core::$float::math::$name(self)
            })*

            fn mul_add(self, factor: Self, summand: Self) -> Self {
                core::$float::math::mul_add(self, factor, summand)
            }
        }
    };
}

rounding!(f32: floor ceil round round_ties_even trunc fract);
rounding!(f64: floor ceil round round_ties_even trunc fract);

/// The methods of a type: those that `core` has as functions, and those of `libm`.
macro_rules! float {
    ($float:ident, $name:ident, core $(($core:ident $(, $argument:ident: $type:ty)*))*, libm $(($method:ident $function:ident $(, $other:ident)?))*) => {
        impl Float for $float {
            $(fn $core(self $(, $argument: $type)*) -> Self {
                core::$float::math::$core(self $(, $argument)*)
            })*

            $(fn $method(self $(, $other: Self)?) -> Self {
                libm::$function(self $(, $other)?)
            })*

            fn sin_cos(self) -> (Self, Self) {
                (self.sin(), self.cos())
            }

            fn ln_gamma(self) -> (Self, i32) {
                libm::$name(self)
            }

            fn log(self, base: Self) -> Self {
                self.ln() / base.ln()
            }
        }
    };
}

float!(f32, lgammaf_r,
    core (sqrt) (powi, n: i32)
        (div_euclid, other: f32) (rem_euclid, other: f32) (cbrt),
    libm (powf powf, other) (exp expf) (exp2 exp2f) (exp_m1 expm1f) (ln logf) (ln_1p log1pf) (log2 log2f) (log10 log10f)
        (hypot hypotf, other) (sin sinf) (cos cosf) (tan tanf) (asin asinf) (acos acosf) (atan atanf) (atan2 atan2f, other)
        (sinh sinhf) (cosh coshf) (tanh tanhf) (asinh asinhf) (acosh acoshf) (atanh atanhf) (gamma tgammaf) (erf erff) (erfc erfcf));
float!(f64, lgamma_r,
    core (sqrt) (powi, n: i32)
        (div_euclid, other: f64) (rem_euclid, other: f64) (cbrt),
    libm (powf pow, other) (exp exp) (exp2 exp2) (exp_m1 expm1) (ln log) (ln_1p log1p) (log2 log2) (log10 log10)
        (hypot hypot, other) (sin sin) (cos cos) (tan tan) (asin asin) (acos acos) (atan atan) (atan2 atan2, other)
        (sinh sinh) (cosh cosh) (tanh tanh) (asinh asinh) (acosh acosh) (atanh atanh) (gamma tgamma) (erf erf) (erfc erfc));
