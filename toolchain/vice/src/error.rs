//! Errors from running VICE.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// The reason why a run of VICE gave no result.
#[derive(Debug)]
pub enum ViceError {
    /// A required program is neither in `PATH` nor in the usual folders.
    MissingProgram {
        /// The file name of the program.
        name: &'static str,
    },
    /// No folder holds a usable set of ROMs.
    MissingRoms {
        /// The folders that were searched.
        looked_in: Vec<PathBuf>,
    },
    /// A ROM file does not have the size of its chip. VICE would run an empty or truncated one to the cycle limit.
    BadRom {
        /// The file.
        path: PathBuf,
        /// Its size in bytes; also 0 if the file cannot be read.
        size: u64,
        /// The expected size in bytes.
        expected: u64,
    },
    /// The program file or its addresses are not usable; nothing was started.
    BadProgram(String),
    /// The operating system returned an error.
    Io {
        /// The action that failed.
        action: String,
        /// The error.
        source: std::io::Error,
    },
    /// The virtual X server did not start.
    NoDisplay(String),
    /// The program did not end within the limit.
    CycleLimit {
        /// The limit in CPU cycles since power-on.
        cycles: u64,
    },
    /// VICE was killed by the wall-clock guard.
    WallClock {
        /// The time limit.
        limit: Duration,
        /// The end of VICE's log.
        log: String,
    },
    /// The CPU executed an opcode that locks it up.
    Jam(String),
    /// VICE exited by itself for neither of these reasons.
    Ended {
        /// The exit status in the operating system's words.
        status: String,
        /// The end of VICE's log.
        log: String,
    },
    /// The binary monitor gave an unexpected response.
    Monitor(String),
    /// The screen never showed the expected text.
    Screen {
        /// The expected text.
        wanted: String,
        /// The text on the screen at the end, if the program showed the screen that was being read.
        shown: Option<String>,
        /// The error that ended the wait.
        cause: Box<ViceError>,
    },
}

impl ViceError {
    /// Converts an operating system error; `action` says what was attempted.
    pub(super) fn io(action: impl Into<String>) -> impl FnOnce(std::io::Error) -> ViceError {
        let action = action.into();
        move |source| ViceError::Io { action, source }
    }
}

impl fmt::Display for ViceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ViceError::MissingProgram { name } => write!(f, "{name} not found"),
            ViceError::MissingRoms { looked_in } => {
                let folders: Vec<String> =
                    looked_in.iter().map(|folder| folder.display().to_string()).collect();
                write!(f, "no KERNAL, BASIC and character ROM found in {}", folders.join(", "))
            }
            ViceError::BadRom { path, size, expected } => {
                write!(f, "the ROM {} has {size} bytes, not {expected}", path.display())
            }
            ViceError::BadProgram(reason) => write!(f, "the program cannot run in VICE: {reason}"),
            ViceError::Io { action, .. } => f.write_str(action),
            ViceError::NoDisplay(reason) => write!(f, "Xvfb did not start a display: {reason}"),
            ViceError::CycleLimit { cycles } => write!(f, "cycle limit of {cycles} reached in VICE"),
            ViceError::WallClock { limit, log } => {
                write!(
                    f,
                    "VICE did not end within {} s and was killed; its log ends: {log}",
                    limit.as_secs_f32()
                )
            }
            ViceError::Jam(line) => write!(f, "CPU locked up in VICE: {line}"),
            ViceError::Ended { status, log } => {
                write!(f, "VICE ended without a verdict ({status}); its log ends: {log}")
            }
            ViceError::Monitor(reason) => write!(f, "VICE's monitor: {reason}"),
            ViceError::Screen { wanted, shown: Some(shown), .. } => {
                write!(f, "the screen never showed {wanted}; it shows:\n{shown}")
            }
            ViceError::Screen { wanted, shown: None, .. } => {
                write!(f, "the program never showed its screen with {wanted}")
            }
        }
    }
}

impl std::error::Error for ViceError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ViceError::Io { source, .. } => Some(source),
            ViceError::Screen { cause, .. } => Some(cause),
            _ => None,
        }
    }
}
