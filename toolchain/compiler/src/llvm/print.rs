//! Writes the IR as text that [`parse`](super::parse) reads back to the same module, apart from line numbers.
//!
//! Symbols are written in their order. What the IR does not keep is not written: overloads of intrinsics, address spaces, most
//! attributes. Names are made unique: a value or block without a unique name gets one.

use std::collections::HashSet;
use std::fmt::Write;

use super::constants::{decimal, sign_extend};
use super::floats::widen;
use super::lexer::is_name;
use super::types::write_type;
use super::words::{BINARY, CAST, PREDICATE, RMW, word};
use crate::ir::sources::SourceId;
use crate::ir::{
    BinOp, Block, BlockId, Callee, Const, Extern, Function, Global, Inst, Interrupt, Module, Op, Operand,
    Param, SymbolKind, Type, Value,
};

/// Returns the module as LLVM text; see the module documentation for what is kept.
pub fn print(module: &Module) -> String {
    let mut printer = Printer { module, out: String::new(), values: Vec::new(), blocks: Vec::new() };
    printer.module();
    printer.out
}

struct Printer<'a> {
    module: &'a Module,
    out: String,
    /// The names of the function's values, quoted where needed.
    values: Vec<String>,
    blocks: Vec<String>,
}

/// Returns a name as it is written after `@` or `%`.
fn quoted(name: &str) -> String {
    let plain = !name.is_empty() && name.bytes().all(is_name);
    let digits = name.bytes().all(|b| b.is_ascii_digit());
    if plain && (digits || !name.as_bytes()[0].is_ascii_digit()) {
        return name.to_string();
    }
    let mut out = String::new();
    string(&mut out, name.as_bytes());
    out
}

/// Writes a quoted string, with `\XX` for special characters.
fn string(out: &mut String, bytes: &[u8]) {
    out.push('"');
    for &byte in bytes {
        match byte {
            b' '..=b'~' if byte != b'"' && byte != b'\\' => out.push(byte as char),
            _ => put(out, format_args!("\\{byte:02X}")),
        }
    }
    out.push('"');
}

/// Appends formatted text.
fn put(out: &mut String, text: std::fmt::Arguments) {
    // Writing to a `String` cannot fail.
    let _ = out.write_fmt(text);
}

/// Makes names unique and not empty.
fn unique<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let names: Vec<&str> = names.collect();
    let given: HashSet<&str> = names.iter().copied().collect();
    let mut used: HashSet<String> = HashSet::new();
    let mut next = 0;
    let unique = names.iter().map(|name| {
        let mut chosen = name.to_string();
        while chosen.is_empty()
            || used.contains(&chosen)
            || (chosen != *name && given.contains(chosen.as_str()))
        {
            let front = if name.is_empty() { "v" } else { name };
            chosen = format!("{front}.{next}");
            next += 1;
        }
        used.insert(chosen.clone());
        quoted(&chosen)
    });
    unique.collect()
}

