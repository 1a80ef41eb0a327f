//! The opcodes of the NMOS 6502, 151 documented and 105 undocumented ones, and a disassembler over them.

use std::fmt::Write as _;

use Mode::*;

/// Addressing modes, named as in MOS Technology's programming manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// No operand.
    Implied,
    /// The operand is A.
    Accumulator,
    /// `#nn`.
    Immediate,
    /// `nn`, a zero page address.
    ZeroPage,
    /// `nn,X`, wrapping within the zero page.
    ZeroPageX,
    /// `nn,Y`, wrapping within the zero page.
    ZeroPageY,
    /// `nnnn`.
    Absolute,
    /// `nnnn,X`.
    AbsoluteX,
    /// `nnnn,Y`.
    AbsoluteY,
    /// `(nnnn)`; JMP only.
    Indirect,
    /// `(nn,X)`.
    IndirectX,
    /// `(nn),Y`.
    IndirectY,
    /// A signed distance from the next instruction; branches only.
    Relative,
}

impl Mode {
    /// Returns the length of an instruction in this mode, opcode included: 1, 2 or 3 bytes.
    pub const fn bytes(self) -> u8 {
        match self {
            Implied | Accumulator => 1,
            Immediate | ZeroPage | ZeroPageX | ZeroPageY | IndirectX | IndirectY | Relative => 2,
            Absolute | AbsoluteX | AbsoluteY | Indirect => 3,
        }
    }
}

/// An opcode. Source for the documented ones: MCS6500 Microcomputer Family Programming Manual (MOS Technology, 1976), appendix B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opcode {
    /// Three letters, upper case.
    pub mnemonic: &'static str,
    /// The addressing mode.
    pub mode: Mode,
    /// The opcode byte.
    pub code: u8,
    /// Cycles without page crossing and, for branches, when not taken: 2 to 7.
    pub cycles: u8,
    /// Whether it takes one more cycle when indexing crosses a page.
    pub page_penalty: bool,
}

impl Opcode {
    /// Returns the length of the whole instruction: 1, 2 or 3 bytes.
    pub const fn bytes(&self) -> u8 {
        self.mode.bytes()
    }

    /// Returns whether this is a conditional branch, which takes one more cycle when taken, or two if its target is in another page.
    pub const fn branch(&self) -> bool {
        matches!(self.mode, Relative)
    }
}

/// Returns whether an opcode is a conditional branch.
pub const fn is_branch(opcode: u8) -> bool {
    opcode & 0x1f == 0x10
}

const fn row(mnemonic: &'static str, mode: Mode, code: u8, cycles: u8, page_penalty: bool) -> Opcode {
    Opcode { mnemonic, mode, code, cycles, page_penalty }
}

