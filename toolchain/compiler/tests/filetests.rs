//! One small module a rule, with what it must become or do; the files lie in `filetests/`, by kind of test.
//!
//! The first line names the kind; the function under test is `@f`, and a `main` that calls it is added where there is none.
//!
//! - `parse`: the module printed, in a block of `;; ` lines at the end
//! - `lower`: the byte form of `@f` after `tidy`, in such a block
//! - `asm`: the code of `@f`, in such a block; zero-page addresses included, others by name; compiled with the profile in lines
//!   `; profile: `, if there are any
//! - `run`: lines `; run: f(3, @table) == 253`, of any function, executed in the interpreter and on the machine, the arguments out of memory,
//!   and once more on the machine with another memory map;
//!   several results as `(1, 2)`. `; cycles <= 40` bounds what the function itself takes in the run above it
//! - `error`: `; error: ` with part of the compiler's message, or all of it in such a block
//!
//! `BLESS=1` writes what is found into the files.

mod common;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use common::{HEADER, MARK, compile, compile_with, interpret};
use compiler::ir::{Function, Type};
use compiler::{MemoryMap, Options, Outlining, Pass, Source, llvm};
use machine::{Labels, Machine, Stop};

/// Another memory map than the usual one: programs do the same there.
const ELSEWHERE: MemoryMap = {
    let mut map = MemoryMap::C64;
    (map.load, map.ram_end) = (0x2001, 0xa000);
    (map.zero_page, map.apart) = (0x30..0x80, 0xfc..0xfe);
    map
};

/// A file that says what it expects.
struct Case {
    path: PathBuf,
    text: String,
}

/// What the file should say; the same as it says if the test holds.
type Checked = Result<String, String>;

fn each(kind: &str, check: impl Fn(&Case) -> Checked) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests").join(kind);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder of this kind")
        .map(|e| e.expect("an entry").path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no files in {}", folder.display());
    let bless = std::env::var_os("BLESS").is_some_and(|v| v == "1");
    let mut failures = String::new();
    for path in paths {
        let name = format!("{kind}/{}", path.file_name().expect("a name").to_string_lossy());
        let case = Case { text: fs::read_to_string(&path).expect("readable text"), path };
        if case.text.lines().next() != Some(&format!("; test {kind}")) {
            writeln!(failures, "{name}: the first line is not `; test {kind}`").unwrap();
            continue;
        }
        match check(&case) {
            Err(why) => writeln!(failures, "{name}: {why}").unwrap(),
            Ok(text) if text == case.text => {}
            Ok(text) if bless => fs::write(&case.path, text).expect("the file can be written"),
            Ok(text) => writeln!(failures, "{name}:\n{}", difference(&case.text, &text)).unwrap(),
        }
    }
    assert!(
        failures.is_empty(),
        "{failures}BLESS=1 writes what was found into the files; look at it before you commit it"
    );
}

/// The lines from the first different one on, as they are and as they were found.
fn difference(old: &str, new: &str) -> String {
    let same = old.lines().zip(new.lines()).take_while(|(a, b)| a == b).count();
    let rest =
        |text: &str, sign| text.lines().skip(same).map(|l| format!("  {sign} {l}\n")).collect::<String>();
    rest(old, '-') + &rest(new, '+')
}

impl Case {
    /// The module without the block of expectations.
    fn module(&self) -> &str {
        &self.text[..self.text.find("\n;; ").map_or(self.text.len(), |at| at + 1)]
    }

    /// The file with this block in place of its own.
    fn with_block(&self, block: &str) -> String {
        let lines: String = block.lines().map(|l| format!(";; {l}").trim_end().to_string() + "\n").collect();
        format!("{}{lines}", self.module())
    }

    /// The module with a `main` that passes zeros, if it has none of its own.
    fn program(&self) -> Result<String, String> {
        let text = format!("{HEADER}{}", self.module());
        if text.contains("@main(") {
            return Ok(text);
        }
        let module = llvm::parse("test.ll", &text).map_err(|e| e.to_string())?;
        let symbol = module.symbol("f").ok_or("there is no @f")?;
        let function = module.function(symbol).ok_or("there is no @f")?;
        let zeros: Vec<&str> = function
            .params
            .iter()
            .map(|p| if *function.ty(p.value) == Type::Ptr { "null" } else { "0" })
            .collect();
        Ok(text + &driver("f", function, &zeros)?)
    }
}

