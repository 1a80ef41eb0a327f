//! Finds what building and running for the C64 needs, and installs it where that is allowed and possible.
//!
//! Needed to build: a rustc with the source of `core` ([`Toolchain`]). Needed to run in VICE: the emulator, ROMs and a
//! virtual X server ([`VicePaths`]). Everything else is Rust and comes by cargo.

mod apt;
mod rust;

use anyhow::{Context, Result};

use crate::vice::VicePaths;
use apt::Apt;
pub use rust::{Toolchain, Version};

/// Debian's packages of a rustc with `core`'s source, from the suites that have a current one.
const RUST_PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// Debian's packages for headless VICE. `vice` is in `contrib`, because Debian ships it without ROMs; `open-roms` has
/// free ones.
const VICE_PACKAGES: [&str; 4] = ["vice", "open-roms", "xvfb", "xauth"];

/// What a command may do to get what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Missing things may be installed.
    pub install: bool,
}

impl Setup {
    /// A cargo and rustc that can build `core` for our target.
    ///
    /// # Errors
    /// None is there and none could be installed; the text says what to install.
    pub fn rust(self) -> Result<Toolchain> {
        let missing = match rust::find() {
            Ok(toolchain) => return Ok(toolchain),
            Err(missing) => missing,
        };
        const ADVICE: &str = "install a rustc with the source of core: `rustup component add rust-src` (rustc 1.95 or newer \
             with LLVM 22), or on Debian `apt-get install rustc-web cargo-web rust-web-src`";
        if !self.install {
            return Err(missing).context(ADVICE);
        }
        eprintln!("sys2080: {missing:#}");
        if rust::add_source_by_rustup()
            && let Ok(toolchain) = rust::find()
        {
            return Ok(toolchain);
        }
        Apt::new().and_then(|apt| apt.install(&RUST_PACKAGES)).context(ADVICE)?;
        rust::find().context(ADVICE)
    }

    /// VICE, ROMs and the virtual X server.
    ///
    /// # Errors
    /// Something is missing and could not be installed; the text says what to install.
    pub fn vice(self) -> Result<VicePaths> {
        let missing = match VicePaths::find() {
            Ok(paths) => return Ok(paths),
            Err(missing) => anyhow::Error::new(missing),
        };
        const ADVICE: &str = "install VICE 3.5 or newer, C64 ROMs (or the free open-roms) and Xvfb: on Debian with the component \
             contrib enabled `apt-get install vice open-roms xvfb xauth`; SYS2080_ROMS may name a folder with the files \
             kernal, basic and chargen";
        // A wrong folder in the variable is no missing package: installing would not mend it.
        if !self.install || std::env::var_os(crate::vice::ROMS_VARIABLE).is_some() {
            return Err(missing).context(ADVICE);
        }
        eprintln!("sys2080: {missing:#}");
        Apt::new().and_then(|apt| apt.install(&VICE_PACKAGES)).context(ADVICE)?;
        VicePaths::find().context(ADVICE)
    }
}
