//! Compiles a file with LLVM IR to a C64 program: `ll_to_prg program.ll [PASS]`.
//!
//! It writes `program.prg`, `program.lst` and `program.map` beside it. With the name of a pass, it prints the program after that
//! pass instead.

use std::error::Error;
use std::path::Path;

use compiler::{Options, Pass, Source, compile, dump};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: ll_to_prg FILE.ll [PASS]")?;
    let text = std::fs::read_to_string(&file)?;
    let source = Source { name: &file, text: &text };
    let options = Options::default();
    if let Some(name) = arguments.next() {
        let pass = Pass::from_name(&name).ok_or_else(|| {
            let names = Pass::ALL.map(Pass::name).join(", ");
            format!("no pass {name}; there are {names}")
        })?;
        print!("{}", dump(&source, &options, pass)?);
        return Ok(());
    }
    let image = compile(&source, &options)?;
    let beside = |extension| Path::new(&file).with_extension(extension);
    std::fs::write(beside("prg"), &image.prg)?;
    std::fs::write(beside("lst"), &image.listing)?;
    std::fs::write(beside("map"), &image.map)?;
    println!("{} bytes, ${:04X} to ${:04X}", image.prg.len(), image.load, image.end);
    for warning in image.warnings {
        println!("warning: {warning}");
    }
    Ok(())
}
