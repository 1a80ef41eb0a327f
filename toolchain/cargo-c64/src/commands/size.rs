//! `size`: shows what takes room in a program and which calls bring it in.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use compiler::Part;
use serde::Serialize;

use crate::rust_build::Choice;
use crate::setup::Setup;
use crate::{output, subject};

/// Arguments of `size`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Cargo.toml of the crate [default: that of the current folder, or the crate that its workspace names]
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
    /// Which program of the crate to measure, and how to build it.
    #[command(flatten)]
    choice: Choice,
    /// Maximum number of parts to show
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Print all parts as one JSON document
    #[arg(long)]
    json: bool,
}

/// A part of a program.
#[derive(Debug, Serialize)]
struct Row<'a> {
    name: &'a str,
    bytes: u32,
    /// The chain of callers that brings it in, outermost first.
    because: &'a [String],
}

/// Builds the program and prints the sizes of its parts.
///
/// # Errors
/// Something that is needed is missing, or the program does not compile.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let built = subject::build(&subject::find(args.manifest_path.as_deref())?, &args.choice, setup)?;
    let parts = &built.image.parts;
    match args.json {
        true => output::print_json(&parts.iter().map(row).collect::<Vec<_>>())?,
        false => output::print(&text(parts, args.top))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns a table row: the chain of callers without the part itself.
fn row(part: &Part) -> Row<'_> {
    let callers = part.chain.len().saturating_sub(1);
    Row { name: &part.name, bytes: part.bytes, because: &part.chain[..callers] }
}

fn text(parts: &[Part], top: usize) -> String {
    let all: u32 = parts.iter().map(|part| part.bytes).sum();
    let mut text = "   bytes      %  part, and the calls that bring it in\n".to_string();
    for part in &parts[..top.min(parts.len())] {
        let Row { name, bytes, because } = row(part);
        let (size, share, remark) = (output::thousands(bytes.into()), share(bytes, all), remark(name));
        text += &format!("{size:>8} {share:>6.1}  {name}{remark}\n");
        if !because.is_empty() {
            text += &format!("{:>17}{}\n", "", because.join(" → "));
        }
    }
    let rest: u32 = parts.iter().skip(top).map(|part| part.bytes).sum();
    if rest > 0 {
        let (bytes, count) = (output::thousands(rest.into()), parts.len() - top);
        text += &format!("{bytes:>8} {:>6.1}  in {count} smaller parts\n", share(rest, all));
    }
    text + &format!("{:>8}  100.0  in all, variables included", output::thousands(all.into()))
}

/// Explains parts whose names the toolchain generated.
fn remark(name: &str) -> &'static str {
    match name {
        "__saved" => " (what BASIC needs back when the program ends)",
        "__start" => " (the way from BASIC to main and back)",
        _ => "",
    }
}

fn share(bytes: u32, all: u32) -> f64 {
    if all == 0 { 0.0 } else { f64::from(bytes) * 100.0 / f64::from(all) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_come_first_and_the_rest_is_summed_up() {
        assert_eq!(text(&[], 3).lines().count(), 2);
        assert!(share(1, 3) < 34.0);
    }

    #[test]
    fn parts_that_nobody_has_named_are_explained() {
        assert_eq!(remark("__start"), " (the way from BASIC to main and back)");
        assert_eq!(remark("alloc::vec::push"), "");
    }
}
