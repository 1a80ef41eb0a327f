//! Runs a program in the IR interpreter and, compiled, on the machine, and returns the bytes that it stores as marks.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cargo_c64::failure::panic_message;
use compiler::ir::Module;
use compiler::ir::interp::{Config, Host, Interpreter, Memory, Stop as HostStop, TrapKind};
use compiler::{Error, Image, Options};
use machine::{Labels, Line, MARK_REGISTER, Machine, Stop};

use crate::random::Random;

/// The result of one program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All results agree.
    Same,
    /// The program cannot be judged because the interpreter did not finish; has the reason.
    Unusable(String),
    /// The compiler rejects the program as not supported; has its message.
    Refused(String),
    /// The results differ, or there are none; has the details.
    Different(String),
}

/// The limits of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The maximum number of instructions in the interpreter.
    pub fuel: u64,
    /// The maximum number of cycles on the machine.
    pub cycles: u64,
}

/// The percentage of handlers that are interrupted by another interrupt.
const NESTED: u64 = 20;

#[derive(Default)]
struct Marks(Vec<u8>);

impl Host for Marks {
    fn store_volatile(&mut self, address: u16, byte: u8, _: &mut Memory) {
        if address == MARK_REGISTER {
            self.0.push(byte);
        }
    }

    // Enabling and disabling interrupts, with or without the status register as it was: here there are none.
    fn asm(
        &mut self,
        template: &str,
        _: &str,
        _: &[u128],
        _: &mut Memory,
    ) -> Option<Result<Vec<u128>, HostStop>> {
        match template {
            "cli" | "sei" => Some(Ok(Vec::new())),
            "php\nsei\npla" => Some(Ok(vec![0])),
            _ => None,
        }
    }
}

/// Returns the marks of `main` in the interpreter.
///
/// # Errors
/// The reason why the run stopped.
pub fn interpret(
    module: &Module,
    externs: &BTreeMap<String, u16>,
    limits: Limits,
) -> Result<Vec<u8>, String> {
    let mut marks = Marks::default();
    let config = Config { fuel: limits.fuel, externs: externs.clone(), ..Config::default() };
    Interpreter::new(module, config)
        .and_then(|mut interpreter| interpreter.call("main", &[], &mut marks))
        .map_err(|trap| match trap.kind {
            TrapKind::OutOfFuel => "out of fuel".to_string(),
            _ => format!("interpreter: {trap}"),
        })?;
    Ok(marks.0)
}

/// The reason why there is no image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The program does not fit into memory.
    TooLarge {
        /// The compiler's error.
        what: String,
        /// The bytes of memory that it needs.
        needed: u32,
    },
    /// Anything else; a compiler panic begins with "compiler panicked".
    Fault(String),
}

/// Returns the compiler's error about what it does not support. A user can act on such a message, so it is not wrong code.
pub fn refused(what: &str) -> Option<String> {
    let text = what.strip_prefix("compiler: ")?;
    if let Some((_, lines)) = text.split_once(": undefined symbols:\n") {
        let core = lines
            .lines()
            .filter(|line| line.starts_with("  "))
            .all(|line| line.split(", used in ").next().is_some_and(is_of_core));
        return core.then(|| "a function of core that is in no crate".into());
    }
    text.ends_with("is not supported").then(|| text.rsplit(": ").next().unwrap_or(text).to_string())
}

/// Returns whether a symbol belongs to `core`, and not to the crate with only a mention of `core`.
fn is_of_core(name: &str) -> bool {
    name.contains("core::") && !name.contains("random::")
}

/// Compiles a module; a compiler panic is an error like any other.
///
/// # Errors
/// The error that the compiler reports.
pub fn compile(module: Module, options: &Options) -> Result<Image, Refusal> {
    match catch_unwind(AssertUnwindSafe(|| compiler::compile_module(module, options))) {
        Ok(Ok(image)) => Ok(image),
        Ok(Err(error)) => {
            let what = format!("compiler: {error}");
            Err(match error {
                Error::TooLarge { needed, .. } => Refusal::TooLarge { what, needed },
                _ => Refusal::Fault(what),
            })
        }
        Err(payload) => Err(Refusal::Fault(format!("compiler panicked: {}", panic_message(&*payload)))),
    }
}

