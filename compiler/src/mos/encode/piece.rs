//! Machine code by itself: a text assembled for any address, without start-up code and runtime.

use std::collections::BTreeMap;

use super::Emitter;
use crate::Error;
use crate::mos::code::{Program, Section};
use crate::mos::layout::{Far, Layout};
use crate::mos::{asm, branches};

/// Assembles `text`, which names nothing from outside, to run at `origin`, and returns its bytes. An error names `place`.
///
/// # Errors
/// [`Error::Assembly`]: the text is not 6502 assembly, or reaches beyond $FFFF.
pub fn assemble(text: &str, place: &str, origin: u16) -> Result<Vec<u8>, Error> {
    let fail = |what: String| Error::Assembly { place: place.to_string(), line: 0, what };
    let mut program = Program::default();
    let (chunk, _) = asm::chunk(text, place, Section::Start, &mut program, &BTreeMap::new())?;
    program.chunks.push(chunk);
    let mut far = [Far::new()];
    let layout = loop {
        let mut layout = Layout::new(&program, &far);
        layout.place(&program, &far, Section::Start, "piece", u32::from(origin));
        if layout.end > 0x1_0000 {
            return Err(fail(format!("{} bytes do not fit at ${origin:04X}", layout.sizes[0])));
        }
        if !branches::lengthen(&program, &layout, &mut far) {
            break layout;
        }
    };
    let addresses = branches::addresses(&program, &layout, 0, &far[0]);
    let mut emitter =
        Emitter { program: &program, layout: &layout, at: u32::from(origin), lines: Vec::new() };
    for (i, item) in program.chunks[0].items.iter().enumerate() {
        let via = |j: usize| branches::jump(&addresses, &far[0], j) as u16;
        emitter.item(i, item, far[0].get(&i).copied(), via).map_err(fail)?;
    }
    Ok(emitter.lines.into_iter().flat_map(|line| line.bytes).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_lie_where_the_text_will_run() {
        let text = "limit = $0801\nfirst: ldx #<last\n@on: dex\nbne @on\njmp first\nlast: .word last, limit";
        let bytes = assemble(text, "test", 0x0334).unwrap();
        assert_eq!(bytes, [0xa2, 0x3c, 0xca, 0xd0, 0xfd, 0x4c, 0x34, 0x03, 0x3c, 0x03, 0x01, 0x08]);
    }

    #[test]
    fn far_branches_get_there() {
        let bytes = assemble("beq @far\n.res 200\n@far: rts", "test", 0x1000).unwrap();
        assert_eq!(bytes[..5], [0xd0, 0x03, 0x4c, 0xcd, 0x10]);
        assert_eq!(bytes.len(), 206);
    }

    #[test]
    fn faults_are_named() {
        let error = |text: &str, origin| assemble(text, "test", origin).unwrap_err().to_string();
        assert_eq!(error("nop\nlda #nothing", 0x1000).split(": ").next(), Some("assembly in test, line 2"));
        assert!(error(".res 3", 0xfffe).ends_with("3 bytes do not fit at $FFFE"));
        assert_eq!(assemble(".res 2", "test", 0xfffe).unwrap(), [0, 0]);
    }
}
