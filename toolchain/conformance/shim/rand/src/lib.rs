//! What core's and alloc's tests use of the crate `rand` 0.9, which does not know a `usize` of 16 bits: the same names with
//! simpler insides. No test depends on which numbers come.
#![no_std]

/// A source of random bits.
pub trait RngCore {
    /// The next 32.
    fn next_u32(&mut self) -> u32;
}

/// A source that begins where a seed says.
pub trait SeedableRng: Sized {
    /// What it takes.
    type Seed;
    /// Begins.
    fn from_seed(seed: Self::Seed) -> Self;
    /// Begins, for a number.
    fn seed_from_u64(seed: u64) -> Self;
}

/// What can be drawn from all of its values.
pub trait Standard: Sized {
    /// Draws.
    fn draw(rng: &mut (impl RngCore + ?Sized)) -> Self;
}

impl Standard for i32 {
    fn draw(rng: &mut (impl RngCore + ?Sized)) -> i32 {
        rng.next_u32() as i32
    }
}

impl Standard for f64 {
    /// From 0 to 1, 1 excluded.
    fn draw(rng: &mut (impl RngCore + ?Sized)) -> f64 {
        f64::from(rng.next_u32()) / 4_294_967_296.0
    }
}

/// What is drawn from a source.
pub trait Rng: RngCore {
    /// Any value.
    fn random<T: Standard>(&mut self) -> T {
        T::draw(self)
    }

    /// Any values, without end.
    fn random_iter<T: Standard>(mut self) -> impl Iterator<Item = T>
    where
        Self: Sized,
    {
        core::iter::repeat_with(move || T::draw(&mut self))
    }

    /// Values of a distribution, without end.
    fn sample_iter<T, D: distr::Distribution<T>>(mut self, distribution: D) -> impl Iterator<Item = T>
    where
        Self: Sized,
    {
        core::iter::repeat_with(move || distribution.sample(&mut self))
    }
}

impl<R: RngCore + ?Sized> Rng for R {}

/// A number below `end`.
fn below(rng: &mut (impl RngCore + ?Sized), end: usize) -> usize {
    (rng.next_u32() % end as u32) as usize
}

pub mod distr {
    //! Distributions.

    use core::ops::{Range, RangeInclusive};

    use crate::{Rng, RngCore};

    /// A distribution of values.
    pub trait Distribution<T> {
        /// Draws one.
        fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> T;
    }

    /// All values of a range alike.
    #[derive(Clone, Copy, Debug)]
    pub struct Uniform<T> {
        first: T,
        count: u64,
    }

    /// An empty range.
    #[derive(Clone, Copy, Debug)]
    pub struct Error;

    fn bits(rng: &mut (impl RngCore + ?Sized)) -> u64 {
        u64::from(rng.next_u32()) << 32 | u64::from(rng.next_u32())
    }

    /// What ranges are made of.
    pub trait Integer: Copy + PartialOrd {
        /// Its bits, the sign spread.
        fn wide(self) -> u64;
        /// The lowest bits.
        fn narrow(bits: u64) -> Self;
    }

    macro_rules! integer {
        ($($t:ty)*) => {$(
            impl Integer for $t {
                fn wide(self) -> u64 {
                    self as u64
                }

                fn narrow(bits: u64) -> $t {
                    bits as $t
                }
            }
        )*};
    }

    integer!(u16 u32 u64 i32);

    impl<T: Integer> Uniform<T> {
        /// From `start` to `end`, the end excluded.
        ///
        /// # Errors
        /// That is empty.
        pub fn new(start: T, end: T) -> Result<Self, Error> {
            match start < end {
                true => Ok(Uniform { first: start, count: end.wide().wrapping_sub(start.wide()) }),
                false => Err(Error),
            }
        }
    }

    impl<T: Integer> TryFrom<Range<T>> for Uniform<T> {
        type Error = Error;

        fn try_from(range: Range<T>) -> Result<Self, Error> {
            Uniform::new(range.start, range.end)
        }
    }

    impl<T: Integer> TryFrom<RangeInclusive<T>> for Uniform<T> {
        type Error = Error;

        fn try_from(range: RangeInclusive<T>) -> Result<Self, Error> {
            let (start, end) = range.into_inner();
            match start <= end {
                true => Ok(Uniform { first: start, count: end.wide().wrapping_sub(start.wide()) + 1 }),
                false => Err(Error),
            }
        }
    }

    impl<T: Integer> Distribution<T> for Uniform<T> {
        fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> T {
            T::narrow(self.first.wide().wrapping_add(bits(rng) % self.count))
        }
    }
}

pub mod seq {
    //! Slices.

    use crate::{RngCore, below};

    /// Elements by chance.
    pub trait IndexedRandom<T> {
        /// One of them, if there are any.
        fn choose(&self, rng: &mut (impl RngCore + ?Sized)) -> Option<&T>;
    }

    impl<T> IndexedRandom<T> for [T] {
        fn choose(&self, rng: &mut (impl RngCore + ?Sized)) -> Option<&T> {
            match self.len() {
                0 => None,
                length => self.get(below(rng, length)),
            }
        }
    }

    /// Order by chance.
    pub trait SliceRandom {
        /// Puts the elements into any order.
        fn shuffle(&mut self, rng: &mut (impl RngCore + ?Sized));
    }

    impl<T> SliceRandom for [T] {
        fn shuffle(&mut self, rng: &mut (impl RngCore + ?Sized)) {
            for end in (1..self.len()).rev() {
                self.swap(end, below(rng, end + 1));
            }
        }
    }
}

pub mod prelude {
    //! The traits.
    pub use crate::distr::Distribution;
    pub use crate::seq::{IndexedRandom, SliceRandom};
    pub use crate::{Rng, RngCore, SeedableRng};
}
