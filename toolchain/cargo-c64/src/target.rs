//! The target description that makes the stock compiler lay out data for the C64.
//!
//! It borrows the layout of LLVM's AVR back end (16-bit pointers, byte alignment), which a 6502 can use as it is;
//! no AVR code is ever generated. Its vendor `c64` is what programs may ask for by `cfg(target_vendor = "c64")`.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::output;

/// The target's name; cargo takes it from the file's.
pub const NAME: &str = "mos-c64-none";

/// The description, for `--target`.
pub const JSON: &str = include_str!("../../targets/mos-c64-none.json");

/// Flags for every crate, `core` included.
///
/// A processor must be named, though it only decides what the AVR back end would print. LLVM's text is wanted beside
/// each crate. Widening of loop counters is off because the layout calls 16 bits native, which would make a `u16` of
/// every `u8` counter. Loads stay where they are and counters are not computed anew behind loops: what saves a load on
/// one way takes a place in page zero on all, and the closed form of a loop that subtracts is a division. There are no
/// vectors: without these two flags LLVM 23 makes some at level 3, as the AVR back end does not say that it has none.
pub const RUSTFLAGS: [&str; 7] = [
    "-Ctarget-cpu=atmega328p",
    "--emit=llvm-ir,link",
    "-Cllvm-args=-indvars-widen-indvars=false",
    "-Cllvm-args=-enable-load-pre=false",
    "-Cllvm-args=-replexitval=never",
    "-Cno-vectorize-loops",
    "-Cno-vectorize-slp",
];

/// Further flags for every crate of a program for size, against what LLVM does for speed all the same.
///
/// It computes both arms of a branch, if they have up to four instructions, and selects one of the results, where the 6502 needs the
/// branch again; up to one is left. It repeats a call for each way on which more is known of its arguments. And it passes the fields of
/// a structure instead of its address, which takes bytes in every call; the address is often the same in all calls, and then the compiler
/// passes nothing (`toolchain/compiler/src/opt/pointers.rs`). LLVM 23 tells of every pass, if any is left out, unless it is told not to.
pub const RUSTFLAGS_FOR_SIZE: [&str; 4] = [
    "-Cllvm-args=-two-entry-phi-node-folding-threshold=1",
    "-Cllvm-args=-callsite-splitting-duplication-threshold=0",
    "-Cllvm-args=-opt-disable=argpromotion",
    "-Cllvm-args=-opt-bisect-verbose=0",
];

/// Puts the description into `folder`, where cargo can be pointed to it.
///
/// # Errors
/// The folder is not writable.
pub fn write(folder: &Path) -> Result<PathBuf> {
    let path = folder.join(NAME).with_extension("json");
    // A newer time stamp would make cargo build `core` again.
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
        // To LLVM, which would merge functions, a pointer and a `u16` are the same.
        assert_eq!(json["merge-functions"], "disabled");
        assert_eq!(json["exe-suffix"], ".prg");
        assert_eq!(json["vendor"], "c64");
        assert_eq!(json["target-pointer-width"], 16);
    }
}
