//! Compiles a program for the 6502 and runs it on the built-in machine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use anyhow::{Context, Result};
use cargo_c64::failure::panic_message;
use cargo_c64::harness::CYCLES;
use cargo_c64::harness::programs::STACK;
use compiler::{Error, Image, Options, Outlining, llvm};
use machine::{Config, Labels, Machine, Stop};

use super::host::Ended;
use crate::run::{Outcome, place};

/// Bytes that a program must leave free for the stack and the heap: the larger value if possible, else the smaller one.
const FREE: [u16; 2] = [STACK + 0x1000, 0x0300];

/// Where a program stores 1 before it ends by itself; the same as in `toolchain/conformance/shim/std/src/platform.rs`.
const FINISHED: u16 = 0x02ad;

/// The result on the 6502.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// It ended by itself.
    Ran(Ended, u64),
    /// It did not end by itself, for this reason.
    Stopped(Outcome, String),
}

/// Compiles the LLVM IR of a program and runs it.
///
/// # Errors
/// The text cannot be read.
pub fn run(module: &Path, options: &Options) -> Result<Target> {
    let text =
        std::fs::read_to_string(module).with_context(|| format!("cannot read {}", module.display()))?;
    let name = module.file_name().unwrap_or_default().to_string_lossy();
    let mut last = None;
    for free in FREE {
        let options = options.clone().with(|options| {
            options.stack_reserve = Some(free);
            options.outlining = Outlining::All;
        });
        let compiled =
            catch_unwind(AssertUnwindSafe(|| compiler::compile_module(llvm::parse(&name, &text)?, &options)));
        last = Some(match compiled {
            Ok(Ok(image)) => return Ok(on_machine(&image)),
            Ok(Err(Error::TooLarge { needed, available, .. })) => {
                Target::Stopped(Outcome::Size, format!("needs {needed} bytes of {available}"))
            }
            Ok(Err(error)) => return Ok(Target::Stopped(Outcome::Refused, error.to_string())),
            Err(payload) => {
                let words = panic_message(&*payload);
                return Ok(Target::Stopped(Outcome::Crashes, format!("the compiler panicked: {words}")));
            }
        });
    }
    last.context("no size was tried")
}

/// Runs a program.
fn on_machine(image: &Image) -> Target {
    let config = Config { cycle_limit: CYCLES, interrupts: false, ..Config::default() };
    let mut machine = Machine::new(config);
    let stop = start(&mut machine, image);
    let output = machine.printed().to_vec();
    match stop {
        // Any exit code may be the program's own.
        Ok(Stop::Exit { code, .. }) if machine.peek(FINISHED) == 1 => {
            Target::Ran(Ended { output, code: code.into() }, machine.cycles())
        }
        Ok(Stop::Exit { code: 111, .. }) => {
            Target::Stopped(Outcome::Unwinds, "a panic that is caught".into())
        }
        Ok(Stop::Exit { code: 112, .. }) => {
            Target::Stopped(Outcome::Waits, "it waits for another thread".into())
        }
        Ok(Stop::Exit { code: 113, .. }) => Target::Stopped(Outcome::Memory, "the heap is used up".into()),
        Ok(Stop::Exit { code: code @ (102 | 103), .. }) => {
            Target::Stopped(Outcome::Memory, format!("exit code {code}: a stack is full"))
        }
        Ok(Stop::Exit { code, .. }) => Target::Ran(Ended { output, code: code.into() }, machine.cycles()),
        Ok(stop) => Target::Stopped(Outcome::Crashes, format!("{stop:?}")),
        Err(machine::Error::CycleLimit { .. }) => {
            Target::Stopped(Outcome::Time, format!("over {CYCLES} cycles"))
        }
        Err(error) => Target::Stopped(Outcome::Crashes, error.to_string()),
    }
}

fn start(machine: &mut Machine, image: &Image) -> Result<Stop, machine::Error> {
    machine.set_labels(Labels::parse(&image.labels)?);
    machine.load_prg(&image.prg)?;
    place(machine, image, 0)?;
    machine.start_basic_program()
}