impl Printer<'_> {
    fn put(&mut self, text: std::fmt::Arguments) {
        put(&mut self.out, text);
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn ty(&mut self, ty: &Type) {
        write_type(&mut self.out, ty);
    }

    fn module(&mut self) {
        let module = self.module;
        self.text("target datalayout = \"e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8\"\n");
        self.text("target triple = \"avr-unknown-unknown\"\n");
        for line in &module.asm {
            self.text("module asm ");
            string(&mut self.out, line.as_bytes());
            self.text("\n");
        }
        for (i, symbol) in module.symbols.iter().enumerate() {
            match symbol.kind {
                SymbolKind::Global(at) if module.globals[at as usize].symbol.index() == i => {
                    self.global(&module.globals[at as usize]);
                }
                SymbolKind::Function(at) if module.functions[at as usize].symbol.index() == i => {
                    self.function(&module.functions[at as usize]);
                }
                SymbolKind::Extern(at) if module.externs[at as usize].symbol.index() == i => {
                    self.external(&module.externs[at as usize]);
                }
                SymbolKind::Global(at) => {
                    self.alias(&symbol.name, module.name_of(module.globals[at as usize].symbol))
                }
                SymbolKind::Function(at) => {
                    self.alias(&symbol.name, module.name_of(module.functions[at as usize].symbol));
                }
                SymbolKind::Extern(at) => {
                    self.alias(&symbol.name, module.name_of(module.externs[at as usize].symbol))
                }
                SymbolKind::Dropped => {}
            }
        }
        self.sources();
    }

    /// Returns the node number of a place: files come first, then a scope for each.
    fn place_node(&self, place: usize) -> usize {
        2 * self.module.sources.files().len() + place
    }

    /// Returns the node number of a function: functions follow the places.
    fn function_node(&self, function: &Function) -> usize {
        self.place_node(self.module.sources.places().len() + function.symbol.index())
    }

    /// Writes files, scopes, places and functions as metadata.
    fn sources(&mut self) {
        let sources = &self.module.sources;
        let files = sources.files().len();
        for (i, path) in sources.files().iter().enumerate() {
            self.put(format_args!("\n!{i} = !DIFile(filename: "));
            string(&mut self.out, path.as_bytes());
            self.put(format_args!(", directory: \"\")"));
        }
        for i in 0..files {
            self.put(format_args!("\n!{} = distinct !DISubprogram(file: !{i})", files + i));
        }
        for (i, place) in sources.places().iter().enumerate() {
            self.put(format_args!("\n!{} = !DILocation(line: {}", self.place_node(i), place.line));
            if let Some(file) = place.file {
                self.put(format_args!(", scope: !{}", files + file as usize));
            }
            if let Some(outer) = place.inlined_at.index() {
                self.put(format_args!(", inlinedAt: !{}", self.place_node(outer)));
            }
            self.text(")");
        }
        for function in &self.module.functions {
            let Some(place) = function.source.index() else { continue };
            let place = sources.places()[place];
            self.put(format_args!("\n!{} = distinct !DISubprogram(", self.function_node(function)));
            if let Some(file) = place.file {
                self.put(format_args!("file: !{file}, "));
            }
            self.put(format_args!("line: {})", place.line));
        }
    }

    fn alias(&mut self, name: &str, target: &str) {
        self.put(format_args!("\n@{} = alias i8, ptr @{}\n", quoted(name), quoted(target)));
    }

    fn global(&mut self, global: &Global) {
        self.put(format_args!("\n@{} = ", quoted(self.module.name_of(global.symbol))));
        self.text(match (&global.init, global.exported) {
            (None, _) => "external ",
            (_, true) => "",
            (_, false) => "internal ",
        });
        self.text(if global.constant { "constant " } else { "global " });
        self.ty(&global.ty);
        if let Some(init) = &global.init {
            self.text(" ");
            self.constant(&global.ty, init);
        }
        if let Some(section) = &global.section {
            self.text(", section ");
            string(&mut self.out, section.as_bytes());
        }
        self.put(format_args!(", align {}\n", global.align));
    }

    fn external(&mut self, function: &Extern) {
        self.text("\ndeclare ");
        self.ty(&function.ret);
        self.put(format_args!(" @{}(", quoted(self.module.name_of(function.symbol))));
        self.list(&function.params, |p, ty| p.ty(ty));
        self.text(")\n");
    }

    /// Writes items with commas between them.
    fn list<T>(&mut self, items: &[T], mut item: impl FnMut(&mut Self, &T)) {
        for (i, one) in items.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            item(self, one);
        }
    }

    fn function(&mut self, function: &Function) {
        self.values = unique(function.values.iter().map(|v| v.name.as_str()));
        self.blocks = unique(function.blocks.iter().map(|b| b.name.as_str()));
        self.text(if function.exported { "\ndefine " } else { "\ndefine internal " });
        match function.interrupt {
            Some(Interrupt::Kernal) => self.text("avr_signalcc "),
            Some(Interrupt::Hardware) => self.text("avr_intrcc "),
            None => {}
        }
        self.ty(&function.ret);
        self.put(format_args!(" @{}(", quoted(self.module.name_of(function.symbol))));
        self.list(&function.params, |p, param| p.param(function, param));
        self.text(if function.small { ") optsize" } else { ")" });
        if function.source != SourceId::UNKNOWN {
            self.put(format_args!(" !dbg !{}", self.function_node(function)));
        }
        self.text(" {\n");
        for (i, block) in function.blocks.iter().enumerate() {
            self.block(function, i, block);
        }
        self.text("}\n");
    }

    fn param(&mut self, function: &Function, param: &Param) {
        let ty = function.ty(param.value);
        self.ty(ty);
        if let Some((low, high)) = param.range {
            self.text(" range(");
            self.ty(ty);
            self.put(format_args!(" {low}, {high})"));
        }
        if param.dereferenceable != 0 {
            self.put(format_args!(" dereferenceable({})", param.dereferenceable));
        }
        if param.sret {
            self.text(" sret(i8)");
        }
        self.text(" ");
        self.value(param.value);
    }

    fn block(&mut self, function: &Function, index: usize, block: &Block) {
        if index > 0 {
            self.text("\n");
        }
        put(&mut self.out, format_args!("{}:\n", self.blocks[index]));
        for inst in &block.insts {
            self.inst(function, inst);
        }
    }

    fn value(&mut self, value: Value) {
        put(&mut self.out, format_args!("%{}", self.values[value.index()]));
    }

    fn label(&mut self, block: BlockId) {
        put(&mut self.out, format_args!("label %{}", self.blocks[block.index()]));
    }

    fn operand(&mut self, ty: &Type, operand: &Operand) {
        match operand {
            Operand::Value(value) => self.value(*value),
            Operand::Const(constant) => self.constant(ty, constant),
        }
    }

    fn typed(&mut self, ty: &Type, operand: &Operand) {
        self.ty(ty);
        self.text(" ");
        self.operand(ty, operand);
    }

    fn pointer(&mut self, operand: &Operand) {
        self.typed(&Type::Ptr, operand);
    }

    fn constant(&mut self, ty: &Type, constant: &Const) {
        match (constant, ty) {
            (Const::Int(0), Type::Ptr) => self.text("null"),
            (Const::Int(n), Type::Ptr) => {
                self.put(format_args!("inttoptr (i16 {} to ptr)", sign_extend(*n, 16)))
            }
            (Const::Int(n), Type::Int(1)) => self.text(if *n == 0 { "false" } else { "true" }),
            (Const::Int(n), Type::Int(129..)) => self.text(&decimal(*n, 0)),
            (Const::Aggregate(parts), Type::Int(_)) => match parts[..] {
                [(_, Const::Int(low)), (_, Const::Int(high))] => self.text(&decimal(low, high)),
                _ => unreachable!("the verifier knows no such number: {parts:?}"),
            },
            (Const::Int(n), _) => self.put(format_args!("{}", sign_extend(*n, ty.bits().unwrap_or(128)))),
            (Const::Float(bits), Type::Float) => self.put(format_args!("0x{:016X}", widen(*bits as u32))),
            (Const::Float(bits), _) => self.put(format_args!("0x{bits:016X}")),
            (Const::Address(symbol, 0), Type::Ptr) => {
                self.put(format_args!("@{}", quoted(self.module.name_of(*symbol))));
            }
            (Const::Address(symbol, offset), Type::Ptr) => {
                let name = quoted(self.module.name_of(*symbol));
                self.put(format_args!("getelementptr (i8, ptr @{name}, i16 {offset})"));
            }
            (Const::Address(..), _) => {
                self.text("ptrtoint (ptr ");
                self.constant(&Type::Ptr, constant);
                self.text(" to ");
                self.ty(ty);
                self.text(")");
            }
            (Const::Undef, _) => self.text("undef"),
            (Const::Zero, _) => self.text("zeroinitializer"),
            (Const::Aggregate(parts), _) => {
                let (open, close) = if matches!(ty, Type::Array(..)) { ("[", "]") } else { ("{ ", " }") };
                self.text(open);
                self.list(parts, |p, (ty, part)| {
                    p.ty(ty);
                    p.text(" ");
                    p.constant(ty, part);
                });
                self.text(close);
            }
            (Const::Bytes(bytes), _) => {
                self.text("c");
                string(&mut self.out, bytes);
            }
        }
    }

    fn inst(&mut self, function: &Function, inst: &Inst) {
        self.text("  ");
        let result = inst.result.map_or(&Type::Void, |v| function.ty(v));
        if let Some(value) = inst.result {
            self.value(value);
            self.text(" = ");
        }
        self.op(function, &inst.op, result);
        if let Some(place) = inst.source.index() {
            self.put(format_args!(", !dbg !{}", self.place_node(place)));
        }
        self.text("\n");
    }

    fn op(&mut self, function: &Function, op: &Op, result: &Type) {
        match op {
            Op::Binary { op, lhs, rhs, nuw, nsw } => {
                self.text(word(&BINARY, *op));
                self.text(match (op, nuw, nsw) {
                    (_, false, false) => " ",
                    (BinOp::Or, ..) => " disjoint ",
                    (_, true, true) => " nuw nsw ",
                    (_, true, false) => " nuw ",
                    (_, false, true) => " nsw ",
                });
                self.typed(result, lhs);
                self.text(", ");
                self.operand(result, rhs);
            }
            Op::FNeg(value) => self.unary("fneg ", result, value),
            Op::Freeze(value) => self.unary("freeze ", result, value),
            Op::Icmp { pred, ty, lhs, rhs } => {
                self.put(format_args!("icmp {} ", word(&PREDICATE, *pred)));
                self.typed(ty, lhs);
                self.text(", ");
                self.operand(ty, rhs);
            }
            Op::Fcmp { pred, ty, lhs, rhs } => {
                self.put(format_args!("fcmp {pred} "));
                self.typed(ty, lhs);
                self.text(", ");
                self.operand(ty, rhs);
            }
            Op::Cast { op, from, value } => {
                self.text(word(&CAST, *op));
                self.unary(" ", from, value);
                self.text(" to ");
                self.ty(result);
            }
            Op::Select { cond, then, other } => {
                self.unary("select ", &Type::Int(1), cond);
                self.text(", ");
                self.typed(result, then);
                self.text(", ");
                self.typed(result, other);
            }
            Op::Phi(incoming) => {
                self.text("phi ");
                self.ty(result);
                self.text(" ");
                self.list(incoming, |p, (block, value)| {
                    p.text("[ ");
                    p.operand(result, value);
                    put(&mut p.out, format_args!(", %{} ]", p.blocks[block.index()]));
                });
            }
            Op::Call { callee, args, noreturn } => self.call(callee, args, *noreturn, result),
            Op::ExtractValue { ty, value, path } => {
                self.unary("extractvalue ", ty, value);
                self.path(path);
            }
            Op::InsertValue { value, part_ty, part, path } => {
                self.unary("insertvalue ", result, value);
                self.text(", ");
                self.typed(part_ty, part);
                self.path(path);
            }
            Op::Alloca { ty, align } => {
                self.text("alloca ");
                self.ty(ty);
                self.put(format_args!(", align {align}"));
            }
            Op::Fence => self.text("fence seq_cst"),
            Op::Load { .. }
            | Op::Store { .. }
            | Op::Gep { .. }
            | Op::AtomicRmw { .. }
            | Op::CmpXchg { .. } => {
                self.memory(op, result);
            }
            Op::Br(to) => {
                self.text("br ");
                self.label(*to);
            }
            Op::CondBr { cond, then, other } => {
                self.unary("br ", &Type::Int(1), cond);
                self.text(", ");
                self.label(*then);
                self.text(", ");
                self.label(*other);
            }
            Op::Switch { ty, value, default, cases } => {
                self.unary("switch ", ty, value);
                self.text(", ");
                self.label(*default);
                self.text(" [");
                for (case, to) in cases {
                    self.text("\n    ");
                    self.ty(ty);
                    self.text(" ");
                    self.constant(ty, &Const::Int(*case));
                    self.text(", ");
                    self.label(*to);
                }
                self.text("\n  ]");
            }
            Op::Ret(None) => self.text("ret void"),
            Op::Ret(Some(value)) => self.unary("ret ", &function.ret, value),
            Op::Unreachable => self.text("unreachable"),
        }
    }

    fn unary(&mut self, word: &str, ty: &Type, value: &Operand) {
        self.text(word);
        self.typed(ty, value);
    }

    fn path(&mut self, path: &[u32]) {
        for index in path {
            self.put(format_args!(", {index}"));
        }
    }

    fn call(&mut self, callee: &Callee, args: &[(Type, Operand)], noreturn: bool, result: &Type) {
        self.text("call ");
        self.ty(result);
        self.text(" ");
        match callee {
            Callee::Direct(symbol) => self.put(format_args!("@{}", quoted(self.module.name_of(*symbol)))),
            Callee::Indirect(address) => self.operand(&Type::Ptr, address),
            Callee::Intrinsic(name) => self.put(format_args!("@llvm.{name}")),
            Callee::Asm { template, constraints, side_effect } => {
                self.text(if *side_effect { "asm sideeffect " } else { "asm " });
                string(&mut self.out, template.as_bytes());
                self.text(", ");
                string(&mut self.out, constraints.as_bytes());
            }
        }
        self.text("(");
        self.list(args, |p, (ty, arg)| p.typed(ty, arg));
        self.text(if noreturn { ") noreturn" } else { ")" });
    }

    fn memory(&mut self, op: &Op, result: &Type) {
        match op {
            Op::Load { ptr, volatile, atomic, range } => {
                self.text(access("load ", *atomic, *volatile));
                self.ty(result);
                self.text(", ");
                self.pointer(ptr);
                self.text(if *atomic { " seq_cst, align 1" } else { ", align 1" });
                if let Some((low, high)) = range {
                    self.text(", !range !{");
                    self.ty(result);
                    self.put(format_args!(" {low}, "));
                    self.ty(result);
                    self.put(format_args!(" {high}}}"));
                }
            }
            Op::Store { ty, value, ptr, volatile, atomic } => {
                self.text(access("store ", *atomic, *volatile));
                self.typed(ty, value);
                self.text(", ");
                self.pointer(ptr);
                self.text(if *atomic { " seq_cst, align 1" } else { ", align 1" });
            }
            Op::Gep { base, offset, indices, inbounds, nuw } => {
                self.text("getelementptr ");
                self.text(if *inbounds { "inbounds " } else { "" });
                self.text(if *nuw { "nuw " } else { "" });
                self.gep(base, *offset, indices);
            }
            Op::AtomicRmw { op, ptr, value } => {
                self.put(format_args!("atomicrmw {} ", word(&RMW, *op)));
                self.pointer(ptr);
                self.text(", ");
                self.typed(result, value);
                self.text(" seq_cst, align 1");
            }
            Op::CmpXchg { ptr, ty, expected, new } => {
                self.text("cmpxchg ");
                self.pointer(ptr);
                self.text(", ");
                self.typed(ty, expected);
                self.text(", ");
                self.typed(ty, new);
                self.text(" seq_cst seq_cst, align 1");
            }
            _ => {}
        }
    }

    /// Each term steps over a type of its scale's size, whose first field is an empty array (of size 0) of the type that the next
    /// term steps over. The offset goes last, in bytes.
    fn gep(&mut self, base: &Operand, offset: i32, indices: &[(Type, Operand, i32)]) {
        let scale = |scale: i32| u32::from(scale as u16);
        match indices {
            [] => self.text("i8"),
            [(_, _, one)] if offset == 0 => self.put(format_args!("[{} x i8]", scale(*one))),
            _ => {
                for _ in indices {
                    self.text("{ [0 x ");
                }
                self.text("i8");
                for (_, _, size) in indices.iter().rev() {
                    self.put(format_args!("], [{} x i8] }}", scale(*size)));
                }
            }
        }
        self.text(", ");
        self.pointer(base);
        let nested = indices.len() > 1 || offset != 0;
        for (ty, index, _) in indices {
            self.text(", ");
            self.typed(ty, index);
            self.text(if nested { ", i32 0" } else { "" });
        }
        if indices.is_empty() || offset != 0 {
            self.put(format_args!(", i16 {offset}"));
        }
    }
}

fn access(word: &'static str, atomic: bool, volatile: bool) -> &'static str {
    match (word, atomic, volatile) {
        ("load ", true, false) => "load atomic ",
        ("load ", true, true) => "load atomic volatile ",
        ("load ", false, true) => "load volatile ",
        ("store ", true, false) => "store atomic ",
        ("store ", true, true) => "store atomic volatile ",
        ("store ", false, true) => "store volatile ",
        _ => word,
    }
}
