//! Boots the program from its disk in VICE in both ways that users do.

use std::fmt;
use std::time::Duration;

use anyhow::{Context, Result};
use vice::{Config, Limits, Session, Start, VicePaths};

use crate::play_picture::Pictures;

/// A way to start the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boot {
    /// Loaded and started by RUN.
    Run,
    /// Loaded by `LOAD"*",8,1`, started by `SYS 2080`.
    Sys,
}

impl Boot {
    /// Both ways to start the program.
    pub const ALL: [Boot; 2] = [Boot::Run, Boot::Sys];
}

impl fmt::Display for Boot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Boot::Run => "RUN",
            Boot::Sys => "SYS 2080",
        })
    }
}

/// A text on the title screen, one in the menu, and the keys that lead from each to the next and back to BASIC.
const TITLE: &str = "PRESS FIRE";
const MENU: &str = "EXIT TO BASIC";
const TO_MENU: &str = " ";
const TO_BASIC: &str = "Q\n";

/// The BASIC listing while the program is in memory, without blanks, since ROMs differ in them.
const LISTED: &str = "10SYS2080";

/// Loading byte by byte takes up to 60 million cycles; everything else is short.
const LIMITS: Limits = Limits { cycles: 200_000_000, wall: Duration::from_secs(120) };

/// Starts the program from the disk, exits through the menu and makes BASIC list it. (The free BASIC ROM can do little else.)
///
/// # Errors
/// The expected text never appeared; the error has that text and the screen.
pub fn check(paths: &VicePaths, d64: &[u8], boot: Boot) -> Result<()> {
    let config = Config { limits: LIMITS, ..Config::default() };
    let start = match boot {
        Boot::Run => Start::Run,
        Boot::Sys => Start::Ready,
    };
    let mut session = Session::start(paths, &config, d64, start).context("cannot boot the disk")?;
    if boot == Boot::Sys {
        session.type_text("LOAD\"*\",8,1\n")?;
        session
            .wait_until("READY. after loading", |screen| ready(&screen.lines()) == 2)
            .context("cannot load the program")?;
        session.type_text("SYS 2080\n")?;
    }
    session.wait_for_picture(TITLE).context("the program does not start")?;
    session.type_text(TO_MENU)?;
    session.wait_for_picture(MENU).context("the title screen does not go away")?;
    session.type_text(TO_BASIC)?;
    session.wait_for("READY.").context("the program does not return to BASIC")?;
    session.type_text("LIST\n")?;
    session
        .wait_until(LISTED, |screen| screen.lines().iter().any(|line| line.replace(' ', "") == LISTED))
        .context("BASIC does not work after the program")?;
    Ok(())
}

/// Counts how often BASIC has printed READY.
fn ready(lines: &[String]) -> usize {
    lines.iter().filter(|line| *line == "READY.").count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readiness_is_counted_by_lines() {
        let lines = ["READY.", "LOAD\"*\",8,1", "NOT READY. YET", "READY."].map(str::to_string);
        assert_eq!(ready(&lines), 2);
    }
}
