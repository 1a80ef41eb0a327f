//! The picture of the built-in C64 against VICE's, pixel by pixel. Needs VICE and never skips.

use e2e::{program, seen};
use machine::{Config, Machine, Rom, VideoStandard};
use vice::{Config as ViceConfig, Drive, Limits, Session};

/// Half an hour of a C64: many scenes.
const LIMITS: Limits = Limits { cycles: 2_000_000_000, wall: std::time::Duration::from_secs(600) };

/// Shows scenes: whenever $02 is not zero, it takes over the registers, the bank and the colours, and clears $02 again; and whenever
/// $03 is not zero, it clears the registers of collisions and $03.
const SHOW: [u8; 74] = [
    0x78, //                   $0810  SEI
    0xa9, 0x55, //                    LDA #$55
    0x8d, 0x31, 0x0b, //              STA $0B31
    0xa5, 0x03, //             wait:  LDA $03
    0xf0, 0x0a, //                    BEQ +10
    0xad, 0x1e, 0xd0, //              LDA $D01E
    0xad, 0x1f, 0xd0, //              LDA $D01F
    0xa9, 0x00, //                    LDA #0
    0x85, 0x03, //                    STA $03
    0xa5, 0x02, //                    LDA $02
    0xf0, 0xee, //                    BEQ wait
    0xad, 0x30, 0x0b, //              LDA $0B30
    0x8d, 0x00, 0xdd, //              STA $DD00
    0xa2, 0x2e, //                    LDX #$2E
    0xbd, 0x00, 0x0b, //              LDA $0B00,X
    0x9d, 0x00, 0xd0, //              STA $D000,X
    0xca, //                          DEX
    0x10, 0xf7, //                    BPL -9
    0xe8, //                          INX
    0xbd, 0x00, 0x0c, //              LDA $0C00,X
    0x9d, 0x00, 0xd8, //              STA $D800,X
    0xbd, 0x00, 0x0d, //              and so on
    0x9d, 0x00, 0xd9, //
    0xbd, 0x00, 0x0e, //
    0x9d, 0x00, 0xda, //
    0xbd, 0x00, 0x0f, //
    0x9d, 0x00, 0xdb, //
    0xe8, //                          INX
    0xd0, 0xe5, //                    BNE -27
    0x86, 0x02, //                    STX $02
    0x4c, 0x16, 0x08, //              JMP wait
];

/// The addresses of a scene: the registers $00 to $2E, the bank, the colours, and what the VIC-II sees.
const REGISTERS: u16 = 0x0b00;
const BANK: u16 = 0x0b30;
const COLOURS: u16 = 0x0c00;

/// Where the program says that it runs, and by which byte.
const RUNS: (u16, u8) = (0x0b31, 0x55);

/// A scene: what is seen.
struct Scene {
    registers: [u8; 0x2f],
    bank: u8,
    colours: Vec<u8>,
    /// Address and bytes.
    memory: Vec<(u16, Vec<u8>)>,
}

/// Random numbers: xorshift64* by Sebastiano Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled".
struct Random(u64);

impl Random {
    fn next(&mut self) -> u8 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 56) as u8
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next()).collect()
    }
}

/// A scene with everything at random, in one of the modes.
fn random_scene(seed: u64) -> Scene {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut registers: [u8; 0x2f] = std::array::from_fn(|_| random.next());
    let mode = seed as u8 & 7;
    registers[0x11] = registers[0x11] & 0x1f | mode << 5 & 0x60 | 0x10;
    registers[0x16] = registers[0x16] & 0x0f | mode << 2 & 0x10;
    registers[0x1a] = 0;
    // Sprites that meet in the horizontal retrace, which nobody sees, are not modelled to the cycle in which they are read.
    for sprite in 0..8 {
        let x = u16::from(registers[sprite * 2]) | u16::from(registers[0x10] >> sprite & 1) << 8;
        if (0x170..0x1e0).contains(&x) {
            registers[0x10] &= !(1 << sprite);
        }
    }
    let bank = random.next() & 3;
    // In bank 0, the program and the system's variables are at $0000-$0FFF, and the characters follow.
    if bank == 3 {
        registers[0x18] |= 0x88;
    }
    let memory = [0x2000, 0x6000, 0xa000, 0xe000].map(|start| (start, random.bytes(0x2000)));
    let below = [0x4000, 0x8000, 0xc000].map(|start| (start, random.bytes(0x2000)));
    let mut memory = memory.into_iter().chain(below).collect::<Vec<_>>();
    // Nor do sprites in bank 0 show the program and the variables, by the last eight bytes of each possible matrix.
    for (_, pointer) in memory[0].1.iter_mut().enumerate().filter(|(at, _)| at & 0x3f8 == 0x3f8) {
        *pointer |= 0x80;
    }
    let colours = random.bytes(0x400);
    Scene { registers, bank, colours, memory }
}

