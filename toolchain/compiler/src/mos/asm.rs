//! A 6502 assembler for the text of runtime routines, `global_asm!` and `asm!`.
//!
//! One statement per line: `name:` global labels, `@name:` or `.name:` local to the preceding global label, `2:` numeric ones (`2b`
//! and `2f` are the nearest before and after), instructions, `name = expression`, `.byte`, `.word`, `.res`. Expressions add and
//! subtract numbers (`10`, `$0a`, `%1010`, `'a'`) and at most one label. `;` begins a comment.

use std::collections::BTreeMap;

use super::code::{Arg, Chunk, Ins, Item, Label, Program, Section};
use super::isa::{Mnemonic, Mode, lookup};
use crate::Error;

/// An assembled text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assembly {
    /// Its instructions, labels and data, in order.
    pub items: Vec<Item>,
    /// The global labels it defines.
    pub defined: BTreeMap<String, Label>,
}

/// Assembles a text. `known` names labels from outside; if the text defines one of them, it is placed there. The text's other
/// labels are made in `program`. An error names `place` and the line.
pub fn assemble(
    text: &str,
    place: &str,
    program: &mut Program,
    known: &BTreeMap<String, Label>,
) -> Result<Assembly, Error> {
    let fail = |line: u32, what: String| Error::Assembly { place: place.to_string(), line, what };
    let (statements, names) = collect(text, program, known).map_err(|(line, what)| fail(line, what))?;
    let mut constants = BTreeMap::new();
    let mut items = Vec::new();
    for (index, statement) in statements.iter().enumerate() {
        items.extend(statement.labels.iter().map(|&l| Item::Label(l)));
        let scope = Scope { names: &names, known, program, constants: &constants, statement, index };
        match (Reader { rest: statement.body, scope }).statement() {
            Ok(Parsed::Items(new)) => items.extend(new),
            Ok(Parsed::Constant(name, value)) => {
                constants.insert(name.to_string(), value);
            }
            Err(what) => return Err(fail(statement.line, what)),
        }
    }
    Ok(Assembly { items, defined: names.globals })
}

/// Assembles a text into a chunk of code. Its label is the text's first one if the text begins with a label, otherwise a new one
/// named `place`.
pub fn chunk(
    text: &str,
    place: &str,
    section: Section,
    program: &mut Program,
    known: &BTreeMap<String, Label>,
) -> Result<(Chunk, BTreeMap<String, Label>), Error> {
    let Assembly { mut items, defined } = assemble(text, place, program, known)?;
    let label = match items.first() {
        Some(&Item::Label(label)) => {
            items.remove(0);
            label
        }
        _ => program.label(place),
    };
    Ok((Chunk { label, section, align: 1, items }, defined))
}

/// A line without its labels and its comment.
struct Statement<'t> {
    line: u32,
    labels: Vec<Label>,
    /// The preceding global label, to which its local labels belong.
    global: &'t str,
    body: &'t str,
}

/// The labels that a text defines.
#[derive(Default)]
struct Names {
    globals: BTreeMap<String, Label>,
    /// By global label and name.
    locals: BTreeMap<(String, String), Label>,
    /// By number, with the statement before which each stands, ascending.
    numeric: BTreeMap<String, Vec<(usize, Label)>>,
}

/// Splits a text into statements and finds the labels that it defines.
fn collect<'t>(
    text: &'t str,
    program: &mut Program,
    known: &BTreeMap<String, Label>,
) -> Result<(Vec<Statement<'t>>, Names), (u32, String)> {
    let mut names = Names::default();
    let mut statements = Vec::new();
    let mut global = "";
    for (line, text) in (1..).zip(text.lines()) {
        let mut body = without_comment(text).trim();
        let mut labels = Vec::new();
        while let Some((name, rest)) = label_definition(body) {
            body = rest;
            let twice = || (line, format!("label `{name}` is defined twice"));
            if name.starts_with(|c: char| c.is_ascii_digit()) {
                let label = program.label(format!(".{name}"));
                names.numeric.entry(name.to_string()).or_default().push((statements.len(), label));
                labels.push(label);
            } else if let Some(local) = name.strip_prefix(['@', '.']) {
                let label = program.label(format!(".{local}"));
                let key = (global.to_string(), local.to_string());
                if names.locals.insert(key, label).is_some() {
                    return Err(twice());
                }
                labels.push(label);
            } else {
                let label = known.get(name).copied().unwrap_or_else(|| program.label(name));
                if program.labels[label.0 as usize].fixed.is_some() {
                    return Err((line, format!("`{name}` already has a fixed address")));
                }
                if matches!(name, "a" | "A" | "x" | "X" | "y" | "Y") {
                    return Err((line, format!("`{name}` is a register, not a label")));
                }
                if names.globals.insert(name.to_string(), label).is_some() {
                    return Err(twice());
                }
                global = name;
                labels.push(label);
            }
        }
        statements.push(Statement { line, labels, global, body });
    }
    Ok((statements, names))
}

