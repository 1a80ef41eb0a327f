//! What is known of the Rust source changes remarks of the listing and nothing else.

use compiler::ir::Module;
use compiler::ir::sources::{Source, SourceId};
use compiler::{Options, compile_module, llvm};

/// Modules that rustc wrote and that need no built-in functions.
const MODULES: [(&str, &str); 4] = [
    ("relocations", include_str!("data/relocations.ll")),
    ("cats", include_str!("data/cats.ll")),
    ("dyn", include_str!("data/dyn.ll")),
    ("mem", include_str!("data/mem.ll")),
];

/// The module with a place of its own for every instruction, so that a remark stands before each.
fn placed(mut module: Module) -> Module {
    let file = module.sources.file("src/main.rs");
    for function in &mut module.functions {
        for inst in function.blocks.iter_mut().flat_map(|block| &mut block.insts) {
            let source = Source { file: Some(file), line: inst.line, inlined_at: SourceId::UNKNOWN };
            inst.source = module.sources.place(source);
        }
    }
    module
}

#[test]
fn remarks_change_no_code() {
    for (name, text) in MODULES {
        let module = llvm::parse(name, text).unwrap_or_else(|error| panic!("{error}"));
        // Where functions outside the program are does not matter: nothing is run.
        let mut options = Options::default();
        for declared in &module.externs {
            options.externs.insert(module.name_of(declared.symbol).to_string(), 0xe000);
        }
        let compile = |module| compile_module(module, &options).unwrap_or_else(|e| panic!("{name}: {e}"));
        let (plain, remarked) = (compile(module.clone()), compile(placed(module)));
        assert!(remarked.listing.contains("; src/main.rs:"), "{name}");
        assert_eq!(remarked.map, plain.map, "{name}");
        assert!(remarked.prg == plain.prg, "{name}: remarks change the code");
    }
}