/// All documented opcodes, sorted by mnemonic.
#[rustfmt::skip]
static LEGAL: [Opcode; 151] = [
    row("ADC", Immediate, 0x69, 2, false),
    row("ADC", ZeroPage, 0x65, 3, false),
    row("ADC", ZeroPageX, 0x75, 4, false),
    row("ADC", Absolute, 0x6d, 4, false),
    row("ADC", AbsoluteX, 0x7d, 4, true),
    row("ADC", AbsoluteY, 0x79, 4, true),
    row("ADC", IndirectX, 0x61, 6, false),
    row("ADC", IndirectY, 0x71, 5, true),
    row("AND", Immediate, 0x29, 2, false),
    row("AND", ZeroPage, 0x25, 3, false),
    row("AND", ZeroPageX, 0x35, 4, false),
    row("AND", Absolute, 0x2d, 4, false),
    row("AND", AbsoluteX, 0x3d, 4, true),
    row("AND", AbsoluteY, 0x39, 4, true),
    row("AND", IndirectX, 0x21, 6, false),
    row("AND", IndirectY, 0x31, 5, true),
    row("ASL", Accumulator, 0x0a, 2, false),
    row("ASL", ZeroPage, 0x06, 5, false),
    row("ASL", ZeroPageX, 0x16, 6, false),
    row("ASL", Absolute, 0x0e, 6, false),
    row("ASL", AbsoluteX, 0x1e, 7, false),
    row("BCC", Relative, 0x90, 2, false),
    row("BCS", Relative, 0xb0, 2, false),
    row("BEQ", Relative, 0xf0, 2, false),
    row("BMI", Relative, 0x30, 2, false),
    row("BNE", Relative, 0xd0, 2, false),
    row("BPL", Relative, 0x10, 2, false),
    row("BVC", Relative, 0x50, 2, false),
    row("BVS", Relative, 0x70, 2, false),
    row("BIT", ZeroPage, 0x24, 3, false),
    row("BIT", Absolute, 0x2c, 4, false),
    row("BRK", Implied, 0x00, 7, false),
    row("CLC", Implied, 0x18, 2, false),
    row("CLD", Implied, 0xd8, 2, false),
    row("CLI", Implied, 0x58, 2, false),
    row("CLV", Implied, 0xb8, 2, false),
    row("CMP", Immediate, 0xc9, 2, false),
    row("CMP", ZeroPage, 0xc5, 3, false),
    row("CMP", ZeroPageX, 0xd5, 4, false),
    row("CMP", Absolute, 0xcd, 4, false),
    row("CMP", AbsoluteX, 0xdd, 4, true),
    row("CMP", AbsoluteY, 0xd9, 4, true),
    row("CMP", IndirectX, 0xc1, 6, false),
    row("CMP", IndirectY, 0xd1, 5, true),
    row("CPX", Immediate, 0xe0, 2, false),
    row("CPX", ZeroPage, 0xe4, 3, false),
    row("CPX", Absolute, 0xec, 4, false),
    row("CPY", Immediate, 0xc0, 2, false),
    row("CPY", ZeroPage, 0xc4, 3, false),
    row("CPY", Absolute, 0xcc, 4, false),
    row("DEC", ZeroPage, 0xc6, 5, false),
    row("DEC", ZeroPageX, 0xd6, 6, false),
    row("DEC", Absolute, 0xce, 6, false),
    row("DEC", AbsoluteX, 0xde, 7, false),
    row("DEX", Implied, 0xca, 2, false),
    row("DEY", Implied, 0x88, 2, false),
    row("EOR", Immediate, 0x49, 2, false),
    row("EOR", ZeroPage, 0x45, 3, false),
    row("EOR", ZeroPageX, 0x55, 4, false),
    row("EOR", Absolute, 0x4d, 4, false),
    row("EOR", AbsoluteX, 0x5d, 4, true),
    row("EOR", AbsoluteY, 0x59, 4, true),
    row("EOR", IndirectX, 0x41, 6, false),
    row("EOR", IndirectY, 0x51, 5, true),
    row("INC", ZeroPage, 0xe6, 5, false),
    row("INC", ZeroPageX, 0xf6, 6, false),
    row("INC", Absolute, 0xee, 6, false),
    row("INC", AbsoluteX, 0xfe, 7, false),
    row("INX", Implied, 0xe8, 2, false),
    row("INY", Implied, 0xc8, 2, false),
    row("JMP", Absolute, 0x4c, 3, false),
    row("JMP", Indirect, 0x6c, 5, false),
    row("JSR", Absolute, 0x20, 6, false),
    row("LDA", Immediate, 0xa9, 2, false),
    row("LDA", ZeroPage, 0xa5, 3, false),
    row("LDA", ZeroPageX, 0xb5, 4, false),
    row("LDA", Absolute, 0xad, 4, false),
    row("LDA", AbsoluteX, 0xbd, 4, true),
    row("LDA", AbsoluteY, 0xb9, 4, true),
    row("LDA", IndirectX, 0xa1, 6, false),
    row("LDA", IndirectY, 0xb1, 5, true),
    row("LDX", Immediate, 0xa2, 2, false),
    row("LDX", ZeroPage, 0xa6, 3, false),
    row("LDX", ZeroPageY, 0xb6, 4, false),
    row("LDX", Absolute, 0xae, 4, false),
    row("LDX", AbsoluteY, 0xbe, 4, true),
    row("LDY", Immediate, 0xa0, 2, false),
    row("LDY", ZeroPage, 0xa4, 3, false),
    row("LDY", ZeroPageX, 0xb4, 4, false),
    row("LDY", Absolute, 0xac, 4, false),
    row("LDY", AbsoluteX, 0xbc, 4, true),
    row("LSR", Accumulator, 0x4a, 2, false),
    row("LSR", ZeroPage, 0x46, 5, false),
    row("LSR", ZeroPageX, 0x56, 6, false),
    row("LSR", Absolute, 0x4e, 6, false),
    row("LSR", AbsoluteX, 0x5e, 7, false),
    row("NOP", Implied, 0xea, 2, false),
    row("ORA", Immediate, 0x09, 2, false),
    row("ORA", ZeroPage, 0x05, 3, false),
    row("ORA", ZeroPageX, 0x15, 4, false),
    row("ORA", Absolute, 0x0d, 4, false),
    row("ORA", AbsoluteX, 0x1d, 4, true),
    row("ORA", AbsoluteY, 0x19, 4, true),
    row("ORA", IndirectX, 0x01, 6, false),
    row("ORA", IndirectY, 0x11, 5, true),
    row("PHA", Implied, 0x48, 3, false),
    row("PHP", Implied, 0x08, 3, false),
    row("PLA", Implied, 0x68, 4, false),
    row("PLP", Implied, 0x28, 4, false),
    row("ROL", Accumulator, 0x2a, 2, false),
    row("ROL", ZeroPage, 0x26, 5, false),
    row("ROL", ZeroPageX, 0x36, 6, false),
    row("ROL", Absolute, 0x2e, 6, false),
    row("ROL", AbsoluteX, 0x3e, 7, false),
    row("ROR", Accumulator, 0x6a, 2, false),
    row("ROR", ZeroPage, 0x66, 5, false),
    row("ROR", ZeroPageX, 0x76, 6, false),
    row("ROR", Absolute, 0x6e, 6, false),
    row("ROR", AbsoluteX, 0x7e, 7, false),
    row("RTI", Implied, 0x40, 6, false),
    row("RTS", Implied, 0x60, 6, false),
    row("SBC", Immediate, 0xe9, 2, false),
    row("SBC", ZeroPage, 0xe5, 3, false),
    row("SBC", ZeroPageX, 0xf5, 4, false),
    row("SBC", Absolute, 0xed, 4, false),
    row("SBC", AbsoluteX, 0xfd, 4, true),
    row("SBC", AbsoluteY, 0xf9, 4, true),
    row("SBC", IndirectX, 0xe1, 6, false),
    row("SBC", IndirectY, 0xf1, 5, true),
    row("SEC", Implied, 0x38, 2, false),
    row("SED", Implied, 0xf8, 2, false),
    row("SEI", Implied, 0x78, 2, false),
    row("STA", ZeroPage, 0x85, 3, false),
    row("STA", ZeroPageX, 0x95, 4, false),
    row("STA", Absolute, 0x8d, 4, false),
    row("STA", AbsoluteX, 0x9d, 5, false),
    row("STA", AbsoluteY, 0x99, 5, false),
    row("STA", IndirectX, 0x81, 6, false),
    row("STA", IndirectY, 0x91, 6, false),
    row("STX", ZeroPage, 0x86, 3, false),
    row("STX", ZeroPageY, 0x96, 4, false),
    row("STX", Absolute, 0x8e, 4, false),
    row("STY", ZeroPage, 0x84, 3, false),
    row("STY", ZeroPageX, 0x94, 4, false),
    row("STY", Absolute, 0x8c, 4, false),
    row("TAX", Implied, 0xaa, 2, false),
    row("TAY", Implied, 0xa8, 2, false),
    row("TSX", Implied, 0xba, 2, false),
    row("TXA", Implied, 0x8a, 2, false),
    row("TXS", Implied, 0x9a, 2, false),
    row("TYA", Implied, 0x98, 2, false),
];

