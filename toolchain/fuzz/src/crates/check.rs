//! Checks a crate that rustc has compiled against the host's results.
//!
//! It interprets the crate, compiles and runs it in parts that fit into a C64, and compares the results.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use compiler::ir::operands;
use compiler::ir::sources::SourceId;
use compiler::ir::{Block, Callee, Function, Global, Inst, Module, Op, Symbol, SymbolInfo, SymbolKind, Type};
use compiler::mos::stack;
use compiler::opt::halves::halves;
use compiler::{Image, Options, llvm};

use machine::Line;

use super::generate::Crate;
use super::interrupts::Interrupts;
use crate::run::{self, Limits, Refusal, difference};

/// The limits for the drivers of one part.
const LIMITS: Limits = Limits { fuel: 60_000_000, cycles: 1_000_000_000 };

/// The estimated number of LLVM instructions in the first part.
const FIRST: usize = 3_000;

/// The target size of a part in bytes, based on the size of those before it; the memory has some more, because parts differ.
const ROOM: u32 = 40_000;

/// The maximum number of LLVM instructions in code that handlers call: with two handlers, there are two more copies of it.
const HANDLED: usize = 1_000;

/// The part that the names of the crate's own functions contain: the crate's name, as mangled by rustc.
const OWN: &str = "6random";

/// The marks stored at the start of interrupts, and at their end if everything was right.
const READY: u8 = 1;
const RIGHT: u8 = 0;

/// The number of interrupts in a run with interrupts; code that handlers call takes long.
const INTERRUPTS: usize = 12;

/// Bytes of software stack: without optimisation, each level of a recursion takes some hundred bytes.
const STACK: u16 = 0x1000;

/// Bytes of software stack for the rare recursions that take some thousand bytes per level.
const MORE_STACK: u16 = 0x4000;

/// The target of calls to functions of `core` that only a panic makes, at which the machine stops with an error: a ROM without contents.
const NOWHERE: u16 = 0xff00;

/// A wrong result of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The function's number.
    pub function: usize,
    /// The result that differs from the host's, and where.
    pub what: String,
}

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Every difference.
    pub findings: Vec<Finding>,
    /// Programs that were compiled and run.
    pub programs: u64,
    /// Functions that, together with their callees, do not fit into any program: they were interpreted, but not compiled.
    pub too_large: u64,
}

/// Compares the results of the functions `shown` with those of the host, `expected`.
///
/// # Errors
/// The text does not parse, or does not have a driver for each of them.
pub fn check(
    krate: &Crate,
    shown: &[usize],
    expected: &[u8],
    text: &str,
    options: &Options,
) -> Result<Report, String> {
    let mut module = llvm::parse_program("crate.ll", text).map_err(|e| e.to_string())?;
    halves(&mut module).map_err(|e| e.to_string())?;
    let mut externs = BTreeMap::new();
    for info in &module.symbols {
        // At level 0, checks remain that nothing calls.
        let panics = ["panic", "fail", "precondition_check", "runtime_ptr_ge"]
            .iter()
            .any(|word| info.name.contains(word));
        if matches!(info.kind, SymbolKind::Extern(_)) && panics {
            externs.insert(info.name.clone(), NOWHERE);
        }
    }
    let mut options = options.clone();
    options.externs.extend(externs);
    let mut parts = Vec::new();
    let mut start = 0;
    for n in shown {
        let length = krate.functions[*n].shown(&krate.types);
        let bytes = expected.get(start..start + length).ok_or("the host shows too little")?;
        parts.push((*n, bytes));
        start += length;
    }
    if start != expected.len() {
        return Err("the host shows too much".into());
    }
    // Code from `core` and `alloc` ends up in many parts, whatever their size.
    let own = module.functions.iter().filter(|f| module.name_of(f.symbol).contains(OWN));
    let instructions: usize = own.flat_map(|f| &f.blocks).map(|b| b.insts.len()).sum();
    let mut each = (FIRST * parts.len() / instructions.max(1)).max(1);
    let interrupts = krate.interrupts.clone();
    let handled = if interrupts.come() { handled(krate, shown, &module)? } else { Vec::new() };
    let mut check = Check { module, options, interrupts, handled, report: Report::default() };
    let mut rest = &parts[..];
    while !rest.is_empty() {
        let (part, behind) = rest.split_at(each.min(rest.len()));
        let (fits, bytes) = check.part(part, STACK)?;
        if fits {
            rest = behind;
        }
        let aim = (part.len() as u64 * u64::from(ROOM) / u64::from(bytes.max(1))) as usize;
        each = aim.clamp(1, if fits { 2 * part.len() } else { part.len() - 1 });
    }
    Ok(check.report)
}

