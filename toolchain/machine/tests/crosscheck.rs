//! The machine's processor compared with another emulator, instruction by instruction from random states.

use std::sync::Arc;

use machine::opcodes::{OPCODES, Opcode, UNDOCUMENTED};
use machine::{Config, Machine, Registers};
use rsemu::core::space::{AddressSpace, RamStore, Region};
use rsemu::cpu::mos6502::{Config as OtherConfig, Mos6502, Regs};

const STATES_PER_OPCODE: u32 = 60;

/// Opcodes that every chip executes in another way, or that stop it.
const UNSTABLE: [&str; 3] = ["ANE", "LXA", "JAM"];

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

struct Pair {
    ours: Machine,
    other: Mos6502,
    ram: Arc<RamStore>,
}

impl Pair {
    fn new(image: &[u8]) -> Pair {
        let config = Config { strict: false, interrupts: false, ..Config::default() };
        let mut ours = Machine::new(config);
        ours.poke(0x01, 0x34);
        ours.load_bytes(2, &image[2..]).expect("the image fits");
        let ram = Arc::new(RamStore::new(0x1_0000));
        for (address, byte) in image.iter().enumerate() {
            ram.write_u8(address as u64, *byte).expect("RAM takes every byte");
        }
        let space = AddressSpace::new("cpu", 16);
        space.topology().map(Region::ram("ram", Arc::clone(&ram)), 0).expect("an empty space takes a region");
        let other = Mos6502::new(OtherConfig::default());
        other.attach_space(Arc::new(space));
        // The reset sequence comes first.
        other.step();
        Pair { ours, other, ram }
    }

    /// Runs `bytes` from `registers` on both and compares registers, cycles and all of memory that may have changed.
    fn compare(&mut self, opcode: &Opcode, bytes: [u8; 3], registers: Registers) {
        let Registers { pc, a, x, y, sp, p } = registers;
        for (offset, byte) in bytes.into_iter().enumerate() {
            self.ours.poke(pc + offset as u16, byte);
            self.ram.write_u8(u64::from(pc) + offset as u64, byte).expect("RAM takes every byte");
        }
        // A pointer may lead to the processor port, which reads as it has been set here.
        for (address, byte) in [(0, 0x2f), (1, 0x34)] {
            self.ours.poke(address, byte);
            self.ram.write_u8(u64::from(address), byte).expect("RAM takes every byte");
        }
        self.other.set_regs(Regs { a, x, y, s: sp, p, pc });
        let before = self.other.cycles();
        self.other.step();
        let expected = (self.other.regs(), self.other.cycles() - before);

        self.ours.set_registers(registers);
        let start = self.ours.cycles();
        self.ours.set_cycle_limit(start + 1);
        // Either the limit is met after this instruction, or it jumped to itself.
        let end = self.ours.run();
        assert!(end.is_ok() || self.ours.cycles() > start, "{opcode:?}: {end:?}");
        let Registers { pc: next, a, x, y, sp, p } = self.ours.registers();
        // B has no place in the register; emulators differ in what they keep there.
        let ours = (Regs { a, x, y, s: sp, p: p & !0x10, pc: next }, self.ours.cycles() - start);
        let expected = (Regs { p: expected.0.p & !0x10, ..expected.0 }, expected.1);
        assert_eq!(ours, expected, "{opcode:?} {bytes:02X?} from {registers}");
    }

    fn compare_memory(&self, opcode: &Opcode) {
        for address in 2..=0xffff {
            let other = self.ram.read_u8(u64::from(address)).expect("RAM gives every byte");
            assert_eq!(self.ours.peek(address), other, "memory ${address:04X} after {opcode:?}");
        }
    }
}

#[test]
fn all_instructions_agree_from_random_states() {
    let mut random = Random(0x2080_6502_1982_0801);
    let image: Vec<u8> = (0..0x10000).map(|_| random.next()).collect();
    let mut pair = Pair::new(&image);
    let all = OPCODES.iter().chain(&UNDOCUMENTED).flatten();
    for opcode in all.filter(|opcode| !UNSTABLE.contains(&opcode.mnemonic)) {
        for _ in 0..STATES_PER_OPCODE {
            let pc = u16::from_be_bytes([0x40 | random.next() & 0x3f, random.next()]);
            // A third of the operands near page ends; the processor port at $00 and $01 is not what this test is about.
            let low = if random.next() < 80 { 0xfc | random.next() & 3 } else { random.next() };
            let bytes = [opcode.code, low, random.next() | 2];
            let [a, x, y, sp] = [random.next(), random.next(), random.next(), random.next()];
            let p = random.next() & 0xef | 0x20;
            let port =
                [low, low.wrapping_add(x), low.wrapping_add(y)].into_iter().any(|at| at < 2 || at == 0xff);
            if port && matches!(opcode.mode.bytes(), 2) {
                continue;
            }
            pair.compare(opcode, bytes, Registers { pc, a, x, y, sp, p });
        }
        pair.compare_memory(opcode);
    }
}
