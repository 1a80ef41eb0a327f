//! A module as text in pieces that can be removed one by one.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{HEADER, MARK};

/// An instruction that is not a terminator.
#[derive(Clone, Debug)]
pub struct Inst {
    /// The defined value, with `%`; empty if there is none.
    pub def: String,
    /// The constant that can replace the value.
    pub zero: &'static str,
    /// The operation without the result; for a phi, its type.
    pub text: String,
    /// For a phi, values and the blocks they come from.
    pub phi: Option<Vec<(String, String)>>,
    /// Whether it belongs to the code that hides interrupts: without it, a difference would be the module's own fault.
    pub guard: bool,
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its label, without `%`.
    pub name: String,
    /// Its instructions.
    pub insts: Vec<Inst>,
    /// The terminator.
    pub end: String,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name, with `@`.
    pub name: String,
    /// `i16 @f0(i8 %p0) unnamed_addr addrspace(1)`.
    pub head: String,
    /// The blocks, the entry first.
    pub blocks: Vec<Block>,
}

/// A global variable: its name with `@`, and the definition that follows.
pub type Global = (String, String);

/// Assembly in place of a global or a function that does the same.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The global or the function, with `@`.
    pub name: String,
    /// The text that the compiler gets instead, line by line.
    pub lines: Vec<String>,
}

impl Assembly {
    /// Creates a replacement from these lines of assembly and their declaration.
    pub fn new(name: &str, declaration: String, code: &[String]) -> Assembly {
        let assembly = code.iter().map(|line| format!("module asm \"{line}\""));
        Assembly { name: name.into(), lines: assembly.chain([declaration]).collect() }
    }
}

/// A module whose last function is `main`.
#[derive(Clone, Debug)]
pub struct Module {
    /// Globals.
    pub globals: Vec<Global>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Declarations.
    pub declarations: BTreeSet<String>,
    /// The parts that the compiler gets in assembly.
    pub assembly: Vec<Assembly>,
}

impl Module {
    /// Returns the module as LLVM IR, as the compiler gets it.
    pub fn text(&self) -> String {
        self.with(&self.assembly)
    }

    /// Returns the module as LLVM IR without assembly, as the interpreter gets it.
    pub fn without_assembly(&self) -> String {
        self.with(&[])
    }

    /// Returns the module with these parts in assembly, and everything else in LLVM IR.
    fn with(&self, assembly: &[Assembly]) -> String {
        let assembly = |name: &str| assembly.iter().find(|a| a.name == name).map(|a| a.lines.join("\n"));
        let mut out = HEADER.to_string();
        for (name, definition) in &self.globals {
            let lines = assembly(name).unwrap_or_else(|| format!("{name} = {definition}"));
            writeln!(out, "{lines}").unwrap();
        }
        for function in &self.functions {
            if let Some(lines) = assembly(&function.name) {
                writeln!(out, "\n{lines}").unwrap();
                continue;
            }
            writeln!(out, "\ndefine {} {{", function.head).unwrap();
            for block in &function.blocks {
                writeln!(out, "{}:", block.name).unwrap();
                for inst in &block.insts {
                    writeln!(out, "  {}", inst.line()).unwrap();
                }
                writeln!(out, "  {}", block.end).unwrap();
            }
            out.push_str("}\n");
        }
        let body = out.clone();
        for declaration in &self.declarations {
            let name = &declaration[declaration.find('@').unwrap()..declaration.find('(').unwrap()];
            if mentions(&body, name) {
                writeln!(out, "declare {declaration}").unwrap();
            }
        }
        out
    }
}

impl Inst {
    fn line(&self) -> String {
        let text = match &self.phi {
            None => self.text.clone(),
            Some(from) => {
                let pairs: Vec<String> = from.iter().map(|(v, b)| format!("[ {v}, %{b} ]")).collect();
                format!("phi {} {}", self.text, pairs.join(", "))
            }
        };
        if self.def.is_empty() { text } else { format!("{} = {text}", self.def) }
    }

    /// Replaces a value with another.
    pub fn replace(&mut self, name: &str, by: &str) {
        self.text = replace(&self.text, name, by);
        for (value, _) in self.phi.iter_mut().flatten() {
            if value == name {
                *value = by.to_string();
            }
        }
    }
}

impl Function {
    /// Creates an internal one-block function with this result, name and parameters.
    pub fn of_one_block(head: &str, insts: Vec<Inst>, end: &str) -> Function {
        let name = head[head.find('@').expect("a name")..head.find('(').expect("parameters")].to_string();
        let head = format!("internal {head} unnamed_addr addrspace(1)");
        Function { name, head, blocks: vec![Block { name: "b0".into(), insts, end: end.into() }] }
    }

    /// Replaces a value with another.
    pub fn replace(&mut self, name: &str, by: &str) {
        for block in &mut self.blocks {
            block.insts.iter_mut().for_each(|i| i.replace(name, by));
            block.end = replace(&block.end, name, by);
        }
    }

    /// Turns branches on constants into jumps, and drops unreachable blocks and the incoming edges from them.
    pub fn tidy(&mut self) {
        for block in &mut self.blocks {
            for (constant, arm) in [("true", 0), ("false", 1)] {
                if let Some(arms) = block.end.strip_prefix(&format!("br i1 {constant}, ")) {
                    block.end = format!("br {}", arms.split(", ").nth(arm).unwrap());
                }
            }
        }
        let targets = |end: &str| -> Vec<String> {
            let labels = end.split("label %").skip(1);
            labels.map(|l| l.split([',', ' ', ']']).next().unwrap().to_string()).collect()
        };
        let mut seen = BTreeSet::new();
        let mut work = vec![self.blocks[0].name.clone()];
        while let Some(name) = work.pop() {
            if seen.insert(name.clone()) {
                let block = self.blocks.iter().find(|b| b.name == name).expect("a label of this function");
                work.extend(targets(&block.end));
            }
        }
        self.blocks.retain(|b| seen.contains(&b.name));
        let edges: BTreeSet<(String, String)> = self
            .blocks
            .iter()
            .flat_map(|b| targets(&b.end).into_iter().map(|t| (b.name.clone(), t)))
            .collect();
        for block in &mut self.blocks {
            for from in block.insts.iter_mut().filter_map(|i| i.phi.as_mut()) {
                from.retain(|(_, b)| edges.contains(&(b.clone(), block.name.clone())));
            }
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '%' | '@')
}

/// Returns whether a name occurs in a text as a whole word.
pub fn mentions(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| !text[at + name.len()..].starts_with(is_word))
}

fn replace(text: &str, name: &str, by: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let end = at + name.len();
        let whole = !rest[end..].starts_with(is_word);
        out.push_str(&rest[..at]);
        out.push_str(if whole { by } else { name });
        rest = &rest[end..];
    }
    out + rest
}

/// Returns the text of a volatile store of a byte to the mark register.
pub fn mark(value: &str) -> String {
    format!("store volatile i8 {value}, ptr {MARK}, align 1")
}
