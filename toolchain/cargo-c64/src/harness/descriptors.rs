//! Reads a module's tests from the constants that rustc's `#[test]` generates, and reduces modules to some of their tests.
//!
//! `toolchain/conformance/shim/test/src/lib.rs` declares the layout.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use anyhow::{Context, Result, bail, ensure};
use compiler::ir::{Const, Module, Symbol, Type};

/// `test::MARK`: the first bytes of a descriptor.
const MARK: [u8; 8] = *b"\x80TESTS\xff\x01";
/// After the mark: address and length of the name.
const NAME: usize = 8;
/// `ShouldPanic`: a byte, then address and length of a message.
const SHOULD_PANIC: usize = 12;
/// Whether the test is ignored: a byte.
const IGNORE: usize = 17;
/// Why it is ignored: address and length of a text.
const IGNORE_MESSAGE: usize = 18;
/// The offset of the function's address.
const FUNCTION: usize = 37;
/// The size of a descriptor.
const SIZE: usize = 39;

/// Whether a test must panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Panics {
    /// The test must not panic.
    Never,
    /// The test must panic.
    Always,
    /// The test must panic with a message that contains this text.
    With(String),
}

/// A test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The name of the test in its crate.
    pub name: String,
    /// Whether the test must panic.
    pub panics: Panics,
    /// Why the test is ignored, if it is.
    pub ignored: Option<String>,
    /// The function of the test.
    pub function: Symbol,
    /// Its index in the runner's table.
    pub index: u16,
    /// The constant that describes it.
    pub descriptor: Symbol,
}

/// A constant as bytes, with the symbols whose addresses it contains.
#[derive(Default)]
struct Bytes {
    bytes: Vec<u8>,
    addresses: BTreeMap<usize, (Symbol, i32)>,
}

impl Bytes {
    fn push(&mut self, ty: &Type, value: &Const) {
        let (start, size) = (self.bytes.len(), ty.size() as usize);
        match value {
            Const::Int(number) => self.bytes.extend(number.to_le_bytes()),
            Const::Float(bits) => self.bytes.extend(bits.to_le_bytes()),
            Const::Address(symbol, offset) => {
                self.addresses.insert(start, (*symbol, *offset));
            }
            Const::Undef | Const::Zero => {}
            Const::Aggregate(parts) => parts.iter().for_each(|(ty, part)| self.push(ty, part)),
            Const::Bytes(bytes) => self.bytes.extend(bytes),
        }
        self.bytes.resize(start + size, 0);
    }

    fn of(module: &Module, symbol: Symbol) -> Option<Bytes> {
        let global = module.global(symbol)?;
        let mut bytes = Bytes::default();
        bytes.push(&global.ty, global.init.as_ref()?);
        Some(bytes)
    }

    fn word(&self, at: usize) -> usize {
        usize::from(self.bytes[at]) | usize::from(self.bytes[at + 1]) << 8
    }

    /// Reads the text whose address and length are stored at an offset.
    fn text(&self, module: &Module, at: usize) -> Result<String> {
        let length = self.word(at + 2);
        if length == 0 {
            return Ok(String::new());
        }
        let (symbol, offset) = self.addresses.get(&at).context("a text of a test has no address")?;
        let text = Bytes::of(module, *symbol).context("a text of a test is no constant")?;
        let range = Range { start: *offset as usize, end: *offset as usize + length };
        let bytes = text.bytes.get(range).context("a text of a test is cut off")?;
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }
}

/// Returns the tests of a module, in the order of the runner's table.
///
/// # Errors
/// The constants are not laid out as our crate `test` declares them.
pub fn tests(module: &Module) -> Result<Vec<Test>> {
    let mut descriptors = BTreeMap::new();
    let mut tables = Vec::new();
    for global in &module.globals {
        let Some(bytes) = Bytes::of(module, global.symbol) else { continue };
        if bytes.bytes.starts_with(&MARK) {
            ensure!(bytes.bytes.len() == SIZE, "the descriptor of a test has {} bytes", bytes.bytes.len());
            descriptors.insert(global.symbol, bytes);
        } else if 2 * bytes.addresses.len() == bytes.bytes.len() && !bytes.bytes.is_empty() {
            tables.push(bytes);
        }
    }
    let is_descriptor = |&(symbol, offset): &(Symbol, i32)| offset == 0 && descriptors.contains_key(&symbol);
    let table = tables.iter().find(|table| table.addresses.values().all(is_descriptor));
    let Some(table) = table else {
        ensure!(descriptors.is_empty(), "{} tests have no table", descriptors.len());
        return Ok(Vec::new());
    };
    let entries = table.addresses.iter().map(|(at, (symbol, _))| (at / 2, *symbol));
    let tests = entries.map(|(index, symbol)| test(module, symbol, &descriptors[&symbol], index));
    tests.filter_map(Result::transpose).collect()
}

