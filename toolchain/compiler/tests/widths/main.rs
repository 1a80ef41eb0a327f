//! Every integer intrinsic and operation at every width: the interpreter and the 6502 against the host's
//! own arithmetic on 128 bits.

mod model;
mod program;

use compiler::ir::interp::{Config, Host, Interpreter, Memory};
use compiler::ir::intrinsics::{INTEGERS, exists};
use compiler::opt::halves::halves;
use compiler::opt::intrinsics::{REFUSED, Way, way};
use compiler::{Error, Options, Source, llvm};
use machine::{MARK_REGISTER, Machine, Stop};
use model::Operation;

/// What the compiled programs call for 128 bits.
const BUILTINS: &str = include_str!("../data/builtins.ll");

/// Instructions that a program may take in the interpreter.
const FUEL: u64 = 20_000_000;

#[derive(Default)]
struct Marks(Vec<u8>);

impl Host for Marks {
    fn store_volatile(&mut self, address: u16, byte: u8, _: &mut Memory) {
        if address == MARK_REGISTER {
            self.0.push(byte);
        }
    }
}

fn interpret(text: &str) -> Vec<u8> {
    let mut module = llvm::parse("widths.ll", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    halves(&mut module).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut marks = Marks::default();
    Interpreter::new(&module, Config { fuel: FUEL, ..Config::default() })
        .and_then(|mut interpreter| interpreter.call("main", &[], &mut marks))
        .unwrap_or_else(|trap| panic!("{trap}\n{text}"));
    marks.0
}

fn execute(text: &str) -> Vec<u8> {
    let options = Options::default().with(|options| options.builtins = Some(BUILTINS.into()));
    let image = compiler::compile(&Source { name: "widths.ll", text }, &options)
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut machine = Machine::new(machine::Config { interrupts: false, ..machine::Config::default() });
    machine.load_prg(&image.prg).unwrap();
    assert!(matches!(machine.call(image.entry), Ok(Stop::Returned)));
    machine.marks().iter().map(|mark| mark.value).collect()
}

/// What differs, operation by operation.
fn compare(bits: u16, operations: &[Operation], operands: &[[u128; 3]], found: &[u8]) -> String {
    let mut faults = String::new();
    let mut rest = found;
    for numbers in operands {
        for operation in operations {
            let expected = operation.expected(bits, *numbers);
            let (here, after) = rest.split_at(expected.len().min(rest.len()));
            rest = after;
            if here != expected {
                let name = &operation.name;
                faults += &format!("{name} of {bits} bits, {numbers:x?}: {here:02x?}, not {expected:02x?}\n");
            }
        }
    }
    if !rest.is_empty() {
        faults += &format!("{} bytes more than expected\n", rest.len());
    }
    faults
}

fn check(widths: impl IntoIterator<Item = u16>, pairs: usize, run: impl Fn(&str) -> Vec<u8>) {
    let mut faults = String::new();
    for bits in widths {
        let operands = model::operands(bits, pairs);
        // All at once would be too long a program.
        for operations in model::operations(bits).chunks(if bits > 64 { 16 } else { 40 }) {
            let text = program::text(bits, operations, &operands);
            faults += &compare(bits, operations, &operands, &run(&text));
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

#[test]
fn every_intrinsic_is_compiled_or_refused_by_name() {
    for (name, _) in INTEGERS {
        for bits in (1..=128).filter(|bits| exists(name, *bits)) {
            assert!(way(name, bits).is_some(), "llvm.{name} of {bits} bits");
        }
        assert!(!REFUSED.contains(&name));
    }
    assert_eq!((way("umin", 24), way("umin", 7)), (Some(Way::Native), Some(Way::Expanded)));
    assert_eq!((way("ctlz", 24), way("smul.fix", 8)), (Some(Way::Widened), None));
}

#[test]
fn refused_intrinsics_are_named() {
    for name in REFUSED {
        let text = program::refused(name);
        let error = compiler::compile(&Source { name: "widths.ll", text: &text }, &Options::default());
        let Err(Error::Unsupported { what, function, .. }) = error else { panic!("{name}") };
        assert_eq!((what, function.as_str()), (format!("llvm.{name} (in `call llvm.{name}`)"), "main"));
    }
}

#[test]
fn the_interpreter_is_right_at_every_width() {
    check(1..=128, 12, interpret);
}

#[test]
fn the_6502_is_right_at_every_width_up_to_64() {
    check(1..=64, 3, execute);
}

#[test]
fn the_6502_is_right_at_every_width_from_65() {
    check(65..=128, 3, execute);
}

#[test]
fn classes_of_floats_are_right() {
    let (text, expected) = program::classes();
    assert_eq!(interpret(&text), expected);
    assert_eq!(execute(&text), expected);
}

#[test]
fn products_of_256_bits_are_right() {
    let operands = model::operands(128, 6);
    let (text, expected) = program::long(&operands);
    assert_eq!(interpret(&text), expected);
    assert_eq!(execute(&text), expected);
}
