//! Links the program with the functions it needs from `compiler_builtins`, which LLVM expects beside every program.
//!
//! Requires: whole bytes.  Gives: no floats, and no products, quotients or shifts by a variable count of more than 64 bits.
//!
//! Their names and meanings are those of libgcc and compiler-rt. They are LLVM text from the same build as the program, so they are
//! expanded in turn: a product of `double` needs a 128-bit one.

use std::collections::BTreeMap;

use super::expand::{Expand, Names};
use super::floats;
use super::halves::halves;
use super::intrinsics::intrinsics;
use super::reach;
use super::signatures::{Signature, Signatures, clash};
use super::widths::widths;
use crate::Error;
use crate::ir::operands::{mentions, operands_mut};
use crate::ir::sources::SourceId;
use crate::ir::{Callee, Const, Extern, Function, Module, Op, Operand, Symbol, SymbolInfo, SymbolKind};
use crate::llvm;

/// The name of the text in messages.
const NAME: &str = "compiler_builtins";

/// Replaces every operation that the byte form does not support by calls, and adds the called functions from `text`. Without a
/// text, changes nothing.
///
/// # Errors
/// A needed part of the text does not parse, or the program uses one of its names for something else.
pub fn link(module: &mut Module, text: Option<&str>) -> Result<(), Error> {
    let Some(text) = text else { return Ok(()) };
    let types = Signature::all(module);
    expand(module)?;
    floats::remove(module);
    loop {
        let names = mentioned_externs(module);
        let defined = |name: &str| !reach::is_built_in(name) && text.contains(&format!("@{name}("));
        let wanted: Vec<&str> = names.iter().map(String::as_str).filter(|name| defined(name)).collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let mut library = llvm::parse_needed(NAME, text, &wanted)?;
        halves(&mut library)?;
        intrinsics(&mut library);
        widths(&mut library)?;
        let theirs = Signature::all(&library);
        expand(&mut library)?;
        floats::remove(&mut library);
        let before = module.functions.len() + module.globals.len();
        join(module, library, &types, &theirs)?;
        if module.functions.len() + module.globals.len() == before {
            return Ok(());
        }
    }
}

/// Replaces operations by calls of functions that are not there yet.
fn expand(module: &mut Module) -> Result<(), Error> {
    let symbols = (0..module.symbols.len() as u32).map(Symbol);
    let mut names: Names = symbols
        .map(|symbol| (module.name_of(symbol).to_string(), (symbol, Signature::of(module, symbol))))
        .collect();
    let mut functions = std::mem::take(&mut module.functions);
    for function in &mut functions {
        for b in 0..function.blocks.len() {
            let insts = std::mem::take(&mut function.blocks[b].insts);
            let mut expand = Expand::new(module, &mut names, function);
            for inst in insts {
                if !floats::expand(&mut expand, &inst) && !expand.wide(&inst) {
                    expand.keep(inst);
                }
            }
            function.blocks[b].insts = expand.done()?;
        }
    }
    module.functions = functions;
    Ok(())
}

/// Returns the names of the declared functions that code mentions.
fn mentioned_externs(module: &Module) -> Vec<String> {
    let mut names = Vec::new();
    for function in &module.functions {
        mentions(function, &mut |symbol| {
            if matches!(module.symbols[symbol.index()].kind, SymbolKind::Extern(_)) {
                names.push(module.name_of(symbol).to_string());
            }
        });
    }
    names.sort();
    names.dedup();
    names
}

