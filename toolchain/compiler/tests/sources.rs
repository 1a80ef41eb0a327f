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

/// A loop that begins with a breakpoint.
const STOPS: &str = r#"
define void @main() addrspace(1) {
  br label %loop
loop:
  %n = phi i8 [ 3, %0 ], [ %less, %loop ]
  call addrspace(0) void asm sideeffect ".sys2080.breakpoint: nop", "~{memory}"()
  store volatile i8 %n, ptr inttoptr (i16 -12256 to ptr)
  %less = sub i8 %n, 1
  %done = icmp eq i8 %less, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}
"#;

#[test]
fn breakpoints_have_the_line_that_they_stand_in() {
    let module = llvm::parse("stops", STOPS).unwrap_or_else(|error| panic!("{error}"));
    let image = compile_module(placed(module), &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    let [at] = image.breakpoints[..] else { panic!("{:?}", image.breakpoints) };
    assert_eq!(image.prg[2 + usize::from(at - image.load)], 0xea);
    let line = image.lines.iter().find(|line| (u32::from(line.start)..line.end).contains(&at.into()));
    assert_eq!(line.map(|line| line.line), Some(6), "{}", image.listing);
}
