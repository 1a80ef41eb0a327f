//! Standalone machine code: a text assembled for any address, without start-up code and runtime.

use std::collections::BTreeMap;

use super::Emitter;
use crate::Error;
use crate::mos::code::{Program, Section};
use crate::mos::layout::{Far, Layout};
use crate::mos::{asm, branches};

/// Assembles `text`, which must not reference outside names, to run at `origin`, and returns its bytes. An error names `place`.
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

    /// Every undocumented instruction in every mode. Source: "NMOS 6510 Unintended Opcodes – No More Secrets" (0.99), the table of opcodes.
    #[rustfmt::skip]
    const UNDOCUMENTED: [(&str, u8); 71] = [
        ("slo $12", 0x07),
        ("slo $12,x", 0x17),
        ("slo $1234", 0x0f),
        ("slo $1234,x", 0x1f),
        ("slo $1234,y", 0x1b),
        ("slo ($12,x)", 0x03),
        ("slo ($12),y", 0x13),
        ("rla $12", 0x27),
        ("rla $12,x", 0x37),
        ("rla $1234", 0x2f),
        ("rla $1234,x", 0x3f),
        ("rla $1234,y", 0x3b),
        ("rla ($12,x)", 0x23),
        ("rla ($12),y", 0x33),
        ("sre $12", 0x47),
        ("sre $12,x", 0x57),
        ("sre $1234", 0x4f),
        ("sre $1234,x", 0x5f),
        ("sre $1234,y", 0x5b),
        ("sre ($12,x)", 0x43),
        ("sre ($12),y", 0x53),
        ("rra $12", 0x67),
        ("rra $12,x", 0x77),
        ("rra $1234", 0x6f),
        ("rra $1234,x", 0x7f),
        ("rra $1234,y", 0x7b),
        ("rra ($12,x)", 0x63),
        ("rra ($12),y", 0x73),
        ("dcp $12", 0xc7),
        ("dcp $12,x", 0xd7),
        ("dcp $1234", 0xcf),
        ("dcp $1234,x", 0xdf),
        ("dcp $1234,y", 0xdb),
        ("dcp ($12,x)", 0xc3),
        ("dcp ($12),y", 0xd3),
        ("isc $12", 0xe7),
        ("isc $12,x", 0xf7),
        ("isc $1234", 0xef),
        ("isc $1234,x", 0xff),
        ("isc $1234,y", 0xfb),
        ("isc ($12,x)", 0xe3),
        ("isc ($12),y", 0xf3),
        ("sax $12", 0x87),
        ("sax $12,y", 0x97),
        ("sax $1234", 0x8f),
        ("sax ($12,x)", 0x83),
        ("lax $12", 0xa7),
        ("lax $12,y", 0xb7),
        ("lax $1234", 0xaf),
        ("lax $1234,y", 0xbf),
        ("lax ($12,x)", 0xa3),
        ("lax ($12),y", 0xb3),
        ("anc #$12", 0x0b),
        ("alr #$12", 0x4b),
        ("arr #$12", 0x6b),
        ("sbx #$12", 0xcb),
        ("usbc #$12", 0xeb),
        ("ane #$12", 0x8b),
        ("lxa #$12", 0xab),
        ("las $1234,y", 0xbb),
        ("sha $1234,y", 0x9f),
        ("sha ($12),y", 0x93),
        ("shx $1234,y", 0x9e),
        ("shy $1234,x", 0x9c),
        ("tas $1234,y", 0x9b),
        ("nop #$12", 0x80),
        ("nop $12", 0x04),
        ("nop $12,x", 0x14),
        ("nop $1234", 0x0c),
        ("nop $1234,x", 0x1c),
        ("jam", 0x02),
    ];

    #[test]
    fn undocumented_instructions_have_their_opcodes() {
        for (text, opcode) in UNDOCUMENTED {
            let bytes = assemble(text, "test", 0x1000).unwrap();
            let operand: &[u8] = match text {
                "jam" => &[],
                _ if text.contains("$1234") => &[0x34, 0x12],
                _ => &[0x12],
            };
            assert_eq!(bytes, [&[opcode], operand].concat(), "{text}");
        }
        for missing in
            ["lax #1", "sax $1234,y", "shx $12", "las $1234", "sha ($12,x)", "jam 1", "nop $1234,y"]
        {
            let error = assemble(missing, "test", 0x1000).unwrap_err().to_string();
            assert!(error.ends_with("has no such addressing mode"), "{missing}: {error}");
        }
    }

    #[test]
    fn faults_are_named() {
        let error = |text: &str, origin| assemble(text, "test", origin).unwrap_err().to_string();
        assert_eq!(error("nop\nlda #nothing", 0x1000).split(": ").next(), Some("assembly in test, line 2"));
        assert!(error(".res 3", 0xfffe).ends_with("3 bytes do not fit at $FFFE"));
        assert_eq!(assemble(".res 2", "test", 0xfffe).unwrap(), [0, 0]);
    }
}
