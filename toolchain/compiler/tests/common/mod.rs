//! Compiles programs and runs them in the IR interpreter, which gives the bytes they stored to the mark register.

use std::panic::{AssertUnwindSafe, catch_unwind};

use compiler::ir::interp::{Config, Host, Interpreter, Memory, TrapKind};
use compiler::opt::halves::halves;
use compiler::{Options, Outlining, Source, llvm};
use machine::MARK_REGISTER;

/// What every module starts with; one line.
pub const HEADER: &str = "target datalayout = \"e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8\"\n";

/// The mark register as an operand in LLVM text.
pub const MARK: &str = "inttoptr (i16 -10242 to ptr)";

/// Instructions it may take in the interpreter.
const FUEL: u64 = 100_000;

#[derive(Default)]
struct Marks(Vec<u8>);

impl Host for Marks {
    fn store_volatile(&mut self, address: u16, byte: u8, _: &mut Memory) {
        if address == MARK_REGISTER {
            self.0.push(byte);
        }
    }
}

/// The marks of `main` in the interpreter, or why it stopped.
pub fn interpret(text: &str) -> Result<Vec<u8>, String> {
    let mut module = llvm::parse("test.ll", text).map_err(|e| format!("parse: {e}"))?;
    halves(&mut module).map_err(|e| format!("halves: {e}"))?;
    let mut marks = Marks::default();
    Interpreter::new(&module, Config { fuel: FUEL, ..Config::default() })
        .and_then(|mut interpreter| interpreter.call("main", &[], &mut marks))
        .map_err(|trap| match trap.kind {
            TrapKind::OutOfFuel => "out of fuel".to_string(),
            _ => format!("interpreter: {trap}"),
        })?;
    Ok(marks.0)
}

/// Compiles; a panic of the compiler is an error like others.
pub fn compile(text: &str, outlining: Outlining) -> Result<compiler::Image, String> {
    compile_with(text, &Options::default().with(|options| options.outlining = outlining))
}

/// The same with these options.
pub fn compile_with(text: &str, options: &Options) -> Result<compiler::Image, String> {
    let source = Source { name: "test.ll", text };
    match catch_unwind(AssertUnwindSafe(|| compiler::compile(&source, options))) {
        Ok(result) => result.map_err(|e| format!("compiler: {e}")),
        Err(payload) => {
            let words = payload.downcast_ref::<String>().cloned();
            let words = words.or_else(|| payload.downcast_ref::<&str>().map(|s| s.to_string()));
            Err(format!("compiler panicked: {}", words.unwrap_or_default()))
        }
    }
}