/// A type as LLVM text.
fn type_text(ty: &Type) -> Result<String, String> {
    Ok(match ty {
        Type::Void => "void".into(),
        Type::Int(n) => format!("i{n}"),
        Type::Ptr => "ptr".into(),
        Type::Struct(fields) => {
            format!("{{ {} }}", fields.iter().map(type_text).collect::<Result<Vec<_>, _>>()?.join(", "))
        }
        _ => return Err("a parameter or result of this type cannot be tested".into()),
    })
}

/// A `main` that takes arguments out of memory, calls the function, and marks the bytes of the result.
fn driver(name: &str, function: &Function, args: &[&str]) -> Result<String, String> {
    if args.len() != function.params.len() {
        return Err(format!("{} arguments for {} parameters", args.len(), function.params.len()));
    }
    let mut table = String::new();
    let mut body = String::new();
    let mut list = Vec::new();
    let mut at = 0;
    for (i, (param, arg)) in function.params.iter().zip(args).enumerate() {
        let ty = function.ty(param.value);
        let text = type_text(ty)?;
        if *ty == Type::Ptr {
            list.push(format!("ptr {arg}"));
            continue;
        }
        let number: i128 = match *arg {
            "true" => 1,
            "false" => 0,
            _ => arg.parse().map_err(|_| format!("{arg} is no number"))?,
        };
        for byte in &number.to_le_bytes()[..ty.size() as usize] {
            write!(table, "\\{byte:02X}").unwrap();
        }
        let from = format!("getelementptr inbounds nuw (i8, ptr @run.args, i16 {at})");
        at += ty.size();
        if *ty == Type::Int(1) {
            writeln!(body, "  %byte{i} = load volatile i8, ptr {from}, align 1").unwrap();
            writeln!(body, "  %arg{i} = trunc i8 %byte{i} to i1").unwrap();
        } else {
            writeln!(body, "  %arg{i} = load volatile {text}, ptr {from}, align 1").unwrap();
        }
        list.push(format!("{text} %arg{i}"));
    }
    let ret = type_text(&function.ret)?;
    let result = if ret == "void" { "" } else { "%result = " };
    writeln!(body, "  {result}call addrspace(1) {ret} @{name}({})", list.join(", ")).unwrap();
    let parts: Vec<(Type, String)> = match &function.ret {
        Type::Void => Vec::new(),
        Type::Struct(fields) => fields
            .iter()
            .enumerate()
            .map(|(i, ty)| {
                writeln!(body, "  %part{i} = extractvalue {ret} %result, {i}").unwrap();
                (ty.clone(), format!("%part{i}"))
            })
            .collect(),
        ty => vec![(ty.clone(), "%result".into())],
    };
    let mut to = 0;
    for (i, (ty, value)) in parts.iter().enumerate() {
        let place = |at: u32| format!("getelementptr inbounds nuw (i8, ptr @run.result, i16 {at})");
        if *ty == Type::Int(1) {
            writeln!(body, "  %flag{i} = zext i1 {value} to i8").unwrap();
            writeln!(body, "  store i8 %flag{i}, ptr {}, align 1", place(to)).unwrap();
        } else {
            writeln!(body, "  store {} {value}, ptr {}, align 1", type_text(ty)?, place(to)).unwrap();
        }
        to += ty.size();
    }
    for at in 0..to {
        let from = format!("getelementptr inbounds nuw (i8, ptr @run.result, i16 {at})");
        writeln!(body, "  %out{at} = load i8, ptr {from}, align 1").unwrap();
        writeln!(body, "  store volatile i8 %out{at}, ptr {MARK}, align 1").unwrap();
    }
    Ok(format!(
        "\n@run.args = internal global [{at} x i8] c\"{table}\", align 1\n\
         @run.result = internal global [{} x i8] zeroinitializer, align 1\n\
         define void @main() unnamed_addr addrspace(1) {{\n{body}  ret void\n}}\n",
        to.max(1)
    ))
}

