//! Distinguishes failed checks (exit code 1) from usage and environment errors (exit code 2).

use std::any::Any;
use std::fmt;
use std::process::ExitCode;

/// Exit code of a check that failed: a difference, a failed test, a program that does not compile.
pub const CHECK_FAILED: u8 = 1;

/// Exit code for a bad argument or something missing on this machine.
pub const CANNOT_RUN: u8 = 2;

/// Marks an error as the result of a command that itself worked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed(pub String);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failed {}

/// Returns the message of a panic, or an empty string if it has none.
pub fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let words = payload.downcast_ref::<String>().map(String::as_str);
    words.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or_default()
}

/// Writes an error to stderr, followed by its causes, one per line, and returns the exit code. A closed stdout is not an error.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if error.chain().any(is_broken_pipe) {
        return ExitCode::SUCCESS;
    }
    eprintln!("error: {error}");
    for cause in error.chain().skip(1) {
        eprintln!("  because: {}", cause.to_string().replace('\n', "\n  "));
    }
    code(error)
}

fn is_broken_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

fn code(error: &anyhow::Error) -> ExitCode {
    let code = if error.downcast_ref::<Failed>().is_some() { CHECK_FAILED } else { CANNOT_RUN };
    ExitCode::from(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;

    #[test]
    fn findings_and_faults_have_their_own_codes() {
        assert_eq!(code(&anyhow!("no rustc")), ExitCode::from(2));
        assert_eq!(code(&anyhow!("no rustc").context("cannot build")), ExitCode::from(2));
        let failed = anyhow::Error::new(Failed("it differs".into()));
        assert_eq!(code(&failed), ExitCode::from(1));
        assert_eq!(code(&failed.context("while verifying")), ExitCode::from(1));
        assert_eq!(code(&anyhow!("line 3").context(Failed("does not compile".into()))), ExitCode::from(1));
    }
}
