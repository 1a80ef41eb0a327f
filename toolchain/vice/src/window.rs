//! Opens VICE's window for a person.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use super::{ViceError, VicePaths};

/// Returns whether there is a display for a window.
pub fn is_possible() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some())
}

/// Opens VICE's window with a program or a disk started, and another disk in drive 8, and waits until it is closed. `commands` is a file of
/// commands for VICE's monitor, and `more` are further arguments.
///
/// # Errors
/// VICE cannot be started, or fails.
pub fn open(
    paths: &VicePaths,
    start: &Path,
    disk: Option<&Path>,
    commands: Option<&Path>,
    more: &[OsString],
) -> Result<(), ViceError> {
    // A copy of the user's own settings would be nicer, but might lack the ROMs.
    let mut command = Command::new(&paths.x64sc);
    command.arg("-default").arg("-kernal").arg(&paths.kernal).arg("-basic").arg(&paths.basic);
    command.arg("-chargen").arg(&paths.chargen);
    command.args(["-drive8type", "0", "-iecdevice8", "+virtualdev8", "-device8", "1"]);
    if let Some(disk) = disk {
        command.arg("-8").arg(disk);
    }
    if let Some(commands) = commands {
        command.arg("-moncommands").arg(commands);
    }
    command.args(more).args(["-autostartprgmode", "1", "-autostart"]).arg(start);
    let action = format!("cannot run {}", paths.x64sc.display());
    let status = command.status().map_err(ViceError::io(action))?;
    match status.success() {
        true => Ok(()),
        false => Err(ViceError::Ended { status: status.to_string(), log: "see above".into() }),
    }
}