/// `10 SYS 2064` and the program.
fn prg() -> Vec<u8> {
    let mut prg = vec![0x01, 0x08, 0x0b, 0x08, 0x0a, 0x00, 0x9e, b'2', b'0', b'6', b'4', 0, 0, 0, 0, 0, 0];
    prg.extend(SHOW);
    prg
}

/// Both C64s, showing scenes.
struct Both {
    standard: VideoStandard,
    machine: Machine,
    vice: Session,
}

impl Both {
    fn start(standard: VideoStandard) -> Both {
        let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
        let mut machine = Machine::new(Config { standard, display: true, ..Config::default() });
        let characters = std::fs::read(&paths.chargen).unwrap();
        machine.load_rom(Rom::Characters, &characters).unwrap();
        machine.load_prg(&prg()).unwrap();
        machine.poke(2, 0);
        machine.poke(3, 0);
        machine.prepare_basic_program().unwrap();
        let config = ViceConfig { video: seen::video(standard), limits: LIMITS, ..ViceConfig::default() };
        let mut vice = Session::run(&paths, &config, &prg(), Drive::Absent).unwrap();
        while vice.memory(RUNS.0, 1).unwrap() != [RUNS.1] {
            vice.run_on().unwrap();
        }
        let mut both = Both { standard, machine, vice };
        both.write(2, &[0, 0]);
        both
    }

    fn write(&mut self, address: u16, bytes: &[u8]) {
        self.machine.load_bytes(address, bytes).unwrap();
        self.vice.write_memory(address, bytes).unwrap();
    }

    /// Sets a flag, and waits until the program has cleared it and two more frames have passed.
    fn ask(&mut self, flag: u16) {
        self.write(flag, &[1]);
        for _ in 0..3 {
            assert_eq!(self.machine.run_for(self.standard.cycles_per_frame()).unwrap(), None);
        }
        assert_eq!(self.machine.peek(flag), 0);
        loop {
            // Many frames.
            self.vice.run_on().unwrap();
            if self.vice.memory(flag, 1).unwrap() == [0] {
                break;
            }
        }
        self.vice.run_on().unwrap();
    }

    fn show(&mut self, scene: &Scene) {
        for (address, bytes) in &scene.memory {
            self.write(*address, bytes);
        }
        self.write(REGISTERS, &scene.registers);
        self.write(BANK, &[scene.bank]);
        self.write(COLOURS, &scene.colours);
        self.ask(2);
        self.ask(3);
    }

    /// What differs.
    fn difference(&mut self) -> Vec<String> {
        let mut faults = Vec::new();
        let difference =
            seen::difference(self.machine.frame().unwrap(), &seen::display(&mut self.vice, self.standard));
        if !difference.is_none() {
            faults.push(difference.to_string());
        }
        let theirs = self.vice.chips(0xd01e, 2).unwrap();
        let ours = [self.machine.peek(0xd01e), self.machine.peek(0xd01f)];
        if ours != theirs[..] {
            faults.push(format!("collisions {ours:02x?}, in VICE {theirs:02x?}"));
        }
        faults
    }
}

fn scenes_are_equal(standard: VideoStandard, seeds: std::ops::Range<u64>) {
    let mut both = Both::start(standard);
    let mut faults = Vec::new();
    for seed in seeds {
        let scene = random_scene(seed);
        both.show(&scene);
        for fault in both.difference() {
            faults.push(format!("{standard:?} scene {seed} {:02x?}: {fault}", scene.registers));
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn random_scenes_look_as_in_vice_on_pal() {
    scenes_are_equal(VideoStandard::Pal, 0..64);
}

#[test]
fn random_scenes_look_as_in_vice_on_ntsc() {
    scenes_are_equal(VideoStandard::Ntsc, 64..128);
}
