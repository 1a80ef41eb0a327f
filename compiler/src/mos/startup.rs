//! The start-up code: from `SYS 2080` to `main` and back to BASIC.
//!
//! It saves BASIC's zero page, the KERNAL's interrupt vectors, the processor port and the stack pointer, banks BASIC out,
//! keeps RESTORE from entering it, clears `High` and banks the KERNAL out if there is any, clears `Zero`, copies `Data` and
//! sets the software stack. Zero page the program owns starts as zero but for the first bytes of
//! [`arg`](crate::MemoryMap::arg). The KERNAL's interrupt goes on throughout.

use std::collections::BTreeMap;

use super::asm;
use super::code::{Chunk, Item, Label, Program, Section};
use crate::Error;

/// Bytes of saved state: stack pointer, port, three vectors, zero page $02-$8F and $FB-$FE.
const SAVED: usize = 1 + 1 + 6 + 142 + 4;

/// Adds the start-up code, which calls `main` and defines `__exit`: a jump there ends the program from any depth. `known`
/// must have `main` and the names of [`declare`](super::runtime::declare). `handlers` says whether there are interrupt
/// handlers, which [`handlers::wrap`](super::handlers::wrap) will add.
pub fn add(program: &mut Program, known: &BTreeMap<String, Label>, handlers: bool) -> Result<(), Error> {
    let saved = program.label("__saved");
    let mut known = known.clone();
    known.insert("__saved".to_string(), saved);
    let mut text = include_str!("../../runtime/startup.s").to_string();
    if program.chunks.iter().any(|c| c.section == Section::High) {
        for name in ["__raise", "__irq", "__nmi"] {
            known.insert(name.to_string(), program.label(name));
        }
        // A handler at the KERNAL's vector serves NMIs while the KERNAL is out, too.
        let mut hardware_nmi = known["__nmi"];
        if handlers {
            let text = "jmp ($0318)";
            let (chunk, _) = asm::chunk(text, "__hardware_nmi", Section::Code, program, &known)?;
            hardware_nmi = chunk.label;
            program.chunks.push(chunk);
        }
        known.insert("__hardware_nmi".to_string(), hardware_nmi);
        let high = include_str!("../../runtime/high.s");
        let (raise, _) = asm::chunk(high, "memory under the KERNAL", Section::Code, program, &known)?;
        program.chunks.push(raise);
    } else {
        text = text.lines().filter(|line| !line.contains("__raise")).collect::<Vec<_>>().join("\n");
    }
    if !handlers {
        text = text.lines().filter(|line| !line.contains("__quiet")).collect::<Vec<_>>().join("\n");
    }
    let (start, _) = asm::chunk(&text, "start-up", Section::Start, program, &known)?;
    program.chunks.push(start);
    let items = vec![Item::Bytes(vec![0; SAVED])];
    program.chunks.push(Chunk { label: saved, section: Section::NoInit, align: 1, items });
    Ok(())
}