/// Moves all definitions of `library` into `module`, where their declarations become definitions. Definitions of the module itself
/// stay. `types` and `theirs` are the types of both before floats became integers.
///
/// # Errors
/// Both have a function of the same name with different types.
fn join(module: &mut Module, library: Module, types: &Signatures, theirs: &Signatures) -> Result<(), Error> {
    let exported: Vec<Symbol> =
        library.functions.iter().filter(|f| f.exported).map(|function| function.symbol).collect();
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut known: BTreeMap<String, Symbol> =
        module.symbols.iter().enumerate().map(|(i, s)| (s.name.clone(), Symbol(i as u32))).collect();
    for (i, info) in library.symbols.iter().enumerate() {
        let shared = exported.contains(&Symbol(i as u32)) || matches!(info.kind, SymbolKind::Extern(_));
        let symbol = match known.get(&info.name).filter(|_| shared) {
            Some(symbol) => {
                let (own, wanted) =
                    (Signature::of(module, *symbol), Signature::of(&library, Symbol(i as u32)));
                // Functions that the compiler defines itself are not taken from the library.
                let ignored = module.symbols[symbol.index()].kind == SymbolKind::Dropped
                    || (reach::is_built_in(&info.name) && matches!(info.kind, SymbolKind::Function(_)));
                if let Some(wanted) =
                    wanted.filter(|wanted| !ignored && !own.as_ref().is_some_and(|own| own.agrees(wanted)))
                {
                    let own = types.get(&info.name).or(own.as_ref());
                    let wanted = theirs.get(&info.name).unwrap_or(&wanted);
                    return Err(clash(module, *symbol, own, NAME, wanted));
                }
                *symbol
            }
            None => {
                let mut name = info.name.clone();
                while known.contains_key(&name) {
                    name.push_str(".builtin");
                }
                let symbol = Symbol(module.symbols.len() as u32);
                known.insert(name.clone(), symbol);
                module.symbols.push(SymbolInfo { name, kind: SymbolKind::Dropped });
                symbol
            }
        };
        symbols.push(symbol);
    }
    let sources = module.sources.absorb(&library.sources);
    let is_new = |module: &Module, symbol: Symbol| {
        matches!(module.symbols[symbol.index()].kind, SymbolKind::Dropped | SymbolKind::Extern(_))
    };
    for mut function in library.functions {
        let own = reach::is_built_in(&library.symbols[function.symbol.index()].name);
        function.symbol = symbols[function.symbol.index()];
        if own && module.symbols[function.symbol.index()].kind != SymbolKind::Dropped {
            continue;
        }
        if own {
            let params = function.params.iter().map(|p| function.ty(p.value).clone()).collect();
            module.externs.push(Extern { symbol: function.symbol, ret: function.ret, params, line: 0 });
        } else if is_new(module, function.symbol) {
            rename(&mut function, &symbols);
            place(&mut function, &sources);
            function.exported = false;
            module.symbols[function.symbol.index()].kind =
                SymbolKind::Function(module.functions.len() as u32);
            module.functions.push(function);
        }
    }
    for mut global in library.globals {
        global.symbol = symbols[global.symbol.index()];
        if is_new(module, global.symbol) {
            if let Some(init) = &mut global.init {
                rename_constant(init, &symbols);
            }
            global.exported = false;
            module.symbols[global.symbol.index()].kind = SymbolKind::Global(module.globals.len() as u32);
            module.globals.push(global);
        }
    }
    for mut declared in library.externs {
        declared.symbol = symbols[declared.symbol.index()];
        if module.symbols[declared.symbol.index()].kind == SymbolKind::Dropped {
            module.externs.push(declared);
        }
    }
    number_externs(module);
    Ok(())
}

/// Keeps the declarations of functions that are still not defined.
fn number_externs(module: &mut Module) {
    let symbols = &mut module.symbols;
    module
        .externs
        .retain(|e| matches!(symbols[e.symbol.index()].kind, SymbolKind::Extern(_) | SymbolKind::Dropped));
    for (i, declared) in module.externs.iter().enumerate() {
        symbols[declared.symbol.index()].kind = SymbolKind::Extern(i as u32);
    }
}

