//! Runs a test as VICE's testbench does: resets, loads the program into RAM once BASIC is ready, and types RUN.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use machine::{Config, Error, Machine, Rom, Stop, VideoStandard};
use vice::Roms;

use super::list::{Expected, Test};
use super::verdict::{Outcome, Verdict};

/// The keyboard buffer and the number of keys in it. Source: Sheldon Leemon, "Mapping the Commodore 64", $0277 and $C6.
const BUFFER: u16 = 0x0277;
const BUFFERED: u16 = 0xc6;
/// Cycles within which BASIC is ready after a reset: three seconds of a PAL C64.
const BOOT: u64 = 3 * VideoStandard::Pal.cycles_per_second();
/// The interval in cycles at which the screen is checked meanwhile: a frame of a PAL C64.
const FRAME: u64 = VideoStandard::Pal.cycles_per_frame();

/// Runs a test.
///
/// # Errors
/// The program cannot be read or loaded, or the ROMs do not start BASIC.
pub(super) fn run(folder: &Path, test: &Test, roms: &Roms) -> Result<Verdict> {
    let verdict = |result, reason, cycles| Verdict { name: test.name.clone(), result, reason, cycles };
    if let Some(lacks) = &test.lacks {
        return Ok(verdict(Outcome::NotSupported, lacks.clone(), 0));
    }
    let path = folder.join(&test.program);
    let prg = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut machine = boot(test, roms)?;
    machine.load_prg(&prg).with_context(|| path.display().to_string())?;
    for (address, key) in (BUFFER..).zip(*b"RUN\r") {
        machine.poke(address, key);
    }
    machine.poke(BUFFERED, 4);
    let start = machine.cycles();
    machine.set_cycle_limit(start + test.cycles);
    let (actual, reason) = end(machine.run());
    let result = if actual == test.expected { Outcome::Passed } else { Outcome::Failed };
    let reason = if actual == test.expected { String::new() } else { reason };
    Ok(verdict(result, reason, machine.cycles() - start))
}

/// Returns the RAM contents of a C64 after power-on: the polarity alternates every four cells and is inverted in every second 16 KiB.
/// Source: x64sc 3.7.1, resources `RAMInit…`.
fn power_up_memory() -> Vec<u8> {
    let inverted = |at: usize| (at + 2) & 4 != 0;
    (0..0x10000).map(|at| if inverted(at) != (at & 0x4000 != 0) { 0xff } else { 0 }).collect()
}

/// Boots a machine until BASIC is ready.
fn boot(test: &Test, roms: &Roms) -> Result<Machine> {
    let mut machine = Machine::new(Config {
        strict: false,
        standard: test.standard,
        cia: test.cia,
        display: true,
        video_stalls: true,
        ..Config::default()
    });
    for (rom, image) in
        [(Rom::Kernal, &roms.kernal), (Rom::Basic, &roms.basic), (Rom::Characters, &roms.characters)]
    {
        machine.load_rom(rom, image)?;
    }
    machine.load_bytes(0, &power_up_memory())?;
    machine.reset();
    for _ in 0..BOOT / FRAME {
        machine.run_for(FRAME)?;
        if machine.screen_text().iter().any(|row| row.trim_end() == "READY.") {
            return Ok(machine);
        }
    }
    bail!("the ROMs do not start BASIC: no READY. on the screen {BOOT} cycles after a reset")
}

/// Returns the result of a run in the terms of the testbench, and a description of what happened.
fn end(run: std::result::Result<Stop, Error>) -> (Expected, String) {
    match run {
        Ok(Stop::Exit { code: 0, .. }) => (Expected::Success, "ends well".to_string()),
        Ok(Stop::Exit { code, .. }) => (Expected::Error, format!("ends with ${code:02X}")),
        Ok(stop) => (Expected::Timeout, format!("never ends: {stop:?}")),
        Err(error) => {
            let text = error.to_string();
            (Expected::Timeout, text.lines().next().unwrap_or_default().to_string())
        }
    }
}