/// Reads a test; `None` if it has no function, as for a benchmark.
fn test(module: &Module, descriptor: Symbol, bytes: &Bytes, index: usize) -> Result<Option<Test>> {
    let name = bytes.text(module, NAME)?;
    let Some((function, _)) = bytes.addresses.get(&FUNCTION) else { return Ok(None) };
    let panics = match bytes.bytes[SHOULD_PANIC] {
        0 => Panics::Never,
        1 => Panics::Always,
        2 => Panics::With(bytes.text(module, SHOULD_PANIC + 1)?),
        other => bail!("{name}: ShouldPanic is {other}"),
    };
    let ignored = match bytes.bytes[IGNORE] {
        0 => None,
        _ => Some(bytes.text(module, IGNORE_MESSAGE)?),
    };
    Ok(Some(Test { name, panics, ignored, function: *function, index: index as u16, descriptor }))
}

/// Removes these tests from the module, so that their descriptors and functions are no longer reachable.
pub fn remove<'a>(module: &mut Module, tests: impl Iterator<Item = &'a Test>) {
    let gone: BTreeSet<Symbol> = tests.map(|test| test.descriptor).collect();
    for init in module.globals.iter_mut().filter_map(|global| global.init.as_mut()) {
        clear(init, &gone);
    }
}

/// Replaces the addresses of these symbols by 0.
fn clear(value: &mut Const, gone: &BTreeSet<Symbol>) {
    match value {
        Const::Address(found, _) if gone.contains(found) => *value = Const::Zero,
        Const::Aggregate(parts) => parts.iter_mut().for_each(|(_, part)| clear(part, gone)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use compiler::ir::operands::constant_mentions;
    use compiler::llvm;

    /// Two tests as rustc 1.95 emits them, shortened.
    const TEXT: &str = "target datalayout = \"e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8\"\n\
        @n = private constant [4 x i8] c\"a::b\"\n\
        @m = private constant [3 x i8] c\"bad\"\n\
        @d0 = private constant <{ [8 x i8], ptr, [4 x i8], [23 x i8], ptr }> <{ [8 x i8] c\"\\80TESTS\\FF\\01\", ptr @n, [4 x i8] c\"\\04\\00\\00\\00\", [23 x i8] zeroinitializer, ptr @f }>\n\
        @d1 = private constant <{ [8 x i8], ptr, [3 x i8], ptr, [3 x i8], [19 x i8], ptr }> <{ [8 x i8] c\"\\80TESTS\\FF\\01\", ptr @n, [3 x i8] c\"\\01\\00\\02\", ptr @m, [3 x i8] c\"\\03\\00\\01\", [19 x i8] zeroinitializer, ptr @g }>\n\
        @t = private constant <{ ptr, ptr }> <{ ptr @d0, ptr @d1 }>\n\
        define void @f() {\n  ret void\n}\n\
        define void @g() {\n  ret void\n}\n";

    #[test]
    fn descriptors_are_read_and_tests_taken_out() {
        let mut module = llvm::parse("t", TEXT).unwrap();
        let found = tests(&module).unwrap();
        let told: Vec<_> =
            found.iter().map(|t| (t.name.as_str(), &t.panics, t.ignored.is_some(), t.index)).collect();
        let with = Panics::With("bad".into());
        assert_eq!(told, [("a::b", &Panics::Never, false, 0), ("a", &with, true, 1)]);
        remove(&mut module, found[..1].iter());
        let table = module.global(module.symbol("t").unwrap()).unwrap();
        let mut left = Vec::new();
        constant_mentions(table.init.as_ref().unwrap(), &mut |symbol| left.push(symbol));
        assert_eq!(left, [found[1].descriptor]);
    }

    #[test]
    fn a_module_without_tests_has_none() {
        let module = llvm::parse("t", TEXT.split("@d0").next().unwrap()).unwrap();
        assert_eq!(tests(&module).unwrap(), []);
    }
}
