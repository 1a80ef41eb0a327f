//! A crate as rustc left it: interpreted, compiled and run in parts that fit into a C64, and compared with the host.

use std::collections::BTreeMap;

use compiler::ir::sources::SourceId;
use compiler::ir::{Block, Callee, Function, Inst, Module, Op, SymbolInfo, SymbolKind, Type};
use compiler::{Options, llvm};

use super::generate::Crate;
use crate::run::{self, Limits, Refusal, difference};

/// What the drivers of one part may take.
const LIMITS: Limits = Limits { fuel: 60_000_000, cycles: 1_000_000_000 };

/// Instructions of LLVM's that one part has at most, by estimate: it must fit into the memory of a C64.
const PART: usize = 4_000;

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
    let instructions: usize = module.functions.iter().flat_map(|f| &f.blocks).map(|b| b.insts.len()).sum();
    let each = (PART * parts.len() / instructions.max(1)).max(1);
    let mut check = Check { module, options, report: Report::default() };
    for part in parts.chunks(each) {
        check.part(part)?;
    }
    Ok(check.report)
}

struct Check {
    module: Module,
    options: Options,
    report: Report,
}

impl Check {
    /// Some functions as one program; in halves, if it does not compile.
    fn part(&mut self, part: &[(usize, &[u8])]) -> Result<(), String> {
        let module = with_main(&self.module, part.iter().map(|p| format!("t_f{}", p.0)))?;
        let expected: Vec<u8> = part.iter().flat_map(|p| p.1).copied().collect();
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
                self.compare(part, &expected, found, "machine");
            }
        }
        let found = run::interpret(&module, &self.options.externs, LIMITS);
        self.compare(part, &expected, found, "interpreter");
        Ok(())
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

/// The module with a `main` that calls these functions and is all that is visible from outside.
fn with_main(module: &Module, names: impl Iterator<Item = String>) -> Result<Module, String> {
    let mut module = module.clone();
    module.functions.iter_mut().for_each(|f| f.exported = false);
    module.globals.iter_mut().for_each(|g| g.exported = false);
    let call = |name: String| {
        let symbol = module.symbol(&name).ok_or_else(|| format!("there is no {name}"))?;
        Ok(Op::Call { callee: Callee::Direct(symbol), args: Vec::new(), noreturn: false })
    };
    let calls: Result<Vec<Op>, String> = names.map(call).collect();
    let ops = calls?.into_iter().chain([Op::Ret(None)]);
    let insts = ops.map(|op| Inst { result: None, op, line: 0, source: SourceId::UNKNOWN }).collect();
    let symbol = compiler::ir::Symbol(module.symbols.len() as u32);
    let kind = SymbolKind::Function(module.functions.len() as u32);
    module.symbols.push(SymbolInfo { name: "main".into(), kind });
    module.functions.push(Function {
        symbol,
        exported: true,
        interrupt: None,
        small: false,
        ret: Type::Void,
        params: Vec::new(),
        values: Vec::new(),
        blocks: vec![Block { name: "start".into(), insts }],
        line: 0,
        source: SourceId::UNKNOWN,
    });
    Ok(module)
}
