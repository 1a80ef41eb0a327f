//! Cycle counts of all 151 documented opcodes, page crossings and taken branches included.

use machine::opcodes::{Mode, OPCODES};
use machine::{Config, Machine, Registers};

/// Cycles by opcode, a row per high digit, 0 = undocumented. Typed from the tables of appendix B of the MCS6500
/// Microcomputer Family Programming Manual (MOS Technology, January 1976), without the notes on page crossing and branches.
#[rustfmt::skip]
const MANUAL: [[u8; 16]; 16] = [
    // 0 1  2  3  4  5  6  7  8  9  A  B  C  D  E  F
    [7, 6, 0, 0, 0, 3, 5, 0, 3, 2, 2, 0, 0, 4, 6, 0],
    [2, 5, 0, 0, 0, 4, 6, 0, 2, 4, 0, 0, 0, 4, 7, 0],
    [6, 6, 0, 0, 3, 3, 5, 0, 4, 2, 2, 0, 4, 4, 6, 0],
    [2, 5, 0, 0, 0, 4, 6, 0, 2, 4, 0, 0, 0, 4, 7, 0],
    [6, 6, 0, 0, 0, 3, 5, 0, 3, 2, 2, 0, 3, 4, 6, 0],
    [2, 5, 0, 0, 0, 4, 6, 0, 2, 4, 0, 0, 0, 4, 7, 0],
    [6, 6, 0, 0, 0, 3, 5, 0, 4, 2, 2, 0, 5, 4, 6, 0],
    [2, 5, 0, 0, 0, 4, 6, 0, 2, 4, 0, 0, 0, 4, 7, 0],
    [0, 6, 0, 0, 3, 3, 3, 0, 2, 0, 2, 0, 4, 4, 4, 0],
    [2, 6, 0, 0, 4, 4, 4, 0, 2, 5, 2, 0, 0, 5, 0, 0],
    [2, 6, 2, 0, 3, 3, 3, 0, 2, 2, 2, 0, 4, 4, 4, 0],
    [2, 5, 0, 0, 4, 4, 4, 0, 2, 4, 2, 0, 4, 4, 4, 0],
    [2, 6, 0, 0, 3, 3, 5, 0, 2, 2, 2, 0, 4, 4, 6, 0],
    [2, 5, 0, 0, 0, 4, 6, 0, 2, 4, 0, 0, 0, 4, 7, 0],
    [2, 6, 0, 0, 3, 3, 5, 0, 2, 2, 2, 0, 4, 4, 6, 0],
    [2, 5, 0, 0, 0, 4, 6, 0, 2, 4, 0, 0, 0, 4, 7, 0],
];

/// Opcodes with the manual's note "add 1 if page boundary is crossed", branches apart.
const PAGE_NOTE: [u8; 23] = [
    0x11, 0x19, 0x1d, 0x31, 0x39, 0x3d, 0x51, 0x59, 0x5d, 0x71, 0x79, 0x7d, 0xb1, 0xb9, 0xbc, 0xbd, 0xbe,
    0xd1, 0xd9, 0xdd, 0xf1, 0xf9, 0xfd,
];

/// Opcode of each branch and a status with which it is taken; with the complement it is not.
const BRANCHES: [(u8, u8); 8] = [
    (0x10, 0x00), // BPL, N clear
    (0x30, 0x80), // BMI, N set
    (0x50, 0x00), // BVC, V clear
    (0x70, 0x40), // BVS, V set
    (0x90, 0x00), // BCC, C clear
    (0xb0, 0x01), // BCS, C set
    (0xd0, 0x00), // BNE, Z clear
    (0xf0, 0x02), // BEQ, Z set
];

fn manual(code: u8) -> u8 {
    MANUAL[usize::from(code >> 4)][usize::from(code & 15)]
}