/// Returns the functions that handlers may call: those that are no slower than the median and small enough for two more copies beside
/// others, largest first; if there are none, the smallest of all.
fn handled(krate: &Crate, shown: &[usize], module: &Module) -> Result<Vec<usize>, String> {
    let mut costs: Vec<u64> = shown.iter().map(|n| krate.functions[*n].signature.cost).collect();
    costs.sort_unstable();
    let mut sizes = BTreeMap::new();
    for n in shown {
        let symbol = driver(module, *n)?;
        let seen = reached(module, &[symbol]);
        let functions = module.functions.iter().filter(|f| seen[f.symbol.index()]);
        sizes.insert(*n, functions.flat_map(|f| &f.blocks).map(|b| b.insts.len()).sum::<usize>());
    }
    let quick = |n: &usize| krate.functions[*n].signature.cost <= costs[costs.len() / 2];
    let mut found: Vec<usize> = shown.iter().copied().filter(|n| quick(n) && sizes[n] <= HANDLED).collect();
    found.sort_by_key(|n| Reverse(sizes[n]));
    Ok(match found.is_empty() {
        true => shown.iter().copied().min_by_key(|n| sizes[n]).into_iter().collect(),
        false => found,
    })
}

struct Check {
    module: Module,
    options: Options,
    interrupts: Interrupts,
    /// The drivers that handlers may call; empty if there are no handlers.
    handled: Vec<usize>,
    report: Report,
}

impl Check {
    /// Checks some functions as one program with this software stack in bytes (or more if it needs more), and half as much for each
    /// handler; or one by one, if it does not compile for a reason other than its size. Returns whether that is done, and the size of the
    /// program.
    fn part(&mut self, part: &[(usize, &[u8])], stack_reserve: u16) -> Result<(bool, u32), String> {
        let (module, expected) = self.joined(part)?;
        let handler_stack = stack_reserve / 2;
        let options = self.options.clone().with(|options| {
            options.stack_reserve = Some(stack_reserve);
            options.handler_stack = handler_stack;
        });
        let bytes = match run::compile(module.clone(), &options) {
            Err(Refusal::TooLarge { needed, .. }) if part.len() > 1 => return Ok((false, needed)),
            Err(Refusal::Fault(what)) if part.len() > 1 => {
                let before = self.report.findings.len();
                for function in part.chunks(1) {
                    self.part(function, stack_reserve)?;
                }
                if self.report.findings.len() == before {
                    let what = format!("only together: {what}");
                    self.report.findings.push(Finding { function: part[0].0, what });
                }
                return Ok((true, ROOM));
            }
            Err(Refusal::TooLarge { needed, .. }) => {
                self.report.too_large += 1;
                needed
            }
            Err(Refusal::Fault(what)) => {
                self.report.findings.push(Finding { function: part[0].0, what });
                ROOM
            }
            Ok(image) => {
                let found = self.execute(&image);
                if found.as_ref() != Ok(&expected)
                    && stack_reserve < MORE_STACK
                    && self.fills_stack(&module, &options)
                {
                    return self.part(part, MORE_STACK);
                }
                self.report.programs += 1;
                let found = match self.interrupts == Interrupts::Vectors && found.as_ref() == Ok(&expected) {
                    true => run::execute_interrupted(&image, LIMITS, &[Line::Irq, Line::Nmi], INTERRUPTS),
                    false => found,
                };
                self.compare(part, &expected, found, "machine");
                image.prg.len() as u32
            }
        };
        let found = match self.interrupts.use_sys2080() {
            true => self.interpret_between(part)?,
            false => run::interpret(&module, &self.options.externs, LIMITS),
        };
        self.compare(part, &expected, found, "interpreter");
        Ok((true, bytes))
    }

