//! Interprets a [`Module`] instruction by instruction; the compiler's first oracle.
//!
//! It follows the language reference, not the target. Undefined bits are tracked one by one, and it is a [`Trap`] if control flow,
//! an address or a volatile store depends on one. Pointers remember their object, so an access beyond its end into a neighbouring
//! object is found too. If it runs before and after a pass, it tells whether the pass preserved the meaning. It needs nothing but
//! [`ir`](crate::ir) and expects a module that [`verify`](super::verify) accepts.
//!
//! - `exec`: frames, control flow, memory instructions, casts
//! - `intrinsics`, `calls`: `llvm.*`, externs and inline assembly
//! - `arith`, `float`: operations on values
//! - `memory`, `value`, `trap`: the data they work on

mod arith;
mod calls;
mod exec;
mod float;
mod intrinsics;
mod memory;
mod trap;
mod value;

use std::collections::BTreeMap;

pub use memory::Memory;
pub use trap::{Place, Trap, TrapKind};
pub use value::{Bits, Pointer, Value, fits, mask, signed};

use super::{Block, BlockId, Const, Function, Global, Module, Symbol, SymbolKind, Type};
use memory::{Origin, Owner};

/// First address of the globals: where a C64 program built by this project begins.
const PROGRAM: u16 = 0x0820;

/// Limits and addresses of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Instructions that one [`Interpreter::call`] may execute.
    pub fuel: u64,
    /// Calls that may be nested.
    pub depth: usize,
    /// End (exclusive) of the stack of local variables, which grows down towards the functions.
    pub stack_top: u16,
    /// Addresses of global variables defined elsewhere, by name.
    pub externs: BTreeMap<String, u16>,
}

impl Default for Config {
    fn default() -> Self {
        Config { fuel: 1_000_000_000, depth: 4096, stack_top: 0xd000, externs: BTreeMap::new() }
    }
}

/// Why the host stops the run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The program asked to end.
    Halt,
    /// The program did something that the host does not allow.
    Fault(String),
}

/// The environment of the program: external functions, assembly and hardware. Each method may decline.
pub trait Host {
    /// Calls a declared function; the result is truncated to its type. Returns `None` if there is no such function.
    fn call_extern(&mut self, name: &str, args: &[u128], memory: &mut Memory) -> Option<Result<u128, Stop>> {
        let _ = (name, args, memory);
        None
    }

    /// Executes inline assembly with text; the result has one number per output. Returns `None` if it is unknown.
    fn asm(
        &mut self,
        template: &str,
        constraints: &str,
        args: &[u128],
        memory: &mut Memory,
    ) -> Option<Result<Vec<u128>, Stop>> {
        let _ = (template, constraints, args, memory);
        None
    }

    /// Returns the byte that a volatile load reads at an address, `None` if it is the one in memory.
    fn load_volatile(&mut self, address: u16, memory: &mut Memory) -> Option<u8> {
        let _ = (address, memory);
        None
    }

    /// Called for each byte that a volatile store has written.
    fn store_volatile(&mut self, address: u16, byte: u8, memory: &mut Memory) {
        let _ = (address, byte, memory);
    }
}

/// A host that provides nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {}

/// An active function.
struct Frame<'m> {
    function: &'m Function,
    /// Its index in the module.
    index: u32,
    block: &'m Block,
    block_id: BlockId,
    /// The instruction after the one being executed.
    next: usize,
    base: usize,
    /// The stack pointer and the number of objects to restore on return.
    stack_pointer: u32,
    mark: usize,
    /// The value of the caller that receives the result.
    result: Option<super::Value>,
}

/// A module in memory, ready to run.
pub struct Interpreter<'m> {
    module: &'m Module,
    config: Config,
    memory: Memory,
    /// The address of each symbol; none for external variables that have no address.
    symbols: Vec<Option<Pointer>>,
    /// Functions and externs by address.
    entries: BTreeMap<u16, Symbol>,
    frames: Vec<Frame<'m>>,
    /// The values of all frames, the innermost last.
    values: Vec<Value>,
    /// The index of the innermost frame's first value.
    base: usize,
    stack_pointer: u32,
    stack_floor: u32,
    steps: u64,
    /// The incoming values while the phis of a block are executed.
    moving: Vec<Value>,
}

impl<'m> Interpreter<'m> {
    /// Places globals and functions, and initializes the globals.
    ///
    /// # Errors
    /// The module does not fit, an initializer holds the address of an unknown external variable, or there are integers of more
    /// than 128 bits, which the pass `halves` splits.
    pub fn new(module: &'m Module, config: Config) -> Result<Self, Trap> {
        if let Some(bits) = longest(module).filter(|bits| *bits > 128) {
            return Err(TrapKind::Malformed(format!("an integer of {bits} bits")).into());
        }
        let mut interpreter = Interpreter {
            module,
            memory: Memory::new(),
            symbols: vec![None; module.symbols.len()],
            entries: BTreeMap::new(),
            frames: Vec::new(),
            values: Vec::new(),
            base: 0,
            stack_pointer: config.stack_top.into(),
            stack_floor: PROGRAM.into(),
            steps: 0,
            moving: Vec::new(),
            config,
        };
        interpreter.place()?;
        for global in &module.globals {
            if let (Some(init), Some(to)) = (&global.init, interpreter.symbols[global.symbol.index()]) {
                interpreter.initialise(&global.ty, init, usize::from(to.address))?;
            }
        }
        Ok(interpreter)
    }

