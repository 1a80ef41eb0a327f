//! The compiler's table of instructions beside the built-in C64: what each reads and changes.

use compiler::mos::isa::{Access, OPCODES, Set};
use machine::{Config, Machine, Registers};

/// The place of the instruction and of its operand. All of page zero holds the same byte, so that every pointer leads to the operand.
const ORG: u16 = 0x2000;
const OPERAND: u16 = 0x3030;
const PAGE_ZERO: u8 = 0x30;

/// Numbers that look random: Marsaglia's xorshift with a fixed seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u8 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 24) as u8
    }
}

/// All registers and flags, each with the bits of a state in which it lies.
fn things(state: Registers) -> [(Set, u8); 10] {
    let flag = |bit: u8| state.p & bit;
    [
        (Set::A, state.a),
        (Set::X, state.x),
        (Set::Y, state.y),
        (Set::S, state.sp),
        (Set::N, flag(0x80)),
        (Set::V, flag(0x40)),
        (Set::D, flag(0x08)),
        (Set::I, flag(0x04)),
        (Set::Z, flag(0x02)),
        (Set::C, flag(0x01)),
    ]
}

/// The state with one of its things changed.
fn changed(state: Registers, thing: Set, random: &mut Random) -> Registers {
    let other = random.next() | 1;
    let flag = |bit: u8| Registers { p: state.p ^ bit, ..state };
    match thing {
        Set::A => Registers { a: state.a ^ other, ..state },
        Set::X => Registers { x: state.x ^ other, ..state },
        Set::Y => Registers { y: state.y ^ other, ..state },
        Set::S => Registers { sp: state.sp ^ other, ..state },
        Set::N => flag(0x80),
        Set::V => flag(0x40),
        Set::D => flag(0x08),
        Set::I => flag(0x04),
        Set::Z => flag(0x02),
        _ => flag(0x01),
    }
}

/// What one instruction leaves: the registers, and the memory around its operands.
fn executed(
    machine: &mut Machine,
    code: [u8; 3],
    state: Registers,
    memory: &[u8; 0x300],
) -> (Registers, Vec<u8>) {
    machine.load_bytes(2, &[PAGE_ZERO; 0xfe]).unwrap();
    machine.load_bytes(0x100, &memory[..0x100]).unwrap();
    machine.load_bytes(OPERAND & 0xff00, memory).unwrap();
    machine.load_bytes(ORG, &code).unwrap();
    machine.set_registers(state);
    assert_eq!(machine.run_for(1), Ok(None));
    let page = usize::from(OPERAND & 0xff00);
    let left = [machine.ram(2..0x200), machine.ram(page..page + memory.len())].concat();
    (machine.registers(), left)
}

/// Nothing changes but what the table says, and what it says depends on nothing that the table does not know as read. Calls, jumps and returns
/// are for their users to know.
#[test]
fn the_effects_are_those_of_the_processor() {
    let mut random = Random(0x6510_1982_2080_0001);
    let config = Config { strict: false, interrupts: false, cycle_limit: u64::MAX, ..Config::default() };
    let mut machine = Machine::new(config);
    for o in OPCODES.iter().filter(|o| !matches!(o.op.access(), Access::Target | Access::Leave)) {
        let operand = match o.mode.bytes() {
            3 => OPERAND,
            _ => u16::from(PAGE_ZERO),
        };
        let [low, high] = operand.to_le_bytes();
        let code = [o.byte, low, high];
        let (reads, writes) = (o.op.reads(o.mode), o.op.writes(o.mode));
        for _ in 0..40 {
            let [a, x, y, sp] = [random.next(), random.next() & 0x7f, random.next() & 0x7f, random.next()];
            let state = Registers { pc: ORG, a, x, y, sp, p: random.next() & 0xcf | 0x20 };
            let memory = std::array::from_fn(|_| random.next());
            let (after, left) = executed(&mut machine, code, state, &memory);
            for ((thing, before), (_, after)) in things(state).into_iter().zip(things(after)) {
                assert!(writes.meets(thing) || before == after, "{o:?} changes {thing:?} from {state}");
            }
            for (thing, _) in things(state).into_iter().filter(|(thing, _)| !reads.meets(*thing)) {
                let other = changed(state, thing, &mut random);
                let (with, left_with) = executed(&mut machine, code, other, &memory);
                assert_eq!(left, left_with, "{o:?} stores by {thing:?} from {state}");
                for ((written, one), (_, two)) in things(after).into_iter().zip(things(with)) {
                    assert!(
                        !writes.meets(written) || one == two,
                        "{o:?}: {written:?} depends on {thing:?} from {state}"
                    );
                }
            }
        }
    }
}