/// All undocumented opcodes, sorted by mnemonic. JAM counts as one cycle, the one in which it is read. Source: "NMOS 6510 Unintended
/// Opcodes – No More Secrets" (0.99), which also gives the names, except that its USBC is SBC here.
#[rustfmt::skip]
static UNINTENDED: [Opcode; 105] = [
    row("ALR", Immediate, 0x4b, 2, false),
    row("ANC", Immediate, 0x0b, 2, false),
    row("ANC", Immediate, 0x2b, 2, false),
    row("ANE", Immediate, 0x8b, 2, false),
    row("ARR", Immediate, 0x6b, 2, false),
    row("DCP", ZeroPage, 0xc7, 5, false),
    row("DCP", ZeroPageX, 0xd7, 6, false),
    row("DCP", Absolute, 0xcf, 6, false),
    row("DCP", AbsoluteX, 0xdf, 7, false),
    row("DCP", AbsoluteY, 0xdb, 7, false),
    row("DCP", IndirectX, 0xc3, 8, false),
    row("DCP", IndirectY, 0xd3, 8, false),
    row("ISC", ZeroPage, 0xe7, 5, false),
    row("ISC", ZeroPageX, 0xf7, 6, false),
    row("ISC", Absolute, 0xef, 6, false),
    row("ISC", AbsoluteX, 0xff, 7, false),
    row("ISC", AbsoluteY, 0xfb, 7, false),
    row("ISC", IndirectX, 0xe3, 8, false),
    row("ISC", IndirectY, 0xf3, 8, false),
    row("JAM", Implied, 0x02, 1, false),
    row("JAM", Implied, 0x12, 1, false),
    row("JAM", Implied, 0x22, 1, false),
    row("JAM", Implied, 0x32, 1, false),
    row("JAM", Implied, 0x42, 1, false),
    row("JAM", Implied, 0x52, 1, false),
    row("JAM", Implied, 0x62, 1, false),
    row("JAM", Implied, 0x72, 1, false),
    row("JAM", Implied, 0x92, 1, false),
    row("JAM", Implied, 0xb2, 1, false),
    row("JAM", Implied, 0xd2, 1, false),
    row("JAM", Implied, 0xf2, 1, false),
    row("LAS", AbsoluteY, 0xbb, 4, true),
    row("LAX", ZeroPage, 0xa7, 3, false),
    row("LAX", ZeroPageY, 0xb7, 4, false),
    row("LAX", Absolute, 0xaf, 4, false),
    row("LAX", AbsoluteY, 0xbf, 4, true),
    row("LAX", IndirectX, 0xa3, 6, false),
    row("LAX", IndirectY, 0xb3, 5, true),
    row("LXA", Immediate, 0xab, 2, false),
    row("NOP", Implied, 0x1a, 2, false),
    row("NOP", Implied, 0x3a, 2, false),
    row("NOP", Implied, 0x5a, 2, false),
    row("NOP", Implied, 0x7a, 2, false),
    row("NOP", Implied, 0xda, 2, false),
    row("NOP", Implied, 0xfa, 2, false),
    row("NOP", Immediate, 0x80, 2, false),
    row("NOP", Immediate, 0x82, 2, false),
    row("NOP", Immediate, 0x89, 2, false),
    row("NOP", Immediate, 0xc2, 2, false),
    row("NOP", Immediate, 0xe2, 2, false),
    row("NOP", ZeroPage, 0x04, 3, false),
    row("NOP", ZeroPage, 0x44, 3, false),
    row("NOP", ZeroPage, 0x64, 3, false),
    row("NOP", ZeroPageX, 0x14, 4, false),
    row("NOP", ZeroPageX, 0x34, 4, false),
    row("NOP", ZeroPageX, 0x54, 4, false),
    row("NOP", ZeroPageX, 0x74, 4, false),
    row("NOP", ZeroPageX, 0xd4, 4, false),
    row("NOP", ZeroPageX, 0xf4, 4, false),
    row("NOP", Absolute, 0x0c, 4, false),
    row("NOP", AbsoluteX, 0x1c, 4, true),
    row("NOP", AbsoluteX, 0x3c, 4, true),
    row("NOP", AbsoluteX, 0x5c, 4, true),
    row("NOP", AbsoluteX, 0x7c, 4, true),
    row("NOP", AbsoluteX, 0xdc, 4, true),
    row("NOP", AbsoluteX, 0xfc, 4, true),
    row("RLA", ZeroPage, 0x27, 5, false),
    row("RLA", ZeroPageX, 0x37, 6, false),
    row("RLA", Absolute, 0x2f, 6, false),
    row("RLA", AbsoluteX, 0x3f, 7, false),
    row("RLA", AbsoluteY, 0x3b, 7, false),
    row("RLA", IndirectX, 0x23, 8, false),
    row("RLA", IndirectY, 0x33, 8, false),
    row("RRA", ZeroPage, 0x67, 5, false),
    row("RRA", ZeroPageX, 0x77, 6, false),
    row("RRA", Absolute, 0x6f, 6, false),
    row("RRA", AbsoluteX, 0x7f, 7, false),
    row("RRA", AbsoluteY, 0x7b, 7, false),
    row("RRA", IndirectX, 0x63, 8, false),
    row("RRA", IndirectY, 0x73, 8, false),
    row("SAX", ZeroPage, 0x87, 3, false),
    row("SAX", ZeroPageY, 0x97, 4, false),
    row("SAX", Absolute, 0x8f, 4, false),
    row("SAX", IndirectX, 0x83, 6, false),
    row("SBC", Immediate, 0xeb, 2, false),
    row("SBX", Immediate, 0xcb, 2, false),
    row("SHA", AbsoluteY, 0x9f, 5, false),
    row("SHA", IndirectY, 0x93, 6, false),
    row("SHX", AbsoluteY, 0x9e, 5, false),
    row("SHY", AbsoluteX, 0x9c, 5, false),
    row("SLO", ZeroPage, 0x07, 5, false),
    row("SLO", ZeroPageX, 0x17, 6, false),
    row("SLO", Absolute, 0x0f, 6, false),
    row("SLO", AbsoluteX, 0x1f, 7, false),
    row("SLO", AbsoluteY, 0x1b, 7, false),
    row("SLO", IndirectX, 0x03, 8, false),
    row("SLO", IndirectY, 0x13, 8, false),
    row("SRE", ZeroPage, 0x47, 5, false),
    row("SRE", ZeroPageX, 0x57, 6, false),
    row("SRE", Absolute, 0x4f, 6, false),
    row("SRE", AbsoluteX, 0x5f, 7, false),
    row("SRE", AbsoluteY, 0x5b, 7, false),
    row("SRE", IndirectX, 0x43, 8, false),
    row("SRE", IndirectY, 0x53, 8, false),
    row("TAS", AbsoluteY, 0x9b, 5, false),
];

