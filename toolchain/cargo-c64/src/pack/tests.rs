//! Tests packing: packed programs unpack on the in-process machine and leave the same state as LOAD.

use super::*;
use machine::{Config, Machine, Stop};

/// The code at the entry in the tests: LDA #7, STA $D7FF ends the run.
const CODE: [u8; 5] = [0xa9, 0x07, 0x8d, 0xff, 0xd7];
/// Size of the longest possible program.
const LONGEST: usize = (RAM_END - LOAD) as usize;

/// A program file of `size` bytes in memory, filled up by `fill`.
fn program(size: usize, fill: impl FnMut() -> u8) -> Vec<u8> {
    let mut prg = LOAD.to_le_bytes().to_vec();
    prg.extend(MemoryMap::C64.basic_line());
    prg.resize(2 + LINE, 0);
    prg.extend(CODE);
    prg.extend(std::iter::repeat_with(fill).take(size - LINE - CODE.len()));
    prg
}

/// Pseudo-random bytes: xorshift, George Marsaglia, 2003.
fn random(seed: u32) -> impl FnMut() -> u8 {
    let mut state = seed;
    move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 24) as u8
    }
}

/// Bytes that repeat about as often as in code.
fn code_like(seed: u32) -> impl FnMut() -> u8 {
    let mut random = random(seed);
    let mut made: Vec<u8> = Vec::new();
    let (mut from, mut left) = (0, 0);
    move || {
        if left == 0 && made.len() > 300 && random() < 110 {
            from = (made.len() - 10) * usize::from(random()) / 255;
            left = 2 + usize::from(random() & 7);
        }
        let byte = if left == 0 { random() & 0x7f } else { made[from] };
        (from, left) = (from + 1, left.saturating_sub(1));
        made.push(byte);
        byte
    }
}

/// Returns the machine after `prg` has run up to its own first store.
fn run(prg: &[u8]) -> Machine {
    let mut machine = Machine::new(Config { cycle_limit: 20_000_000, ..Config::default() });
    machine.load_prg(prg).unwrap();
    machine.poke(0xd020, 0xf9);
    let stop = machine.start_basic_program().unwrap();
    assert!(matches!(stop, Stop::Exit { code: 7, .. }), "{stop:?}");
    machine
}

/// Packs `prg`, runs both files and asserts that the program cannot tell them apart. Returns the packed file.
fn same(prg: &[u8]) -> Vec<u8> {
    let file = pack(prg).unwrap();
    let (unpacked, packed) = (run(prg), run(&file));
    let sp = usize::from(unpacked.registers().sp);
    assert_eq!(usize::from(packed.registers().sp), sp);
    assert_eq!(packed.registers().p & 0x0c, unpacked.registers().p & 0x0c, "decimal mode, interrupts");
    assert_eq!(packed.peek(0xd020), unpacked.peek(0xd020), "border");
    let own = usize::from(UNPACKER)..usize::from(UNPACKER_END);
    let clock = 0xa0..0xa3;
    let below_stack = 0x100..0x101 + sp;
    let end = usize::from(LOAD) + prg.len().max(file.len()) - 2;
    let left_over = usize::from(LOAD) + prg.len() - 2..end;
    for at in 0..0x1_0000 {
        if [&own, &clock, &below_stack, &left_over].iter().all(|range| !range.contains(&at)) {
            assert_eq!(packed.ram(at..at + 1), unpacked.ram(at..at + 1), "${at:04X}");
        }
    }
    file
}

#[test]
fn the_shortest_program_is_packed() {
    let least = LINE + start(ENTRY).len() + MARGIN + 1;
    same(&program(least, random(1)));
    let short = PackError::Short { bytes: least - 1, least };
    assert_eq!(pack(&program(least - 1, random(1))), Err(short));
}

#[test]
fn programs_of_any_size_are_packed() {
    for size in (80..1600).step_by(97) {
        same(&program(size, random(size as u32)));
        same(&program(size, code_like(size as u32)));
        same(&program(size, || 0));
    }
}

