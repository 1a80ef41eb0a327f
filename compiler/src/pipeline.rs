//! The list of passes, and nothing else.

use crate::ir::{Module, verify};
use crate::lower::byteify::byteify;
use crate::lower::{carries, phis, tidy};
use crate::mos::image::Image;
use crate::mos::program;
use crate::opt::callgraph::CallGraph;
use crate::opt::range::Ranges;
use crate::opt::{self, builtins, pointers, reach};
use crate::{Error, Options, Pass};

/// From the module as it was read to the image.
pub fn run(mut module: Module, options: &Options) -> Result<Image, Error> {
    options.memory.check().map_err(|what| Error::Memory { what })?;
    prepare(&mut module, options)?;
    let graph = CallGraph::new(&module);
    let mut funcs = Vec::new();
    for function in &module.functions {
        let ranges = match options.passes.has(Pass::Ranges) {
            true => Ranges::new(function),
            false => Ranges::unknown(function),
        };
        let mut func = byteify(&module, function, &ranges, graph.reentered(function.symbol))?;
        tidy::tidy(&mut func, options.passes);
        phis::leave_ssa(&mut func);
        if options.passes.has(Pass::Carries) {
            carries::carries(&mut func);
        }
        funcs.push(func);
    }
    let program = program::build(&module, &graph, funcs, options)?;
    Image::new(&program, options.stack_reserve)
}

/// The passes over typed SSA.
pub fn prepare(module: &mut Module, options: &Options) -> Result<(), Error> {
    opt::intrinsics::intrinsics(module);
    check("intrinsics", module);
    opt::widths::widths(module)?;
    check("widths", module);
    if let Some(text) = &options.builtins {
        builtins::link(module, text)?;
    }
    reach::reach(module, &options.externs.keys().cloned().collect())?;
    check("reach", module);
    opt::vectors::check(module)?;
    opt::separate::separate(module)?;
    check("separate", module);
    if options.passes.has(Pass::ConstantArguments) {
        pointers::constant_arguments(module);
    }
    check("pointers", module);
    if options.passes.has(Pass::SinglePhis) {
        opt::phis::single_phis(module);
    }
    if options.passes.has(Pass::IndexedPhis) {
        opt::phis::indexed_phis(module);
    }
    check("phis", module);
    if options.passes.has(Pass::CountDown) {
        opt::countdown::count_down(module);
    }
    check("countdown", module);
    if options.passes.has(Pass::Remainders) {
        opt::remainder::remainders(module);
    }
    check("remainder", module);
    Ok(())
}

/// A pass that leaves a malformed module has a fault of its own; every build of the workspace looks (its Cargo.toml).
fn check(pass: &str, module: &Module) {
    if cfg!(debug_assertions)
        && let Err(faults) = verify::verify(module)
    {
        panic!("{pass}: {}: {}", module.name, faults.join("; "));
    }
}