/// The sizes of the numbers in a result.
fn sizes(ty: &Type) -> Vec<u32> {
    match ty {
        Type::Void => Vec::new(),
        Type::Struct(fields) => fields.iter().map(Type::size).collect(),
        ty => vec![ty.size()],
    }
}

/// The result as the file writes it: unsigned numbers, several in parentheses.
fn result_text(mut bytes: &[u8], sizes: &[u32]) -> String {
    let mut numbers = Vec::new();
    for size in sizes {
        let (number, rest) = bytes.split_at(*size as usize);
        numbers.push(number.iter().rev().fold(0u128, |n, b| n << 8 | u128::from(*b)).to_string());
        bytes = rest;
    }
    match numbers.as_slice() {
        [one] => one.clone(),
        many => format!("({})", many.join(", ")),
    }
}

/// The marks on the machine, and the cycles of a call of the function without what it calls.
fn execute(name: &str, text: &str, memory: &MemoryMap) -> Result<(Vec<u8>, u64), String> {
    let image = compile_with(text, &Options::default().with(|options| options.memory = memory.clone()))?;
    let mut machine = Machine::new(machine::Config { interrupts: false, ..machine::Config::default() });
    machine.load_prg(&image.prg).map_err(|e| e.to_string())?;
    machine.profile(Labels::parse(&image.labels).map_err(|e| e.to_string())?);
    match machine.call(image.entry) {
        Ok(Stop::Returned) => {}
        Ok(stop) => return Err(format!("the machine stopped: {stop:?}")),
        Err(e) => return Err(format!("machine: {e}")),
    }
    let functions = machine.profiled_functions();
    let f = functions.iter().find(|f| f.name == name).ok_or(format!("{name} was not called"))?;
    Ok((machine.marks().iter().map(|m| m.value).collect(), f.cycles / f.entries.max(1)))
}

fn run(case: &Case) -> Checked {
    let text = format!("{HEADER}{}", case.module());
    let module = llvm::parse("test.ll", &text).map_err(|e| e.to_string())?;
    let mut out = String::new();
    let mut cycles = None;
    for line in case.text.lines() {
        if let Some(bound) = line.strip_prefix("; cycles <= ") {
            let bound: u64 = bound.parse().map_err(|_| format!("{bound} is no number"))?;
            let taken = cycles.ok_or("cycles before any run")?;
            writeln!(out, "; cycles <= {}", if taken > bound { taken } else { bound }).unwrap();
            continue;
        }
        let Some(call) = line.strip_prefix("; run: ") else {
            writeln!(out, "{line}").unwrap();
            continue;
        };
        let (name, call) = call.split_once('(').ok_or("a run without `(`")?;
        let function = module.symbol(name).and_then(|symbol| module.function(symbol));
        let function = function.ok_or(format!("there is no @{name}"))?;
        let sizes = sizes(&function.ret);
        let total: u32 = sizes.iter().sum();
        let (args, expected) = call.split_once(')').ok_or("a run without `)`")?;
        let expected = expected.strip_prefix(" == ").ok_or("a run without ` == `")?;
        let args: Vec<&str> = args.split(", ").filter(|a| !a.is_empty()).collect();
        let program = format!("{text}{}", driver(name, function, &args)?);
        let wanted = interpret(&program)?;
        let (found, taken) = execute(name, &program, &MemoryMap::C64)?;
        let (elsewhere, _) = execute(name, &program, &ELSEWHERE)?;
        cycles = Some(taken);
        if wanted != found {
            return Err(format!(
                "{name}({}): interpreter {wanted:02x?}, machine {found:02x?}",
                args.join(", ")
            ));
        }
        if elsewhere != found {
            return Err(format!("{name}({}): {elsewhere:02x?} in other memory", args.join(", ")));
        }
        let result = result_text(&found[found.len() - total as usize..], &sizes);
        let same = expected == result || signed(&result, &sizes).is_some_and(|s| s == expected);
        let result = if same { expected } else { &result };
        writeln!(out, "; run: {name}({}) == {result}", args.join(", ")).unwrap();
    }
    if cycles.is_none() {
        return Err("nothing is run".into());
    }
    Ok(out)
}