/// The documented opcodes, indexed by opcode byte; `None` for the other 105.
pub static OPCODES: [Option<Opcode>; 256] = by_code(&LEGAL);

/// The undocumented opcodes, indexed by opcode byte; `None` for the other 151. NOP and SBC have the mnemonics of documented ones.
pub static UNDOCUMENTED: [Option<Opcode>; 256] = by_code(&UNINTENDED);

const fn by_code(opcodes: &[Opcode]) -> [Option<Opcode>; 256] {
    let mut table = [None; 256];
    let mut i = 0;
    while i < opcodes.len() {
        table[opcodes[i].code as usize] = Some(opcodes[i]);
        i += 1;
    }
    table
}

/// Disassembles one instruction; returns its text, such as `LDA $0400,X`, and its length in bytes.
///
/// `bytes` starts at address `pc`. An instruction cut off by the end of `bytes` is shown as one data byte, `.BYTE $20`; an empty slice
/// gives an empty text and length 0.
pub fn disassemble_one(bytes: &[u8], pc: u16) -> (String, usize) {
    let Some(&code) = bytes.first() else { return (String::new(), 0) };
    let known = OPCODES[usize::from(code)].or(UNDOCUMENTED[usize::from(code)]);
    let Some(opcode) = known.filter(|opcode| bytes.len() >= usize::from(opcode.bytes())) else {
        return (format!(".BYTE ${code:02X}"), 1);
    };
    let low = bytes.get(1).copied().unwrap_or(0);
    let word = u16::from_le_bytes([low, bytes.get(2).copied().unwrap_or(0)]);
    let name = opcode.mnemonic;
    let text = match opcode.mode {
        Implied => name.to_string(),
        Accumulator => format!("{name} A"),
        Immediate => format!("{name} #${low:02X}"),
        ZeroPage => format!("{name} ${low:02X}"),
        ZeroPageX => format!("{name} ${low:02X},X"),
        ZeroPageY => format!("{name} ${low:02X},Y"),
        Absolute => format!("{name} ${word:04X}"),
        AbsoluteX => format!("{name} ${word:04X},X"),
        AbsoluteY => format!("{name} ${word:04X},Y"),
        Indirect => format!("{name} (${word:04X})"),
        IndirectX => format!("{name} (${low:02X},X)"),
        IndirectY => format!("{name} (${low:02X}),Y"),
        Relative => format!("{name} ${:04X}", pc.wrapping_add(2).wrapping_add_signed(i16::from(low as i8))),
    };
    (text, usize::from(opcode.bytes()))
}

