//! Finds the tools for building and running C64 programs and installs them where allowed and possible.
//!
//! Building needs a rustc with the source of `core` ([`Toolchain`]). Running in VICE needs the emulator, ROMs and a
//! virtual X server ([`VicePaths`]). The page needs the standard library for WebAssembly; its tests need a browser and npm. Everything
//! else is Rust and is fetched by cargo.

mod apt;
mod releases;
mod rust;
mod rustup;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, Result, anyhow};
use vice::VicePaths;

use apt::Apt;
use rust::Unfit;
pub use rust::{NEWEST, NEWEST_NAME, Toolchain, VARIABLE, Version};

/// Debian packages of a rustc with `core`'s source, from the suites that have a current one.
const RUST_PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// Debian packages for headless VICE. `vice` is in `contrib` because Debian ships it without ROMs; `open-roms` has
/// free ones.
const VICE_PACKAGES: [&str; 4] = ["vice", "open-roms", "xvfb", "xauth"];

/// The target for which stock rustc makes WebAssembly.
pub const WEB_TARGET: &str = "wasm32-unknown-unknown";

/// The Debian package of a browser, and the names of its executable.
const BROWSER_PACKAGES: [&str; 1] = ["chromium"];
const BROWSERS: [&str; 2] = ["chromium", "chromium-browser"];

/// The Debian package of npm, and the name of its executable.
const NPM: [&str; 1] = ["npm"];

/// Whether a command may install what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Missing things may be installed.
    pub install: bool,
}

impl Setup {
    /// Finds a cargo and rustc that can build `core` for our target, for the current folder.
    ///
    /// # Errors
    /// As [`Setup::rust_for`].
    pub fn rust(self) -> Result<Toolchain> {
        self.rust_for(Path::new("."))
    }

    /// Finds a cargo and rustc that can build `core` for our target: the one that [`VARIABLE`] names, else the one that cargo
    /// would use in the folder `place`, or in the folder of the manifest `place`, else another one. Any choice other than the
    /// usual one is reported on stderr.
    ///
    /// # Errors
    /// None was found and none could be installed; the message says what to install.
    pub fn rust_for(self, place: &Path) -> Result<Toolchain> {
        let what = || format!("cannot find {}", place.display());
        let place = std::fs::canonicalize(place).with_context(what)?;
        let folder = place.parent().filter(|_| place.is_file()).unwrap_or(&place);
        let toolchain = match std::env::var(VARIABLE) {
            Ok(name) if !name.is_empty() => {
                let toolchain = self.named(&name)?;
                match rust::usual(folder) {
                    Ok(usual) if usual == toolchain => toolchain,
                    _ => told(toolchain, &format!("as set in {VARIABLE}")),
                }
            }
            _ => match self.usual(folder) {
                Ok(toolchain) => toolchain,
                Err(unfit) => self.instead(folder, &unfit)?,
            },
        };
        if let Some(remark) = toolchain.version.remark() {
            tell(&remark);
        }
        Ok(toolchain)
    }

    /// Returns the toolchain that the user asks for, installing it if rustup may know its name.
    fn named(self, name: &str) -> Result<Toolchain> {
        let name = if name == NEWEST_NAME { NEWEST } else { name };
        let found = match rust::named(name) {
            Err(unfit) if self.install && !Path::new(name).is_absolute() && rustup::is_there() => {
                if rustup::install(name) {
                    rust::named(name)
                } else {
                    Err(unfit)
                }
            }
            found => found,
        };
        found.map_err(|unfit| {
            anyhow!("{}", unfit.why).context(format!("the toolchain of {VARIABLE} cannot be used"))
        })
    }

    /// Returns the toolchain that cargo uses in `folder`, with components that rustup can add.
    fn usual(self, folder: &Path) -> Result<Toolchain, Unfit> {
        let wish = rustup::wish(folder);
        let mut found = rust::usual(folder);
        if let (Err(unfit), true) = (&found, self.install && rustup::is_there()) {
            let may_come = unfit.lacks_source && rustup::add_source(folder);
            let wished = wish.as_ref().filter(|wish| !unfit.lacks_source && wish.may_fit());
            let channel = wished.and_then(|wish| wish.channel.as_deref());
            // Installed toolchains are not updated; that is up to the user.
            let channel = channel.filter(|channel| rustup::sysroot(channel).is_none());
            if may_come || channel.is_some_and(rustup::install) {
                found = rust::usual(folder);
            }
        }
        match (wish, found) {
            (Some(wish), Ok(toolchain)) if !rustup::is_there() => {
                let (file, version) = (wish.file.display(), toolchain.version);
                tell(&format!(
                    "{file} asks for a toolchain, but rustup is not installed; building with {version}"
                ));
                Ok(toolchain)
            }
            (Some(wish), Err(mut unfit)) => {
                unfit.why += &format!(" ({} asks for it)", wish.file.display());
                Err(unfit)
            }
            (_, found) => found,
        }
    }

