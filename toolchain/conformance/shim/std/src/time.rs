//! `core::time`, and a clock that stands still: the tests only take a seed from it.

pub use core::time::*;

use core::convert::Infallible;

/// A time.
#[derive(Clone, Copy, Debug)]
pub struct SystemTime(Duration);

/// Where times begin.
pub const UNIX_EPOCH: SystemTime = SystemTime(Duration::ZERO);

impl SystemTime {
    /// The C64's first day on sale: 1 August 1982.
    pub fn now() -> SystemTime {
        SystemTime(Duration::from_secs(397_008_000))
    }

    /// What passed since another.
    ///
    /// # Errors
    /// Never.
    pub fn duration_since(&self, earlier: SystemTime) -> Result<Duration, Infallible> {
        Ok(self.0.saturating_sub(earlier.0))
    }
}