fn rename(function: &mut Function, symbols: &[Symbol]) {
    for inst in function.blocks.iter_mut().flat_map(|block| &mut block.insts) {
        if let Op::Call { callee: Callee::Direct(symbol), .. } = &mut inst.op {
            *symbol = symbols[symbol.index()];
        }
        operands_mut(&mut inst.op, &mut |operand| {
            if let Operand::Const(constant) = operand {
                rename_constant(constant, symbols);
            }
        });
    }
}

/// Renumbers a function's places in the source for the joined module.
fn place(function: &mut Function, sources: &[SourceId]) {
    let of = |id: SourceId| id.index().map_or(SourceId::UNKNOWN, |index| sources[index]);
    function.source = of(function.source);
    for inst in function.blocks.iter_mut().flat_map(|block| &mut block.insts) {
        inst.source = of(inst.source);
    }
}

fn rename_constant(constant: &mut Const, symbols: &[Symbol]) {
    match constant {
        Const::Address(symbol, _) => *symbol = symbols[symbol.index()],
        Const::Aggregate(parts) => parts.iter_mut().for_each(|(_, part)| rename_constant(part, symbols)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::verify;

    const LIBRARY: &str = r#"
@table = private constant [2 x i8] c"\01\02", align 1
define hidden i64 @__fixdfdi(double %a) unnamed_addr addrspace(1) {
  %n = call i64 @helper(double %a)
  ret i64 %n
}
define internal i64 @helper(double %a) unnamed_addr addrspace(1) {
  %t = load i8, ptr @table, align 1
  %n = zext i8 %t to i128
  %m = mul i128 %n, %n
  %r = trunc i128 %m to i64
  ret i64 %r
}
define hidden i128 @__multi3(i128 %a, i128 %b) unnamed_addr addrspace(1) {
  ret i128 %a
}
define hidden i64 @__fixunsdfdi(double %a) unnamed_addr addrspace(1) {
  ret i64 0
}
"#;

    fn linked(text: &str) -> Module {
        let mut module = llvm::parse("test.ll", text).unwrap();
        link(&mut module, Some(LIBRARY)).unwrap();
        verify::verify(&module).unwrap();
        module
    }

    fn names(module: &Module) -> Vec<&str> {
        module.functions.iter().map(|function| module.name_of(function.symbol)).collect()
    }

    #[test]
    fn what_is_needed_comes_along_and_nothing_else() {
        let module = linked(
            "define void @main(ptr %p) unnamed_addr addrspace(1) {
               %a = load volatile double, ptr %p, align 1
               %b = fptosi double %a to i64
               store volatile i64 %b, ptr %p, align 1
               ret void
             }",
        );
        assert_eq!(names(&module), ["main", "__fixdfdi", "helper", "__multi3"]);
        assert!(!llvm::print(&module).contains("double"));
    }

    #[test]
    fn private_names_of_both_sides_stay_apart() {
        let module = linked(
            "@table = private constant [1 x i8] c\"\\07\", align 1
             define i8 @helper() unnamed_addr addrspace(1) {
               %t = load i8, ptr @table, align 1
               ret i8 %t
             }
             define i64 @main(double %a) unnamed_addr addrspace(1) {
               %b = fptosi double %a to i64
               ret i64 %b
             }",
        );
        assert_eq!(names(&module), ["helper", "main", "__fixdfdi", "helper.builtin", "__multi3"]);
        let globals: Vec<&str> = module.globals.iter().map(|global| module.name_of(global.symbol)).collect();
        assert_eq!(globals, ["table", "table.builtin"]);
    }

    #[test]
    fn the_program_may_define_such_a_function_itself() {
        let module = linked(
            "define i128 @__multi3(i128 %a, i128 %b) unnamed_addr addrspace(1) {
               ret i128 %b
             }
             define i128 @main(i128 %a) unnamed_addr addrspace(1) {
               %b = mul i128 %a, %a
               ret i128 %b
             }",
        );
        assert_eq!(names(&module), ["__multi3", "main"]);
    }
}
