//! The sound of a program in VICE, as samples.

use std::ffi::OsString;
use std::path::Path;
use std::time::{Duration, Instant};

use super::process::{Config, Process};
use super::program::{PROGRAM_FILE, check_program};
use super::{ViceError, VicePaths};

/// The file in the run's folder to which VICE records.
const RECORD: &str = "sound.wav";
/// Bytes of a WAV file before its samples, as VICE writes it.
const HEADER: usize = 44;

/// Runs a program (started with RUN) up to the cycle limit, and returns its sound at `rate` samples per second. VICE renders sound only at
/// the speed of a C64, so this takes that long.
///
/// # Errors
/// The file is not a program, something required is missing, or the run ended in another way.
pub fn record(paths: &VicePaths, config: &Config, prg: &[u8], rate: u32) -> Result<Vec<i16>, ViceError> {
    check_program(prg)?;
    // The working folder is `work` inside the run's folder.
    let outside = |name: &str| OsString::from(format!("../{name}"));
    let mut arguments: Vec<OsString> =
        ["+warp", "-sounddev", "wav", "-soundrate", &rate.to_string(), "-soundarg"].map(Into::into).into();
    arguments.push(outside(RECORD));
    arguments.extend(["-autostartprgmode", "1", "-autostart"].map(Into::into));
    arguments.push(outside(PROGRAM_FILE));
    let mut process = Process::start(paths, config, &[(PROGRAM_FILE, prg)], &arguments)?;
    match process.verdict() {
        Ok(_) | Err(ViceError::CycleLimit { .. }) => {}
        Err(error) => return Err(error),
    }
    // The file is complete once VICE has closed it.
    while !process.has_ended() {
        if Instant::now() > process.deadline() {
            return Err(process.overdue());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    samples(&process.file(RECORD))
}

fn samples(file: &Path) -> Result<Vec<i16>, ViceError> {
    let bytes = std::fs::read(file).map_err(ViceError::io("cannot read what VICE recorded"))?;
    let samples = bytes.get(HEADER..).unwrap_or_default();
    Ok(samples.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect())
}