/// Returns the text before the comment; a semicolon in quotes does not begin one.
fn without_comment(text: &str) -> &str {
    let bytes = text.as_bytes();
    let comment = (0..bytes.len())
        .find(|&i| bytes[i] == b';' && !(i > 0 && bytes[i - 1] == b'\'' && bytes.get(i + 1) == Some(&b'\'')));
    &text[..comment.unwrap_or(text.len())]
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '@')
}

/// Returns the name at the start of a text, which may be empty, and the rest.
fn take_name(text: &str) -> (&str, &str) {
    if text.starts_with('$') {
        return ("", text);
    }
    text.split_at(text.find(|c| !is_name(c)).unwrap_or(text.len()))
}

/// Returns a label at the start of a statement and the text after its colon.
fn label_definition(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = take_name(text);
    let rest = rest.trim_start().strip_prefix(':')?;
    let numeric = name.bytes().all(|b| b.is_ascii_digit());
    let starts_well = numeric || !name.starts_with(|c: char| c.is_ascii_digit());
    (!name.is_empty() && starts_well && name != "@" && name != ".").then(|| (name, rest.trim_start()))
}

/// A label plus an offset, or a number.
#[derive(Clone, Copy)]
struct Value {
    label: Option<Label>,
    offset: i32,
}

/// A byte in an instruction or a directive.
enum Byte {
    Value(u8),
    Lo(Label, i32),
    Hi(Label, i32),
}

enum Parsed<'t> {
    Items(Vec<Item>),
    Constant(&'t str, Value),
}

/// The names that a statement can use.
struct Scope<'a, 't> {
    names: &'a Names,
    known: &'a BTreeMap<String, Label>,
    program: &'a Program,
    constants: &'a BTreeMap<String, Value>,
    statement: &'a Statement<'t>,
    index: usize,
}

impl Scope<'_, '_> {
    fn value_of(&self, name: &str) -> Result<Value, String> {
        let label = |label: Label| Value { label: Some(label), offset: 0 };
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            return self.numeric(name).map(label);
        }
        if let Some(local) = name.strip_prefix(['@', '.']) {
            let key = (self.statement.global.to_string(), local.to_string());
            let found = self.names.locals.get(&key).copied();
            return found.map(label).ok_or_else(|| format!("there is no local label `{name}` here"));
        }
        if let Some(&value) = self.constants.get(name) {
            return Ok(value);
        }
        let found = self.names.globals.get(name).or_else(|| self.known.get(name)).copied();
        found.map(label).ok_or_else(|| {
            format!("`{name}` is not defined (constants must be defined before they are used)")
        })
    }

    /// Resolves `2b` or `2f`.
    fn numeric(&self, name: &str) -> Result<Label, String> {
        let (number, direction) = name.split_at(name.len() - 1);
        let all = self.names.numeric.get(number).map_or(&[][..], Vec::as_slice);
        let found = match direction {
            "b" => all.iter().rev().find(|(at, _)| *at <= self.index),
            "f" => all.iter().find(|(at, _)| *at > self.index),
            _ => return Err(format!("`{name}` is not a number")),
        };
        found.map(|(_, label)| *label).ok_or_else(|| format!("there is no label `{name}`"))
    }

    /// Returns the address, if it is known before layout.
    fn address(&self, value: Value) -> Option<i32> {
        match value.label {
            None => Some(value.offset),
            Some(label) => {
                let fixed = self.program.labels[label.0 as usize].fixed?;
                Some(i32::from(fixed) + value.offset)
            }
        }
    }
}

/// The unread rest of a statement.
struct Reader<'a, 't> {
    rest: &'t str,
    scope: Scope<'a, 't>,
}