/// Returns the marks of a compiled program on the machine.
///
/// # Errors
/// The reason why there are none: a trap, too many cycles, or an end other than a return.
pub fn execute(image: &Image, limits: Limits) -> Result<Vec<u8>, String> {
    run(image, limits, &[], false).map(|machine| marks(&machine))
}

/// The same with interrupts from the chips, as configured by the program.
///
/// # Errors
/// The same as for [`execute`].
pub fn execute_with_chips(image: &Image, limits: Limits) -> Result<Vec<u8>, String> {
    run(image, limits, &[], true).map(|machine| marks(&machine))
}

/// The same with this many interrupts on these lines, and some more while a handler runs. They come after the program's first mark, because
/// before it, its handlers are not installed, and a half-written vector leads nowhere. They come before its last mark, because after it,
/// the end of the program disables interrupts, which may be most of a short program. Their times depend on the bytes of the program.
///
/// # Errors
/// The same as for [`execute`].
pub fn execute_interrupted(
    image: &Image,
    limits: Limits,
    lines: &[Line],
    count: usize,
) -> Result<Vec<u8>, String> {
    let told = |why| format!("interrupted: {why}");
    let machine = run(image, limits, &[], false)?;
    let mut times = machine.marks().iter().map(|mark| mark.cycle);
    let ready = times.next().ok_or("no mark says that the handlers are installed")?;
    let last = times.next_back().unwrap_or(ready);
    let cycles = machine.cycles();
    let alone = |line: &Line| {
        let machine = run(image, limits, &[(ready + 1, *line)], false).map_err(told)?;
        match machine.cycles().saturating_sub(cycles) {
            0 => Err(format!("no handler of {line:?} ran")),
            takes => Ok((*line, takes)),
        }
    };
    let handlers = lines.iter().map(alone).collect::<Result<Vec<(Line, u64)>, String>>()?;
    let seed = image.prg.iter().fold(0u64, |n, byte| n.wrapping_mul(31).wrapping_add((*byte).into()));
    let interrupts = spread(ready..last, &handlers, count, &mut Random::new(seed));
    run(image, limits, &interrupts, false).map(|machine| marks(&machine)).map_err(told)
}

/// Returns interrupts at random cycles within `cycles`, the range in which a program runs alone, given the cycles that its handlers take.
/// Some come while a handler runs.
fn spread(
    cycles: Range<u64>,
    handlers: &[(Line, u64)],
    count: usize,
    random: &mut Random,
) -> Vec<(u64, Line)> {
    let mut times: Vec<u64> =
        (0..count).map(|_| cycles.start + random.below((cycles.end - cycles.start).max(1))).collect();
    times.sort_unstable();
    let mut interrupts = Vec::new();
    let mut handled = 0;
    for time in times {
        let (line, takes) = random.of(handlers);
        interrupts.push((time + handled, line));
        if random.percent(NESTED) {
            let (other, more) = random.of(handlers);
            interrupts.push((time + handled + random.below(takes.max(1)), other));
            handled += if other == line { 0 } else { more };
        }
        handled += takes;
    }
    interrupts
}

fn marks(machine: &Machine) -> Vec<u8> {
    machine.marks().iter().map(|mark| mark.value).collect()
}

/// Returns the machine as left by a program that returned. With `chips`, the chips interrupt, too.
fn run(image: &Image, limits: Limits, interrupts: &[(u64, Line)], chips: bool) -> Result<Machine, String> {
    let config =
        machine::Config { cycle_limit: limits.cycles, interrupts: chips, ..machine::Config::default() };
    let mut machine = Machine::new(config);
    machine.set_labels(Labels::parse(&image.labels).map_err(|e| format!("labels: {e}"))?);
    machine.load_prg(&image.prg).map_err(|e| format!("load: {e}"))?;
    for (cycle, line) in interrupts {
        machine.interrupt_at(*cycle, *line);
    }
    match machine.call(image.entry) {
        Ok(Stop::Returned) => Ok(machine),
        Ok(stop) => Err(format!("machine: stopped by {stop:?}")),
        Err(e) => Err(format!("machine: {}", e.to_string().lines().next().unwrap_or_default())),
    }
}