/// Cycles of the one instruction `bytes` at `pc`, entered with these registers, followed by RAM full of NOPs.
fn cycles(bytes: &[u8], registers: Registers) -> u64 {
    let config =
        Config { ram_fill: 0xea, strict: false, interrupts: false, cycle_limit: 1, ..Config::default() };
    let mut machine = Machine::new(config);
    machine.poke(0x01, 0x34);
    // ($80),Y and ($7F,X) with X = 1 both point to $30F0.
    machine.poke(0x80, 0xf0);
    machine.poke(0x81, 0x30);
    machine.load_bytes(registers.pc, bytes).expect("the instruction fits");
    machine.set_registers(registers);
    // The limit is met before the second instruction, whatever that is.
    machine.run().expect_err("one instruction, then the limit");
    machine.cycles()
}

fn operand(mode: Mode) -> [u8; 2] {
    match mode {
        Mode::ZeroPage | Mode::ZeroPageX | Mode::ZeroPageY | Mode::IndirectY => [0x80, 0xea],
        Mode::IndirectX => [0x7f, 0xea],
        _ => [0xf0, 0x30],
    }
}

fn registers(x: u8, y: u8, p: u8) -> Registers {
    Registers { pc: 0x2000, a: 1, x, y, sp: 0x80, p }
}

#[test]
fn base_cycles_are_the_manuals() {
    for code in 0..=255 {
        let expected = manual(code);
        assert_eq!(
            OPCODES[usize::from(code)].map_or(0, |opcode| opcode.cycles),
            expected,
            "table, ${code:02X}"
        );
        if expected == 0 || code & 0x1f == 0x10 {
            continue;
        }
        let [low, high] = operand(OPCODES[usize::from(code)].expect("documented").mode);
        assert_eq!(
            cycles(&[code, low, high], registers(1, 1, 0)),
            u64::from(expected),
            "machine, ${code:02X}"
        );
    }
}

#[test]
fn crossing_a_page_costs_a_cycle_only_where_the_manual_says_so() {
    for opcode in OPCODES.iter().flatten() {
        let [low, high] = operand(opcode.mode);
        if !matches!(opcode.mode, Mode::AbsoluteX | Mode::AbsoluteY | Mode::IndirectY) {
            assert!(!opcode.page_penalty, "{opcode:?}");
            continue;
        }
        let penalty = PAGE_NOTE.contains(&opcode.code);
        assert_eq!(opcode.page_penalty, penalty, "table, {opcode:?}");
        let expected = u64::from(manual(opcode.code)) + u64::from(penalty);
        // $30F0 + 16 lies in the next page, $30F0 + 15 does not.
        assert_eq!(cycles(&[opcode.code, low, high], registers(16, 16, 0)), expected, "crossing, {opcode:?}");
        let without = u64::from(manual(opcode.code));
        assert_eq!(cycles(&[opcode.code, low, high], registers(15, 15, 0)), without, "inside, {opcode:?}");
    }
}

#[test]
fn branches_cost_two_three_or_four_cycles() {
    for (code, taken) in BRANCHES {
        let at = |pc: u16, distance: i8, p: u8| {
            cycles(&[code, distance as u8], Registers { pc, ..registers(0, 0, p) })
        };
        assert_eq!(at(0x2000, 0x10, !taken & 0xc3), 2, "${code:02X} not taken");
        assert_eq!(at(0x20f0, 0x10, !taken & 0xc3), 2, "${code:02X} not taken, target in the next page");
        assert_eq!(at(0x2000, 0x10, taken), 3, "${code:02X} taken");
        assert_eq!(at(0x20f0, 0x10, taken), 4, "${code:02X} taken forwards over a page");
        assert_eq!(at(0x2000, -0x10, taken), 4, "${code:02X} taken backwards over a page");
        // What counts is the page of the next instruction, not that of the branch.
        assert_eq!(at(0x20fe, 0x10, taken), 3, "${code:02X} at the end of a page");
        assert_eq!(at(0x20fe, -0x10, taken), 4, "${code:02X} at the end of a page, backwards");
    }
}

#[test]
fn the_manuals_matrix_has_151_opcodes() {
    assert_eq!(MANUAL.iter().flatten().filter(|cycles| **cycles != 0).count(), 151);
}