/// One number as a signed one.
fn signed(text: &str, sizes: &[u32]) -> Option<String> {
    let [size @ 1..=8] = sizes else { return None };
    let shift = 128 - 8 * size;
    text.parse::<u128>().ok().map(|n| (((n << shift) as i128) >> shift).to_string())
}

fn parse(case: &Case) -> Checked {
    let module = llvm::parse("test.ll", &format!("{HEADER}{}", case.module())).map_err(|e| e.to_string())?;
    let printed = llvm::print(&module);
    let again = llvm::parse("test.ll", &printed).map_err(|e| format!("printed and read again: {e}"))?;
    if llvm::print(&again) != printed {
        return Err("read again, the printed module prints otherwise".into());
    }
    let body: String =
        printed.lines().filter(|l| !l.starts_with("target ")).map(|l| format!("{l}\n")).collect();
    Ok(case.with_block(body.trim_start()))
}

fn lower(case: &Case) -> Checked {
    let text = case.program()?;
    // The last pass over bytes in SSA.
    let text = compiler::dump(&Source { name: "test.ll", text: &text }, &Options::default(), Pass::Hoist);
    let text = text.map_err(|e| e.to_string())?;
    let (_, function) = text.split_once("; f\n").ok_or("@f is not reached")?;
    Ok(case.with_block(function.split("\n\n").next().unwrap_or_default()))
}

fn asm(case: &Case) -> Checked {
    let profile: String =
        case.text.lines().filter_map(|l| l.strip_prefix("; profile: ")).map(|l| format!("{l}\n")).collect();
    let profile = match profile.is_empty() {
        true => None,
        false => Some(Arc::new(profile.parse().map_err(|e| format!("{e}"))?)),
    };
    let options = Options::default().with(|options| options.profile = profile);
    let image = compile_with(&case.program()?, &options)?;
    if image.profiled.is_some_and(|profiled| profiled.known == 0) {
        return Err("the profile is of another function".into());
    }
    let lines: Vec<&str> = image.listing.lines().skip_while(|l| !l.starts_with("; f: code")).collect();
    let code = lines.iter().skip(1).take_while(|l| !l.is_empty());
    let block: String = code
        .map(|l| match (l.get(21..), l.get(25..)) {
            (Some(label), _) if !label.starts_with(' ') => format!("{label}\n"),
            (_, Some(text)) => format!("  {text}\n"),
            _ => format!("  .byte {}\n", l.get(6..).unwrap_or_default()),
        })
        .collect();
    if block.is_empty() {
        return Err("the listing has no f".into());
    }
    Ok(case.with_block(&block))
}

fn error(case: &Case) -> Checked {
    let text = format!("{HEADER}{}", case.module());
    let found = match compile(&text, Outlining::Cold) {
        Ok(_) => return Err("it compiles".into()),
        Err(why) => why,
    };
    if found.starts_with("compiler panicked") {
        return Err(found);
    }
    let expected = case.text.lines().find_map(|l| l.strip_prefix("; error: "));
    let message = found.strip_prefix("compiler: ").unwrap_or(&found);
    let Some(expected) = expected else { return Ok(case.with_block(&format!("{message}\n"))) };
    if found.contains(expected) {
        return Ok(case.text.clone());
    }
    Ok(case.text.replacen(&format!("; error: {expected}"), &format!("; error: {message}"), 1))
}

#[test]
fn modules_read_and_print() {
    each("parse", parse);
}

#[test]
fn functions_become_bytes() {
    each("lower", lower);
}

#[test]
fn functions_become_assembly() {
    each("asm", asm);
}

#[test]
fn programs_do_the_same_in_the_interpreter_and_on_the_machine() {
    each("run", run);
}

#[test]
fn faults_are_named() {
    each("error", error);
}