    /// Returns the marks of a program on the machine, which is interrupted only by `sys2080`.
    fn execute(&self, image: &Image) -> Result<Vec<u8>, String> {
        match self.interrupts.use_sys2080() {
            true => run::execute_with_chips(image, LIMITS),
            false => run::execute(image, LIMITS),
        }
    }

    /// Interprets a part without the start and the end of interrupts by `sys2080`, as the interpreter has no chips. Returns the marks,
    /// enclosed in those that the start and the end would give.
    fn interpret_between(&self, part: &[(usize, &[u8])]) -> Result<Result<Vec<u8>, String>, String> {
        let drivers = part.iter().map(|p| driver(&self.module, p.0)).collect::<Result<Vec<_>, _>>()?;
        let module = with_main(self.module.clone(), &drivers)?;
        let found = run::interpret(&module, &self.options.externs, LIMITS);
        Ok(found.map(|marks| [&[READY][..], &marks, &[RIGHT]].concat()))
    }

    /// Returns whether a program needs more software stack than it has, according to its own stack checks.
    fn fills_stack(&self, module: &Module, options: &Options) -> bool {
        let options = options.clone().with(|options| options.stack_check = Some(true));
        let full = format!("stopped by Exit {{ code: {},", stack::check::SOFTWARE);
        let found = run::compile(module.clone(), &options).map(|image| self.execute(&image));
        matches!(found, Ok(Err(why)) if why.contains(&full))
    }

    /// Returns the module with a `main` that calls the functions of a part, and the expected marks.
    fn joined(&self, part: &[(usize, &[u8])]) -> Result<(Module, Vec<u8>), String> {
        let mut drivers = part.iter().map(|p| driver(&self.module, p.0)).collect::<Result<Vec<_>, _>>()?;
        let mut expected: Vec<u8> = part.iter().flat_map(|p| p.1).copied().collect();
        if !self.interrupts.come() {
            return Ok((with_main(self.module.clone(), &drivers)?, expected));
        }
        expected.insert(0, READY);
        expected.push(RIGHT);
        let start = self.module.symbol("i_start").ok_or("there is no i_start")?;
        let end = self.module.symbol("i_end").ok_or("there is no i_end")?;
        // Prefer one from this part, if handlers may call one: main calls it, too.
        let own = self.handled.iter().find(|n| part.iter().any(|p| p.0 == **n));
        let handled = own.or(self.handled.last()).ok_or("handlers have nothing to call")?;
        let handled = driver(&self.module, *handled)?;
        drivers.insert(0, start);
        drivers.push(end);
        let module = with_main(with_calls(self.module.clone(), "i_work", &[handled]), &drivers)?;
        Ok((module, expected))
    }

    fn compare(
        &mut self,
        part: &[(usize, &[u8])],
        expected: &[u8],
        found: Result<Vec<u8>, String>,
        who: &str,
    ) {
        let (at, what) = match found {
            // It is not known where it stopped: the functions are tried one by one during reduction.
            Err(what) => (0, what),
            Ok(found) => match difference(expected, &found) {
                None => return,
                Some((at, what)) => (at, format!("{who}: {what}")),
            },
        };
        let mut end = usize::from(self.interrupts.come());
        let function = part.iter().find(|(_, bytes)| {
            end += bytes.len();
            at < end
        });
        let function = function.or(part.last()).map_or(0, |p| p.0);
        self.report.findings.push(Finding { function, what });
    }
}