#[test]
fn runs_longer_than_a_page_are_packed() {
    for size in [300, 0x200, 0x201, 0x2ff, 0x300, 0x301, 0x1234] {
        let mut left = size;
        let mut noise = random(9);
        let fill = || {
            left -= 1;
            if left < 0x100 { 0xea } else { noise() }
        };
        same(&program(size + LINE, fill));
    }
}

#[test]
fn a_program_up_to_the_end_of_memory_is_packed() {
    let file = same(&program(LONGEST, code_like(3)));
    assert!(file.len() < LONGEST * 9 / 10, "{}", file.len());
    let long = pack(&program(LONGEST + 1, || 0)).unwrap_err();
    assert_eq!(long, PackError::Long { end: 0xd001 });
}

#[test]
fn what_gets_no_smaller_runs_if_it_fits() {
    let prg = program(6_000, random(5));
    let file = same(&prg);
    assert!(file.len() > prg.len());
    same(&program(40_000, random(6)));
    let error = super::file(&program(LONGEST, || 0), &[0; LONGEST], 30).unwrap_err();
    assert!(matches!(error, PackError::Incompressible { end: 0xd001.. }), "{error}");
}

#[test]
fn same_program_same_file() {
    let prg = program(5_000, code_like(8));
    let file = pack(&prg).unwrap();
    assert_eq!(pack(&prg).unwrap(), file);
}

/// The crate's search tries every distance at every byte.
#[test]
fn nothing_is_longer_than_the_crate_zx0_packs_it() {
    let text = include_bytes!("mod.rs");
    let mut inputs: Vec<Vec<u8>> = (1..40).map(|size| text[..size].to_vec()).collect();
    for seed in 1..40 {
        let size = 200 * seed as usize;
        inputs.push(std::iter::repeat_with(code_like(seed)).take(size).collect());
        inputs.push(std::iter::repeat_with(random(seed)).map(|byte| byte & 3).take(size / 4).collect());
    }
    // Copies from the farthest distance that the format allows, and from beyond it.
    let far = |distance: usize| -> Vec<u8> {
        let mut bytes: Vec<u8> = std::iter::repeat_with(random(7)).take(distance).collect();
        bytes.extend_from_within(..50);
        bytes
    };
    inputs.extend([vec![0; 3_000], text.to_vec(), far(32_640), far(32_641)]);
    for bytes in inputs {
        let packed = compress::compress(&bytes);
        assert_eq!(zx0::unpack(&packed, bytes.len()).map(|unpacked| unpacked.bytes), Ok(bytes.clone()));
        let other = ::zx0::Compressor::new().backwards_mode(true).compress(&bytes).output;
        assert!(packed.len() <= other.len(), "{} and {} of {}", packed.len(), other.len(), bytes.len());
    }
}

#[test]
fn the_border_flickers_and_the_clock_goes_on() {
    let file = pack(&program(10_000, code_like(2))).unwrap();
    let mut machine = Machine::new(Config::default());
    machine.load_prg(&file).unwrap();
    let clock = machine.ram(0xa0..0xa3).to_vec();
    let (steady, mut seen) = (machine.peek(0xd020), 0);
    machine.set_cycle_limit(100_000);
    machine.start_basic_program().unwrap_err();
    machine.set_cycle_limit(2_000_000);
    while machine.run_for(5_000).unwrap().is_none() {
        seen += usize::from(machine.peek(0xd020) != steady);
    }
    assert!(seen > 20, "{seen}");
    assert_eq!(machine.peek(0xd020), steady);
    assert_ne!(machine.ram(0xa0..0xa3), clock);
}

#[test]
fn other_files_are_refused() {
    let good = program(500, code_like(4));
    let changed = |at: usize| {
        let mut bad = good.clone();
        bad[at] ^= 1;
        pack(&bad)
    };
    for at in 0..2 + LINE {
        assert_eq!(changed(at), Err(PackError::Line), "byte {at}");
    }
    for size in [0, 1, 2, 10, 1 + LINE] {
        assert_eq!(pack(&good[..size]), Err(PackError::Line), "{size} bytes");
    }
    assert_eq!(pack(&good[..2 + LINE]), Err(PackError::Short { bytes: LINE, least: LINE + 19 }));
    assert!(PackError::Long { end: 0xd001 }.to_string().contains("$D000"));
}
