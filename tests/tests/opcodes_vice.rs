//! Every undocumented opcode on the built-in C64 and in VICE, in step: the same registers, flags, memory and cycles, from several states, some of
//! them while the VIC-II takes the bus. Needs VICE and never skips.

use e2e::twins::Twins;
use machine::VideoStandard;
use machine::opcodes::{Mode, UNDOCUMENTED};

/// The pointer in page zero, the byte next to it that instructions work on, and where the results are stored.
const POINTER: u8 = 0xfb;
const BYTE: u8 = 0xfd;
const RESULTS: u16 = 0x9000;

/// A, X, Y, flags and operand: in binary and decimal mode, within a page and across one. The high digits are such that SHA and its like store
/// to $C0xx if they cross.
const STATES: [[u8; 5]; 4] = [
    [0x35, 0x07, 0x0b, 0x24, 0xc3],
    [0x99, 0x00, 0x05, 0x2d, 0x01],
    [0xcd, 0xca, 0xc9, 0xe5, 0x5a],
    [0xc2, 0xcf, 0xcb, 0xad, 0xa6],
];

/// Where indexed instructions begin to count: the last states lead into the next page.
const BASE: u16 = 0xcf40;

/// One instruction from one state: LDA and STA of the operands, the flags, the registers, the instruction; then all of them stored.
fn probe(code: u8, mode: Mode, [a, x, y, p, operand]: [u8; 5], results: u16) -> Vec<u8> {
    let mut text = vec![0xa9, operand, 0x85, BYTE];
    let places = [BASE, BASE + u16::from(x), BASE + u16::from(y)];
    let stores = |place: u16| [&[0x8d], &place.to_le_bytes()[..]].concat();
    places.iter().for_each(|place| text.extend(stores(*place)));
    text.extend([0xa9, p, 0x48, 0xa9, a, 0xa2, x, 0xa0, y, 0x28, code]);
    match mode {
        Mode::Implied => {}
        Mode::Immediate => text.push(operand),
        Mode::ZeroPage => text.push(BYTE),
        Mode::ZeroPageX => text.push(BYTE.wrapping_sub(x)),
        Mode::ZeroPageY => text.push(BYTE.wrapping_sub(y)),
        Mode::IndirectX => text.push(POINTER.wrapping_sub(x)),
        Mode::IndirectY => text.push(POINTER),
        _ => text.extend(BASE.to_le_bytes()),
    }
    // PHP, CLD; STA, STX, STY; PLA, STA; TSX, STX; LDX #$F0, TXS.
    text.extend([0x08, 0xd8]);
    let mut results = results..;
    let mut next = || results.next().expect("there is room").to_le_bytes();
    for store in [&[0x8d][..], &[0x8e], &[0x8c], &[0x68, 0x8d], &[0xba, 0x8e]] {
        text.extend(store);
        text.extend(next());
    }
    text.extend([0xa2, 0xf0, 0x9a]);
    // The operands as they are now.
    for load in
        [vec![0xa5, BYTE]].into_iter().chain(places.map(|place| [&[0xad], &place.to_le_bytes()[..]].concat()))
    {
        text.extend(load);
        text.push(0x8d);
        text.extend(next());
    }
    text
}

/// Bytes that a probe stores.
const STORED: u16 = 9;

#[test]
fn undocumented_opcodes_do_the_same_in_vice() {
    let mut prg = [&[0x01, 0x08, 0x0c, 0x08, 10, 0, 0x9e][..], b" 2080", &[0; 3]].concat();
    prg.resize(2 + 0x0820 - 0x0801, 0);
    // SEI, LDX #$F0, TXS; the pointer.
    let [low, high] = BASE.to_le_bytes();
    prg.extend([0x78, 0xa2, 0xf0, 0x9a, 0xa9, low, 0x85, POINTER, 0xa9, high, 0x85, POINTER + 1]);
    let probed: Vec<_> = UNDOCUMENTED.iter().flatten().filter(|opcode| opcode.mnemonic != "JAM").collect();
    assert_eq!(probed.len(), 93);
    let states = probed.iter().flat_map(|opcode| STATES.map(|state| (opcode, state)));
    for (at, (opcode, state)) in (RESULTS..).step_by(usize::from(STORED)).zip(states) {
        prg.extend(probe(opcode.code, opcode.mode, state, at));
    }
    prg.extend([0xa9, 0x00, 0x8d, 0xff, 0xd7]);
    assert!(0x0801 + prg.len() - 2 < usize::from(RESULTS));
    let mut twins = Twins::start(VideoStandard::Pal, &prg, "");
    twins.run_to_exit();
    let states: Vec<_> = probed.iter().flat_map(|opcode| STATES.map(|state| (opcode, state))).collect();
    let differ: Vec<String> = twins
        .memory_difference()
        .into_iter()
        .map(|(at, ours, theirs)| {
            let offset = usize::from(at.wrapping_sub(RESULTS));
            let of = states.get(offset / usize::from(STORED));
            format!("${at:04X} ({}): {ours:02X}, VICE {theirs:02X}: {of:02X?}", offset % usize::from(STORED))
        })
        .collect();
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}
