//! Cleanup of processes and folders of a run of VICE when the command is interrupted.
//!
//! Processes lead groups of their own, so that Ctrl-C does not reach them. An interrupted command runs no destructors, so processes and
//! folders are registered here while they exist.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Child;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use rustix::process::{Pid, Signal, WaitOptions, kill_process_group, waitpid};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::ViceError;

/// A resource that must not outlive the command.
enum Left {
    /// A process group and the signal that ends it.
    Group(Pid, Signal),
    Folder(PathBuf),
}

/// All registered resources, in order of creation.
static LEFT: Mutex<BTreeMap<u64, Left>> = Mutex::new(BTreeMap::new());

fn left() -> MutexGuard<'static, BTreeMap<u64, Left>> {
    LEFT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A registration of a resource that must not outlive the command. Drop it when the resource is gone.
pub(super) struct Note(u64);

impl Note {
    /// Registers the process group that a child leads.
    ///
    /// # Errors
    /// Signals cannot be handled.
    pub(super) fn group(child: &Child, signal: Signal) -> Result<Note, ViceError> {
        Note::new(Left::Group(Pid::from_child(child), signal))
    }

    /// Registers a folder.
    ///
    /// # Errors
    /// Signals cannot be handled.
    pub(super) fn folder(path: PathBuf) -> Result<Note, ViceError> {
        Note::new(Left::Folder(path))
    }

    fn new(what: Left) -> Result<Note, ViceError> {
        static HANDLED: Once = Once::new();
        let mut result = Ok(());
        HANDLED.call_once(|| result = handle());
        result.map_err(ViceError::io("cannot handle signals"))?;
        let mut left = left();
        let number = left.last_key_value().map_or(0, |(last, _)| last + 1);
        left.insert(number, what);
        Ok(Note(number))
    }
}

impl Drop for Note {
    fn drop(&mut self) {
        left().remove(&self.0);
    }
}

/// Starts a thread that waits for the signals that interrupt the command.
fn handle() -> std::io::Result<()> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            // The lock is kept, so that other threads that see a process end and drop its note wait here for the end of the command.
            let left = left();
            clean_up(&left);
            // The command ends as it would without this handler. If that fails, nobody is left to handle the error.
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}

/// Ends the processes, most recent first, and removes the folders. Errors can no longer be reported.
fn clean_up(left: &BTreeMap<u64, Left>) {
    for what in left.values().rev() {
        if let Left::Group(leader, signal) = what {
            let _ = kill_process_group(*leader, *signal);
            let _ = waitpid(Some(*leader), WaitOptions::empty());
        }
    }
    for what in left.values() {
        if let Left::Folder(path) = what {
            let _ = std::fs::remove_dir_all(path);
        }
    }
}