/// Returns the driver of a function.
fn driver(module: &Module, function: usize) -> Result<Symbol, String> {
    module.symbol(&format!("t_f{function}")).ok_or_else(|| format!("there is no driver of f{function}"))
}

/// Returns, by symbol, whether some functions lead to it.
fn reached(module: &Module, roots: &[Symbol]) -> Vec<bool> {
    let mut seen = vec![false; module.symbols.len()];
    let mut work = roots.to_vec();
    while let Some(symbol) = work.pop() {
        if std::mem::replace(&mut seen[symbol.index()], true) {
            continue;
        }
        let mut found = |symbol: Symbol| work.push(symbol);
        if let Some(function) = module.function(symbol) {
            operands::mentions(function, &mut found);
        } else if let Some(init) = module.global(symbol).and_then(|g| g.init.as_ref()) {
            operands::constant_mentions(init, &mut found);
        }
    }
    seen
}

/// Returns the part of a module that is reachable from some functions, none of it externally visible.
fn part_of(module: &Module, roots: &[Symbol]) -> Module {
    let seen = reached(module, roots);
    let is_seen = |symbol: Symbol| seen[symbol.index()];
    let mut symbols = module.symbols.clone();
    let functions = module.functions.iter().filter(|f| is_seen(f.symbol));
    let functions = functions.map(|f| Function { exported: false, ..f.clone() }).collect::<Vec<_>>();
    let globals = module.globals.iter().filter(|g| is_seen(g.symbol));
    let globals = globals.map(|g| Global { exported: false, ..g.clone() }).collect::<Vec<_>>();
    for (info, seen) in symbols.iter_mut().zip(&seen) {
        if !seen && !matches!(info.kind, SymbolKind::Extern(_)) {
            info.kind = SymbolKind::Dropped;
        }
    }
    for (i, function) in functions.iter().enumerate() {
        symbols[function.symbol.index()].kind = SymbolKind::Function(i as u32);
    }
    for (i, global) in globals.iter().enumerate() {
        symbols[global.symbol.index()].kind = SymbolKind::Global(i as u32);
    }
    let (name, externs, asm) = (module.name.clone(), module.externs.clone(), module.asm.clone());
    Module {
        name,
        symbols,
        functions,
        globals,
        externs,
        asm,
        sources: module.sources.clone(),
        exact_signatures: module.exact_signatures,
    }
}

/// Returns a module with a `main` that calls these functions and is the only externally visible symbol, and everything reachable from it.
fn with_main(module: Module, called: &[Symbol]) -> Result<Module, String> {
    let module = with_calls(module, "main", called);
    let main = module.symbol("main").ok_or("there is no main")?;
    let mut module = part_of(&module, &[main]);
    if let Some(function) = module.functions.iter_mut().find(|f| f.symbol == main) {
        function.exported = true;
    }
    Ok(module)
}

/// Returns the module with a function that calls these functions, replacing the one of this name if there is one.
fn with_calls(mut module: Module, name: &str, called: &[Symbol]) -> Module {
    let call =
        |symbol: &Symbol| Op::Call { callee: Callee::Direct(*symbol), args: Vec::new(), noreturn: false };
    let ops = called.iter().map(call).chain([Op::Ret(None)]);
    let insts = ops.map(|op| Inst { result: None, op, line: 0, source: SourceId::UNKNOWN }).collect();
    let symbol = module.symbol(name).unwrap_or(Symbol(module.symbols.len() as u32));
    let function = Function {
        symbol,
        exported: false,
        interrupt: None,
        small: false,
        ret: Type::Void,
        params: Vec::new(),
        values: Vec::new(),
        blocks: vec![Block { name: "start".into(), insts }],
        line: 0,
        source: SourceId::UNKNOWN,
    };
    match module.functions.iter_mut().find(|f| f.symbol == symbol) {
        Some(other) => *other = function,
        None => {
            let kind = SymbolKind::Function(module.functions.len() as u32);
            module.symbols.push(SymbolInfo { name: name.to_string(), kind });
            module.functions.push(function);
        }
    }
    module
}