    /// Returns a toolchain other than the usual one; installs one if there is none.
    fn instead(self, folder: &Path, unfit: &Unfit) -> Result<Toolchain> {
        let advice = || {
            let install = format!(
                "install a rustc with the source of core: `rustup toolchain install {NEWEST} --profile minimal \
                 --component rust-src`, or on Debian `apt-get install {}`",
                RUST_PACKAGES.join(" ")
            );
            match rustup::wish(folder) {
                Some(wish) => format!(
                    "the toolchain that {} asks for cannot be used, and there is no other; change the file, or {install}",
                    wish.file.display()
                ),
                None => install,
            }
        };
        let why = format!("because the one that cargo would use here cannot be used: {}", unfit.why);
        let faults = match rust::other(folder) {
            Ok(toolchain) => return Ok(told(toolchain, &why)),
            Err(faults) => faults,
        };
        let faults = match faults.is_empty() {
            true => "there is none in PATH".to_string(),
            false => faults.join("; "),
        };
        let missing = || anyhow!("no usable rustc: {faults}").context(advice());
        if !self.install {
            return Err(missing());
        }
        tell(&format!("no usable rustc: {faults}"));
        if rustup::is_there()
            && rustup::install(NEWEST)
            && let Ok(toolchain) = rust::other(folder)
        {
            return Ok(told(toolchain, &why));
        }
        Apt::new().and_then(|apt| apt.install(&RUST_PACKAGES)).with_context(advice)?;
        rust::other(folder).map(|toolchain| told(toolchain, &why)).map_err(|_| missing())
    }

    /// Finds a toolchain that also compiles to WebAssembly.
    ///
    /// # Errors
    /// As [`Setup::rust`], or its library for that target is missing and could not be installed.
    pub fn web_assembly(self) -> Result<Toolchain> {
        let toolchain = self.rust()?;
        let library = toolchain.sysroot.join("lib/rustlib").join(WEB_TARGET);
        let is_there = || library.join("lib").is_dir();
        if !is_there() && self.install && rustup::is_there() {
            rustup::add_target(&toolchain.sysroot, WEB_TARGET);
        }
        if is_there() {
            return Ok(toolchain);
        }
        let advice = format!(
            "install it: `rustup target add {WEB_TARGET}`, or on Debian `apt-get install libstd-rust-dev-wasm32`"
        );
        Err(anyhow!("{} is missing", library.display()).context(advice))
    }

    /// Finds the browser for the tests of the page.
    ///
    /// # Errors
    /// It is missing and could not be installed; the message says what to install.
    pub fn browser(self) -> Result<PathBuf> {
        let advice = "install Chromium: on Debian `apt-get install chromium`";
        self.program(&BROWSERS, &BROWSER_PACKAGES, advice)
    }

    /// Finds npm, which fetches the type checker for the page's scripts and comes with the node that runs it.
    ///
    /// # Errors
    /// It is missing and could not be installed; the message says what to install.
    pub fn npm(self) -> Result<PathBuf> {
        self.program(&NPM, &NPM, "install npm: on Debian `apt-get install npm`")
    }

    /// Finds the first of these programs in PATH; if there is none, installs the Debian packages where allowed.
    fn program(self, names: &[&str], packages: &[&str], advice: &'static str) -> Result<PathBuf> {
        let find = || {
            let path = std::env::var_os("PATH").unwrap_or_default();
            let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
            let mut programs =
                names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
            programs.find(|path| path.is_file()).ok_or_else(|| anyhow!("{} not found", names[0]))
        };
        match find() {
            Err(_) if self.install => {
                Apt::new().and_then(|apt| apt.install(packages)).context(advice)?;
                find().context(advice)
            }
            found => found.context(advice),
        }
    }

    /// Finds VICE, ROMs and the virtual X server.
    ///
    /// # Errors
    /// Something is missing and could not be installed; the message says what to install.
    pub fn vice(self) -> Result<VicePaths> {
        let missing = match VicePaths::find() {
            Ok(paths) => return Ok(paths),
            Err(missing) => anyhow::Error::new(missing),
        };
        const ADVICE: &str = "install VICE 3.5 or newer, C64 ROMs (or the free open-roms) and Xvfb: on Debian with the component \
             contrib enabled `apt-get install vice open-roms xvfb xauth`; for ROMs of your own, set SYS2080_ROMS to a folder with the files \
             kernal, basic and chargen";
        // If the variable names a wrong folder, no package is missing and installing would not help.
        if !self.install || std::env::var_os(vice::ROMS_VARIABLE).is_some() {
            return Err(missing).context(ADVICE);
        }
        eprintln!("sys2080: {missing:#}");
        Apt::new().and_then(|apt| apt.install(&VICE_PACKAGES)).context(ADVICE)?;
        VicePaths::find().context(ADVICE)
    }
}

/// Prints which toolchain is used and why it is not the usual one.
fn told(toolchain: Toolchain, why: &str) -> Toolchain {
    tell(&format!("building with {} ({}) {why}", toolchain.version, toolchain.rustc.display()));
    toolchain
}

/// Prints a message on stderr, but only once per process: a command may look up the toolchain several times.
fn tell(text: &str) {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut told = TOLD.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if told.insert(text.to_string()) {
        eprintln!("sys2080: {text}");
    }
}
