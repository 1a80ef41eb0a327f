//! `core::hash` with the two hashers of `std`.

pub use core::hash::*;

/// SipHash 1-3 with the key 0, as in `std`.
#[derive(Clone, Debug)]
#[allow(deprecated)]
pub struct DefaultHasher(SipHasher13);

impl DefaultHasher {
    /// The hash of nothing.
    #[allow(deprecated)]
    pub const fn new() -> DefaultHasher {
        DefaultHasher(SipHasher13::new_with_keys(0, 0))
    }
}

impl Default for DefaultHasher {
    fn default() -> DefaultHasher {
        DefaultHasher::new()
    }
}

impl Hasher for DefaultHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    fn write_str(&mut self, text: &str) {
        self.0.write_str(text);
    }

    fn finish(&self) -> u64 {
        self.0.finish()
    }
}

/// Makes hashers. Its key is always the same: there is no chance on the machine.
#[derive(Clone, Debug, Default)]
pub struct RandomState;

impl RandomState {
    /// The one there is.
    pub const fn new() -> RandomState {
        RandomState
    }
}

impl BuildHasher for RandomState {
    type Hasher = DefaultHasher;

    fn build_hasher(&self) -> DefaultHasher {
        DefaultHasher::new()
    }
}