/// Returns where two runs differ, if they do: the position of the first difference and the bytes there.
pub fn difference(expected: &[u8], found: &[u8]) -> Option<(usize, String)> {
    let at = found.iter().zip(expected).take_while(|(a, b)| a == b).count();
    (at < found.len().max(expected.len())).then(|| {
        let (expected, found) = (expected.get(at), found.get(at));
        (at, format!("byte {at}: expected {expected:02x?}, found {found:02x?}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_messages_about_constructs_are_refusals() {
        let what = "compiler: crate.ll:5: in f: an integer of 3 bits (in `trunc`) is not supported";
        assert_eq!(refused(what).unwrap(), "an integer of 3 bits (in `trunc`) is not supported");
        assert_eq!(refused("compiler panicked: it is not supported"), None);
        assert_eq!(refused("machine: byte 3: expected None, found Some(1)"), None);
    }

    #[test]
    fn the_first_difference_is_found() {
        assert_eq!(difference(&[1, 2], &[1, 2]), None);
        assert_eq!(difference(&[1, 2], &[1, 3]).unwrap().0, 1);
        assert_eq!(difference(&[1, 2], &[1]).unwrap().0, 1);
        assert_eq!(difference(&[], &[7]).unwrap().1, "byte 0: expected None, found Some(07)");
    }

    /// Once, an interrupt came between the two stores of an address into its vector.
    #[test]
    fn no_interrupt_comes_before_the_handlers_are_there() {
        let times = spread(5000..5010, &[(Line::Irq, 30), (Line::Nmi, 40)], 100, &mut Random::new(1));
        assert!(times.len() > 100 && times.iter().all(|(cycle, _)| *cycle >= 5000), "{times:?}");
    }

    /// Once, none came, because the end took longer than the rest.
    #[test]
    fn interrupts_come_in_a_short_program_too() {
        let mark = |byte: u8| {
            format!("  store volatile i8 {byte}, ptr inttoptr (i16 {MARK_REGISTER} to ptr), align 1\n")
        };
        let text = format!(
            "@n = global i8 0, align 1\n\
             define avr_signalcc void @irq() {{\n  store volatile i8 1, ptr @n, align 1\n  ret void\n}}\n\
             define void @main() {{\n  store volatile ptr @irq, ptr inttoptr (i16 788 to ptr), align 1\n  \
             call void asm sideeffect \"cli\", \"\"()\n{}  %n = load volatile i8, ptr @n, align 1\n  \
             store volatile i8 %n, ptr @n, align 1\n  call void asm sideeffect \"sei\", \"\"()\n{}  ret void\n}}\n",
            mark(1),
            mark(2)
        );
        let module = compiler::llvm::parse("short.ll", &text).unwrap();
        let image = compile(module, &Options::default()).unwrap();
        let limits = Limits { fuel: 1_000, cycles: 1_000_000 };
        assert_eq!(execute_interrupted(&image, limits, &[Line::Irq], 5), Ok(vec![1, 2]));
    }

    #[test]
    fn only_functions_of_core_may_be_undefined() {
        let message = |names: &[&str]| {
            let lines: Vec<String> = names.iter().map(|n| format!("\n  {n}, used in random::f1")).collect();
            format!("compiler: crate.ll: undefined symbols:{}\nof what a program", lines.concat())
        };
        assert!(refused(&message(&["core::fmt::write", "<u8 as core::fmt::Display>::fmt"])).is_some());
        assert_eq!(refused(&message(&["core::fmt::write", "random::f0"])), None);
        assert_eq!(refused(&message(&["<random::S0 as core::fmt::Debug>::fmt"])), None);
        assert_eq!(refused(&message(&["random::f0::<core::option::Option<u8>>"])), None);
        assert_eq!(refused(&message(&["__mulsi3"])), None);
    }
}