    /// Runs a function by name. Globals keep their contents between calls. An integer passed for a pointer is an address; otherwise
    /// the arguments must have the parameters' types.
    ///
    /// # Errors
    /// Any [`Trap`]; also when the host halts the program.
    pub fn call(&mut self, name: &str, args: &[Value], host: &mut dyn Host) -> Result<Value, Trap> {
        let symbol = self.module.symbol(name).ok_or_else(|| TrapKind::NoFunction(name.to_string()))?;
        self.call_symbol(symbol, args, host)
    }

    /// Runs a function by symbol, otherwise like [`Interpreter::call`].
    ///
    /// # Errors
    /// See [`Interpreter::call`].
    pub fn call_symbol(
        &mut self,
        symbol: Symbol,
        args: &[Value],
        host: &mut dyn Host,
    ) -> Result<Value, Trap> {
        let Some(SymbolKind::Function(index)) = self.module.symbols.get(symbol.index()).map(|s| s.kind)
        else {
            let name = self.module.symbols.get(symbol.index()).map_or(String::new(), |s| s.name.clone());
            return Err(TrapKind::NoFunction(name).into());
        };
        self.execute(index, args, host)
    }

    /// Instructions executed so far, in all calls.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The current memory.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The memory, to set it up for a call.
    pub fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// Returns a pointer to the first byte of a global or function.
    pub fn address(&self, symbol: Symbol) -> Option<Pointer> {
        self.symbols.get(symbol.index()).copied().flatten()
    }

    /// Reads a value through a pointer, as a load would.
    ///
    /// # Errors
    /// The access is not allowed.
    pub fn load(&self, ty: &Type, pointer: Pointer) -> Result<Value, Trap> {
        Ok(self.memory.load(ty, pointer).map_err(|fault| self.fault(fault))?)
    }

    fn place(&mut self) -> Result<(), TrapKind> {
        let top = u32::from(self.config.stack_top);
        self.memory.own(PROGRAM.into(), top.saturating_sub(PROGRAM.into()), Owner::Free);
        let module = self.module;
        let functions = module.functions.iter().map(|f| f.symbol);
        let code: Vec<Symbol> = functions.chain(module.externs.iter().map(|e| e.symbol)).collect();
        let sizes: u64 = module.globals.iter().map(|g| u64::from(g.ty.size()) + u64::from(g.align)).sum();
        if u64::from(PROGRAM) + sizes + code.len() as u64 > u64::from(top) {
            let needed = (sizes + code.len() as u64).min(u32::MAX.into()) as u32;
            let available = top.saturating_sub(PROGRAM.into());
            return Err(TrapKind::DoesNotFit { needed, available });
        }
        let mut next = u32::from(PROGRAM);
        for global in &module.globals {
            let pointer = if global.init.is_some() {
                next = next.next_multiple_of(global.align.max(1));
                let owner = if global.constant { Owner::Constant } else { Owner::Data };
                let start = next;
                next += global.ty.size();
                self.memory.create(start, global.ty.size(), owner, Origin::Symbol(global.symbol))
            } else {
                let Some(pointer) = self.external(global) else { continue };
                pointer
            };
            self.symbols[global.symbol.index()] = Some(pointer);
        }
        for symbol in code {
            let pointer = self.memory.create(next, 1, Owner::Code, Origin::Symbol(symbol));
            next += 1;
            self.symbols[symbol.index()] = Some(pointer);
            self.entries.insert(pointer.address, symbol);
        }
        self.stack_floor = next;
        Ok(())
    }

    /// Places an external variable; the memory there keeps its contents.
    fn external(&mut self, global: &Global) -> Option<Pointer> {
        let address = *self.config.externs.get(self.module.name_of(global.symbol))?;
        self.memory.own(address.into(), global.ty.size(), Owner::Data);
        Some(Pointer::wild(address))
    }

    fn initialise(&mut self, ty: &Type, init: &Const, at: usize) -> Result<(), TrapKind> {
        match init {
            Const::Aggregate(parts) => {
                let mut offset = at;
                for (ty, part) in parts {
                    self.initialise(ty, part, offset)?;
                    offset += ty.size() as usize;
                }
            }
            Const::Bytes(bytes) => {
                for (i, byte) in bytes.iter().enumerate() {
                    self.memory.write((at + i) as u16, *byte);
                }
            }
            Const::Zero => {
                for i in 0..ty.size() as usize {
                    self.memory.write((at + i) as u16, 0);
                }
            }
            _ => {
                let value = self.constant(ty, init)?;
                self.memory.put(ty, &value, at);
            }
        }
        Ok(())
    }
}

/// Returns the width of the widest integer result of an instruction.
fn longest(module: &Module) -> Option<u16> {
    let widths = module.functions.iter().flat_map(|function| {
        let insts = function.blocks.iter().flat_map(|block| &block.insts);
        insts.filter_map(|inst| function.ty(inst.result?).bits())
    });
    widths.max()
}

#[cfg(test)]
mod tests;
