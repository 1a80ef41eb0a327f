//! The oldest supported release of rustc, and a function that returns the output of a command.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The oldest release with whose IR the compiler was tested.
pub(super) const OLDEST: (u32, u32) = (1, 95);

/// Returns the output of a command, which must succeed.
pub(super) fn output(command: &mut Command) -> Result<String> {
    let name = command.get_program().display().to_string();
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("cannot run {name}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        match said.lines().find_map(|line| line.strip_prefix("error: ")) {
            Some(error) => bail!("{name}: {error}"),
            None => bail!("{name} ended with {}", output.status),
        }
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