/// Returns a listing of `bytes`, which start at `pc`: one line per instruction with address, bytes and text.
pub fn disassemble(bytes: &[u8], pc: u16) -> String {
    let mut listing = String::new();
    let mut at = 0;
    while at < bytes.len() {
        let address = pc.wrapping_add(at as u16);
        let (text, length) = disassemble_one(&bytes[at..], address);
        let hex: Vec<String> = bytes[at..at + length].iter().map(|byte| format!("{byte:02X}")).collect();
        writeln!(listing, "{address:04X}  {:8}  {text}", hex.join(" "))
            .expect("a String takes all that is written to it");
        at += length;
    }
    listing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_instructions_are_branches() {
        let codes: Vec<u8> = OPCODES.iter().flatten().filter(|op| op.branch()).map(|op| op.code).collect();
        assert_eq!(codes, [0x10, 0x30, 0x50, 0x70, 0x90, 0xb0, 0xd0, 0xf0]);
    }

    #[test]
    fn every_mode_is_written_as_in_the_manual() {
        let program = [
            0xea, 0x0a, 0xa9, 0x01, 0xa5, 0x02, 0xb5, 0x03, 0xb6, 0x04, 0xad, 0x34, 0x12, 0xbd, 0x00, 0x04,
            0xb9, 0x01, 0x04, 0x6c, 0xfe, 0xff, 0xa1, 0x20, 0xb1, 0x22, 0xd0, 0xe4, 0x10, 0x02,
        ];
        let listing = disassemble(&program, 0x0820);
        let texts: Vec<&str> = listing.lines().map(|line| &line[16..]).collect();
        assert_eq!(
            texts,
            [
                "NOP",
                "ASL A",
                "LDA #$01",
                "LDA $02",
                "LDA $03,X",
                "LDX $04,Y",
                "LDA $1234",
                "LDA $0400,X",
                "LDA $0401,Y",
                "JMP ($FFFE)",
                "LDA ($20,X)",
                "LDA ($22),Y",
                "BNE $0820",
                "BPL $0840"
            ]
        );
        assert!(
            listing.starts_with("0820  EA        NOP\n0821  0A        ASL A\n0822  A9 01     LDA #$01\n")
        );
    }

    #[test]
    fn undocumented_opcodes_have_their_names() {
        let program =
            [0x07, 0x02, 0xbf, 0x00, 0x04, 0x93, 0x20, 0xeb, 0x01, 0x0c, 0x34, 0x12, 0xb7, 0x03, 0x02];
        let listing = disassemble(&program, 0x0820);
        let texts: Vec<&str> = listing.lines().map(|line| &line[16..]).collect();
        let expected = ["SLO $02", "LAX $0400,Y", "SHA ($20),Y", "SBC #$01", "NOP $1234", "LAX $03,Y", "JAM"];
        assert_eq!(texts, expected);
    }

    #[test]
    fn what_is_no_instruction_is_shown_as_data() {
        assert_eq!(disassemble_one(&[0xaf, 0xd2], 0), (".BYTE $AF".to_string(), 1));
        assert_eq!(disassemble_one(&[0x20, 0xd2], 0), (".BYTE $20".to_string(), 1));
        assert_eq!(disassemble_one(&[], 0), (String::new(), 0));
    }

    #[test]
    fn no_opcode_byte_is_listed_twice() {
        assert_eq!(OPCODES.iter().flatten().count(), 151);
        let undocumented = |code: &usize| OPCODES[*code].is_none() && UNDOCUMENTED[*code].is_some();
        assert_eq!((0..256).filter(undocumented).count(), 105);
    }
}
