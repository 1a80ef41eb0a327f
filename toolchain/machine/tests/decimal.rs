//! Decimal mode of the NMOS 6502: every sum and difference of two bytes against Bruce Clark's model, and its flags in a whole program.
//!
//! Source: Bruce Clark, "Decimal Mode" (6502.org), appendix A. It describes bytes that are no decimal numbers, too.

use machine::{Config, Machine, Registers, Stop};

const ORG: u16 = 0x0820;
const N: u8 = 0x80;
const V: u8 = 0x40;
const D: u8 = 0x08;
const Z: u8 = 0x02;
const C: u8 = 0x01;

/// A and the flags N, V, Z and C.
type Result = (u8, u8);

fn flags(n: bool, v: bool, z: bool, c: bool) -> u8 {
    [(n, N), (v, V), (z, Z), (c, C)].into_iter().filter(|(set, _)| *set).map(|(_, flag)| flag).sum()
}

/// Sequence 1 gives A and C, sequence 2 N and V, the binary sum Z.
fn sum(a: u8, b: u8, c: u8) -> Result {
    let [wide_a, wide_b, c] = [a, b, c].map(i32::from);
    let low = match (wide_a & 0x0f) + (wide_b & 0x0f) + c {
        low if low >= 0x0a => ((low + 0x06) & 0x0f) + 0x10,
        low => low,
    };
    let high = |byte: u8| i32::from((byte & 0xf0) as i8);
    let signed = high(a) + high(b) + low;
    let result = match (wide_a & 0xf0) + (wide_b & 0xf0) + low {
        sum if sum >= 0xa0 => sum + 0x60,
        sum => sum,
    };
    let binary = (wide_a + wide_b + c) as u8;
    (result as u8, flags(signed & 0x80 != 0, !(-128..128).contains(&signed), binary == 0, result >= 0x100))
}

/// Sequence 3 gives A, the binary difference all flags.
fn difference(a: u8, b: u8, c: u8) -> Result {
    let [wide_a, wide_b, c] = [a, b, c].map(i32::from);
    let low = match (wide_a & 0x0f) - (wide_b & 0x0f) + c - 1 {
        low if low < 0 => ((low - 0x06) & 0x0f) - 0x10,
        low => low,
    };
    let result = match (wide_a & 0xf0) - (wide_b & 0xf0) + low {
        result if result < 0 => result - 0x60,
        result => result,
    };
    let binary = wide_a - wide_b + c - 1;
    let signed = i32::from(a as i8) - i32::from(b as i8) + c - 1;
    let v = !(-128..128).contains(&signed);
    (result as u8, flags(binary & 0x80 != 0, v, binary as u8 == 0, binary >= 0))
}

/// ADC and SBC, and what computes with them: RRA with twice the byte and the carry that is shifted in, ISC with the byte before.
#[test]
fn every_decimal_sum_and_difference_is_the_chips() {
    let config = Config { strict: false, interrupts: false, cycle_limit: u64::MAX, ..Config::default() };
    let mut machine = Machine::new(config);
    for (opcode, model) in [(0x69, sum as fn(u8, u8, u8) -> Result), (0xe9, difference), (0xeb, difference)] {
        for (a, b) in (0..=255_u8).flat_map(|a| (0..=255_u8).map(move |b| (a, b))) {
            machine.load_bytes(ORG, &[opcode, b]).expect("it fits");
            for c in 0..2 {
                machine.set_registers(Registers { pc: ORG, a, p: D | c, ..machine.registers() });
                assert_eq!(machine.run_for(1), Ok(None));
                let after = machine.registers();
                let seen = (after.a, after.p & (N | V | Z | C));
                assert_eq!(seen, model(a, b, c), "{opcode:02X}: {a:02X} {b:02X} {c}");
            }
        }
    }
    for (a, b) in (0..=255_u8).flat_map(|a| (0..=255_u8).map(move |b| (a, b))) {
        for (opcode, stored) in [(0x67, b << 1), (0xe7, b.wrapping_sub(1))] {
            machine.load_bytes(ORG, &[opcode, 0x40]).expect("it fits");
            machine.poke(0x40, stored);
            machine.set_registers(Registers { pc: ORG, a, p: D, ..machine.registers() });
            assert_eq!(machine.run_for(1), Ok(None));
            let after = machine.registers();
            let model = if opcode == 0x67 { sum(a, stored >> 1, 0) } else { difference(a, b, 0) };
            let seen = (after.a, after.p & (N | V | Z | C));
            assert_eq!(seen, model, "{opcode:02X}: {a:02X} {stored:02X}");
        }
    }
}

/// SED, then 99+01, 79+00, 00-01, 24+56, 93+82 with the flags pushed and stored from $4000 on, CLD, RTS.
#[test]
fn a_program_sees_the_flags_of_decimal_mode() {
    let sums = [(0x18, 0x99, 0x69, 0x01), (0x18, 0x79, 0x69, 0x00), (0x38, 0x00, 0xe9, 0x01)];
    let more = [(0x18, 0x24, 0x69, 0x56), (0x18, 0x93, 0x69, 0x82)];
    let mut code = vec![0x78, 0xf8];
    for (at, (carry, a, opcode, b)) in (0..).zip(sums.into_iter().chain(more)) {
        // CLC or SEC, LDA, ADC or SBC, PHP, PLA, AND #$C3, STA.
        code.extend([carry, 0xa9, a, opcode, b, 0x08, 0x68, 0x29, 0xc3, 0x8d, at, 0x40]);
    }
    code.extend([0xd8, 0x58, 0x60]);
    let mut machine = Machine::new(Config { strict: false, ..Config::default() });
    machine.load_bytes(ORG, &code).expect("it fits");
    assert_eq!(machine.call(ORG), Ok(Stop::Returned));
    assert_eq!(machine.ram(0x4000..0x4005), [0x81, 0x00, 0x80, 0xc0, 0x41]);
}
