//! The target description that makes the stock compiler lay out data for the C64.
//!
//! It borrows the data layout of LLVM's AVR back end (16-bit pointers, byte alignment), which suits a 6502 without changes;
//! no AVR code is ever generated. Programs can test for its vendor `c64` with `cfg(target_vendor = "c64")`.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::output;

/// The target's name; cargo derives it from the file name.
pub const NAME: &str = "mos-c64-none";

/// The description, for `--target`.
pub const JSON: &str = include_str!("../../targets/mos-c64-none.json");

/// Flags for every crate, including `core`.
///
/// A processor must be named, although it only affects the AVR back end's output. LLVM IR is emitted next to
/// each crate. Widening of induction variables is off because the layout declares 16 bits native, which would turn every `u8`
/// counter into a `u16`. Load PRE and the replacement of exit values are off: a load saved on one path occupies a zero-page
/// location on all paths, and the closed form of a loop that subtracts is a division. Vectorisation is off: without these two
/// flags, LLVM 23 vectorises at level 3 because the AVR back end does not say that it has no vectors.
pub const RUSTFLAGS: [&str; 7] = [
    "-Ctarget-cpu=atmega328p",
    "--emit=llvm-ir,link",
    "-Cllvm-args=-indvars-widen-indvars=false",
    "-Cllvm-args=-enable-load-pre=false",
    "-Cllvm-args=-replexitval=never",
    "-Cno-vectorize-loops",
    "-Cno-vectorize-slp",
];

/// Further flags for every crate of a program that is optimised for size, against LLVM transformations that still favour speed.
///
/// LLVM computes both arms of a branch of up to four instructions and selects one of the results, for which the 6502 needs a
/// branch again; the flag lowers the limit to one. It duplicates a call for each path on which more is known about its arguments. And it
/// passes the fields of a structure instead of its address, which takes bytes in every call; the address is often the same in all calls,
/// and then the compiler passes nothing (`toolchain/compiler/src/opt/pointers.rs`). If any pass is disabled, LLVM 23 prints a line for
/// every pass unless told not to.
pub const RUSTFLAGS_FOR_SIZE: [&str; 4] = [
    "-Cllvm-args=-two-entry-phi-node-folding-threshold=1",
    "-Cllvm-args=-callsite-splitting-duplication-threshold=0",
    "-Cllvm-args=-opt-disable=argpromotion",
    "-Cllvm-args=-opt-bisect-verbose=0",
];

/// Writes the description to `folder`, so that cargo can be pointed to it.
///
/// # Errors
/// The folder is not writable.
pub fn write(folder: &Path) -> Result<PathBuf> {
    let path = folder.join(NAME).with_extension("json");
    // A newer time stamp would make cargo rebuild `core`.
    output::update_file(&path, JSON.as_bytes())?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_names_our_linker_and_layout() {
        let json: serde_json::Value = serde_json::from_str(JSON).unwrap();
        assert_eq!(json["linker"], "cargo-c64");
        assert_eq!(json["pre-link-args"]["gnu-cc"], serde_json::json!(["link", "--exact-signatures"]));
        // LLVM's function merging would treat a pointer and a `u16` as the same.
        assert_eq!(json["merge-functions"], "disabled");
        assert_eq!(json["exe-suffix"], ".prg");
        assert_eq!(json["vendor"], "c64");
        assert_eq!(json["target-pointer-width"], 16);
    }
}