impl<'t> Reader<'_, 't> {
    /// Reads this character if it comes next; returns whether it did.
    fn eat(&mut self, c: char) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(c);
        self.rest = found.unwrap_or(rest);
        found.is_some()
    }

    /// Reads this register if it comes next; returns whether it did.
    fn eat_register(&mut self, register: &str) -> bool {
        let (name, rest) = take_name(self.rest.trim_start());
        let found = name.eq_ignore_ascii_case(register);
        if found {
            self.rest = rest;
        }
        found
    }

    fn end(&self) -> Result<(), String> {
        match self.rest.trim() {
            "" => Ok(()),
            rest => Err(format!("unexpected `{rest}`")),
        }
    }

    fn statement(&mut self) -> Result<Parsed<'t>, String> {
        if self.rest.is_empty() {
            return Ok(Parsed::Items(Vec::new()));
        }
        let (word, rest) = take_name(self.rest);
        self.rest = rest;
        if word.is_empty() {
            return Err(format!("`{rest}` is not a statement"));
        }
        let items = if self.eat('=') {
            let value = self.expression()?;
            self.end()?;
            if self.scope.constants.contains_key(word) || self.scope.names.globals.contains_key(word) {
                return Err(format!("`{word}` is defined twice"));
            }
            return Ok(Parsed::Constant(word, value));
        } else if word.starts_with('.') {
            self.directive(word)?
        } else {
            let op = Mnemonic::parse(word).ok_or_else(|| format!("`{word}` is not a 6502 instruction"))?;
            vec![Item::Ins(self.operand(op)?)]
        };
        self.end()?;
        Ok(Parsed::Items(items))
    }

    fn directive(&mut self, name: &str) -> Result<Vec<Item>, String> {
        let mut items = Vec::new();
        match name {
            ".byte" => loop {
                match self.byte()? {
                    Byte::Value(b) => match items.last_mut() {
                        Some(Item::Bytes(bytes)) => bytes.push(b),
                        _ => items.push(Item::Bytes(vec![b])),
                    },
                    Byte::Lo(label, offset) => items.push(Item::LoByte(label, offset)),
                    Byte::Hi(label, offset) => items.push(Item::HiByte(label, offset)),
                }
                if !self.eat(',') {
                    break;
                }
            },
            ".word" => loop {
                let value = self.expression()?;
                items.push(match value.label {
                    Some(label) => Item::Word(label, value.offset),
                    None => Item::Bytes(word(value.offset)?.to_le_bytes().to_vec()),
                });
                if !self.eat(',') {
                    break;
                }
            },
            ".res" => {
                let count = self.expression()?;
                let count = self.scope.address(count).ok_or("the size must be a number")?;
                let fill = if self.eat(',') { self.byte()? } else { Byte::Value(0) };
                let Byte::Value(fill) = fill else {
                    return Err("the fill value must be a number".to_string());
                };
                items.push(Item::Bytes(vec![fill; usize::from(word(count)?)]));
            }
            _ => return Err(format!("there is no directive `{name}`")),
        }
        Ok(items)
    }

    fn operand(&mut self, op: Mnemonic) -> Result<Ins, String> {
        let has = |mode| lookup(op, mode).is_some();
        let make = |mode, arg| {
            if has(mode) {
                return Ok(Ins { op, mode, arg });
            }
            Err(format!("`{op}` has no such addressing mode"))
        };
        if self.rest.trim().is_empty() {
            return if has(Mode::Implied) {
                make(Mode::Implied, Arg::None)
            } else {
                make(Mode::Accumulator, Arg::None)
            };
        }
        if self.eat_register("a") {
            return make(Mode::Accumulator, Arg::None);
        }
        if self.eat('#') {
            return match self.byte()? {
                Byte::Value(b) => make(Mode::Immediate, Arg::Imm(b)),
                Byte::Lo(label, offset) => make(Mode::Immediate, Arg::Lo(label, offset)),
                Byte::Hi(label, offset) => make(Mode::Immediate, Arg::Hi(label, offset)),
            };
        }
        if self.eat('(') {
            let value = self.expression()?;
            let mode = if self.eat(',') {
                let closed = self.eat_register("x") && self.eat(')');
                closed.then_some(Mode::IndirectX).ok_or("expected `x)`")?
            } else if !self.eat(')') {
                return Err("expected `)`".to_string());
            } else if self.eat(',') {
                self.eat_register("y").then_some(Mode::IndirectY).ok_or("expected `y`")?
            } else {
                Mode::Indirect
            };
            if mode != Mode::Indirect && !self.is_zero_page(value) {
                return Err("the pointer must be in the zero page".to_string());
            }
            return make(mode, memory(value)?);
        }
        let value = self.expression()?;
        if op.is_branch() {
            return make(Mode::Relative, memory(value)?);
        }
        if !self.eat(',') {
            return make(Mode::Absolute, memory(value)?);
        }
        let (zero_page, absolute) = if self.eat_register("x") {
            (Mode::ZeroPageX, Mode::AbsoluteX)
        } else if self.eat_register("y") {
            (Mode::ZeroPageY, Mode::AbsoluteY)
        } else {
            return Err("expected `x` or `y`".to_string());
        };
        let short = has(zero_page) && self.is_zero_page(value);
        make(if short { zero_page } else { absolute }, memory(value)?)
    }

    fn is_zero_page(&self, value: Value) -> bool {
        self.scope.address(value).is_some_and(|a| (0..256).contains(&a))
    }

    /// Reads a byte: an expression, or the low (`<`) or high (`>`) byte of one.
    fn byte(&mut self) -> Result<Byte, String> {
        if self.eat('<') {
            let value = self.expression()?;
            return Ok(match value.label {
                Some(label) => Byte::Lo(label, value.offset),
                None => Byte::Value(value.offset as u8),
            });
        }
        if self.eat('>') {
            let value = self.expression()?;
            return Ok(match value.label {
                Some(label) => Byte::Hi(label, value.offset),
                None => Byte::Value((value.offset >> 8) as u8),
            });
        }
        let value = self.expression()?;
        match self.scope.address(value) {
            Some(n @ -128..=255) => Ok(Byte::Value(n as u8)),
            Some(n) => Err(format!("{n} does not fit into a byte: use its `<` or `>` part")),
            None => Err("an address does not fit into a byte: use its `<` or `>` part".to_string()),
        }
    }

    fn expression(&mut self) -> Result<Value, String> {
        let mut sum = Value { label: None, offset: 0 };
        let mut minus = self.eat('-');
        loop {
            let term = self.term()?;
            match (term.label, minus) {
                (None, _) => {}
                (Some(_), true) => return Err("a label cannot be subtracted".to_string()),
                (Some(_), false) if sum.label.is_some() => {
                    return Err("two labels cannot be added".to_string());
                }
                (Some(_), false) => sum.label = term.label,
            }
            let total = sum.offset + if minus { -term.offset } else { term.offset };
            if total.abs() > 0xffff {
                return Err(format!("{total} is out of range"));
            }
            sum.offset = total;
            minus = self.eat('-');
            if !minus && !self.eat('+') {
                return Ok(sum);
            }
        }
    }

    fn term(&mut self) -> Result<Value, String> {
        let number = |offset| Ok(Value { label: None, offset });
        if self.eat('$') {
            return number(self.digits(16)?);
        }
        if self.eat('%') {
            return number(self.digits(2)?);
        }
        if self.eat('\'') {
            let c =
                self.rest.chars().next().filter(char::is_ascii).ok_or("expected a character in quotes")?;
            self.rest = &self.rest[1..];
            return if self.eat('\'') { number(c as i32) } else { Err("expected `'`".to_string()) };
        }
        let (name, rest) = take_name(self.rest);
        if name.is_empty() {
            let found = if rest.is_empty() { "the end" } else { rest };
            return Err(format!("expected a value, found `{found}`"));
        }
        if name.bytes().all(|b| b.is_ascii_digit()) {
            return number(self.digits(10)?);
        }
        self.rest = rest;
        self.scope.value_of(name)
    }

    fn digits(&mut self, radix: u32) -> Result<i32, String> {
        let (digits, rest) = self.rest.split_at(self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len()));
        let value = u16::from_str_radix(digits, radix);
        self.rest = rest;
        value
            .map(i32::from)
            .map_err(|_| format!("`{digits}` is not a number of at most 16 bits in base {radix}"))
    }
}

fn word(n: i32) -> Result<u16, String> {
    u16::try_from(n).map_err(|_| format!("{n} is not a number of 16 bits"))
}

fn memory(value: Value) -> Result<Arg, String> {
    Ok(match value.label {
        Some(label) => Arg::Mem(label, value.offset),
        None => Arg::Abs(word(value.offset)?),
    })
}

#[cfg(test)]
mod tests;
