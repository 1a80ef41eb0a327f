//! A crate as rustc left it: interpreted, compiled and run in parts that fit into a C64, and compared with the host.

use std::collections::BTreeMap;

use compiler::ir::sources::SourceId;
use compiler::ir::{Block, Callee, Function, Global, Inst, Module, Op, Symbol, SymbolInfo, SymbolKind, Type};
use compiler::opt::reach;
use compiler::{Options, llvm};

use machine::Line;

use super::generate::Crate;
use crate::run::{self, Limits, Refusal, difference};

/// What the drivers of one part may take.
const LIMITS: Limits = Limits { fuel: 60_000_000, cycles: 1_000_000_000 };

/// Instructions of LLVM's that one part has at most, by estimate: it must fit into the memory of a C64.
const PART: usize = 4_000;

/// What the names of the crate's own functions contain: that of the crate, as rustc writes it.
const OWN: &str = "6random";

/// Interrupts in a run with interrupts: what handlers call takes long.
const INTERRUPTS: usize = 12;

/// Bytes of software stack: without optimisation each level of a recursion takes some hundred.
const STACK: u16 = 4096;

/// Functions of `core` that only a panic calls lead here, where the machine stops with an error: a ROM without content.
const NOWHERE: u16 = 0xff00;

/// What is wrong with one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The function's number.
    pub function: usize,
    /// Who differs from the host, and where.
    pub what: String,
}

/// What a check came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Every difference.
    pub findings: Vec<Finding>,
    /// Programs that were compiled and run.
    pub programs: u64,
}

/// Compares the results of the functions `shown` with what the host gave, `expected`.
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
    let module = llvm::parse_program("crate.ll", text).map_err(|e| e.to_string())?;
    let mut externs = BTreeMap::new();
    for info in &module.symbols {
        // At level 0 checks stay that nothing calls.
        let panics = ["panic", "fail", "precondition_check", "runtime_ptr_ge"]
            .iter()
            .any(|word| info.name.contains(word));
        if matches!(info.kind, SymbolKind::Extern(_)) && panics {
            externs.insert(info.name.clone(), NOWHERE);
        }
    }
    let mut options = Options { stack_reserve: STACK, ..options.clone() };
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
    // What of `core` and `alloc` comes along is in many parts, whatever their size.
    let own = module.functions.iter().filter(|f| module.name_of(f.symbol).contains(OWN));
    let instructions: usize = own.flat_map(|f| &f.blocks).map(|b| b.insts.len()).sum();
    let each = (PART * parts.len() / instructions.max(1)).max(1);
    let interrupted = krate.interrupted;
    let costs = krate.functions.iter().map(|f| f.signature.cost).collect();
    let mut check = Check { module, options, interrupted, costs, report: Report::default() };
    for part in parts.chunks(each) {
        check.part(part)?;
    }
    Ok(check.report)
}

struct Check {
    module: Module,
    options: Options,
    interrupted: bool,
    /// What a call of each function takes, by estimate.
    costs: Vec<u64>,
    report: Report,
}

impl Check {
    /// Some functions as one program; in halves, if it does not compile.
    fn part(&mut self, part: &[(usize, &[u8])]) -> Result<(), String> {
        let drivers = part.iter().map(|p| format!("t_f{}", p.0));
        let mut expected: Vec<u8> = part.iter().flat_map(|p| p.1).copied().collect();
        let module = match self.interrupted {
            true => {
                expected.push(0);
                let first = std::iter::once("i_start".to_string());
                let calls = first.chain(drivers.clone()).chain(["i_end".to_string()]);
                let work = with_calls(self.module.clone(), "i_work", self.handled(part).into_iter())?;
                with_main(work, calls)?
            }
            false => with_main(self.module.clone(), drivers)?,
        };
        let compiled = run::compile(module.clone(), &self.options);
        let halves = part.split_at(part.len() / 2);
        match compiled {
            Err(_) if part.len() > 1 => {
                self.part(halves.0)?;
                return self.part(halves.1);
            }
            Err(Refusal::TooLarge(_)) => {}
            Err(Refusal::Fault(what)) => self.report.findings.push(Finding { function: part[0].0, what }),
            Ok(image) => {
                self.report.programs += 1;
                let found = run::execute(&image, LIMITS);
                let found = match self.interrupted && found.as_ref() == Ok(&expected) {
                    true => run::execute_interrupted(&image, LIMITS, &[Line::Irq, Line::Nmi], INTERRUPTS),
                    false => found,
                };
                self.compare(part, &expected, found, "machine");
            }
        }
        let found = run::interpret(&module, &self.options.externs, LIMITS);
        self.compare(part, &expected, found, "interpreter");
        Ok(())
    }

    /// The driver that handlers call: of a function of this part that takes no longer than half of them.
    fn handled(&self, part: &[(usize, &[u8])]) -> Option<String> {
        let mut functions: Vec<usize> = part.iter().map(|p| p.0).collect();
        functions.sort_by_key(|n| self.costs[*n]);
        functions.get((functions.len().saturating_sub(1)) / 2).map(|n| format!("t_f{n}"))
    }

    fn compare(
        &mut self,
        part: &[(usize, &[u8])],
        expected: &[u8],
        found: Result<Vec<u8>, String>,
        who: &str,
    ) {
        let (at, what) = match found {
            // Where it stopped is not known: the functions are tried one by one when it is made smaller.
            Err(what) => (0, what),
            Ok(found) => match difference(expected, &found) {
                None => return,
                Some((at, what)) => (at, format!("{who}: {what}")),
            },
        };
        let mut end = 0;
        let function = part.iter().find(|(_, bytes)| {
            end += bytes.len();
            at < end
        });
        let function = function.or(part.last()).map_or(0, |p| p.0);
        self.report.findings.push(Finding { function, what });
    }
}

/// The part of a module that some functions lead to, none of it visible from outside.
fn reached(module: &Module, roots: &[Symbol]) -> Module {
    let mut seen = vec![false; module.symbols.len()];
    let mut work = roots.to_vec();
    while let Some(symbol) = work.pop() {
        if std::mem::replace(&mut seen[symbol.index()], true) {
            continue;
        }
        let mut found = |symbol: Symbol| work.push(symbol);
        if let Some(function) = module.function(symbol) {
            reach::mentions(function, &mut found);
        } else if let Some(init) = module.global(symbol).and_then(|g| g.init.as_ref()) {
            reach::constant_mentions(init, &mut found);
        }
    }
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
    Module { name, symbols, functions, globals, externs, asm, sources: module.sources.clone() }
}

/// A `main` that calls these functions and is all that is visible from outside, with what it leads to.
fn with_main(module: Module, names: impl Iterator<Item = String>) -> Result<Module, String> {
    let module = with_calls(module, "main", names)?;
    let main = module.symbol("main").ok_or("there is no main")?;
    let mut module = reached(&module, &[main]);
    if let Some(function) = module.functions.iter_mut().find(|f| f.symbol == main) {
        function.exported = true;
    }
    Ok(module)
}

/// The module with a function that calls these, in place of the one of this name if there is one.
fn with_calls(mut module: Module, name: &str, names: impl Iterator<Item = String>) -> Result<Module, String> {
    let symbols = names.map(|name| module.symbol(&name).ok_or_else(|| format!("there is no {name}")));
    let called = symbols.collect::<Result<Vec<Symbol>, String>>()?;
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
    Ok(module)
}
