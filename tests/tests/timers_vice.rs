//! Every pair of events at the timers of a CIA, on the built-in C64 and in VICE, in step: the same timers, control registers, flags, NMIs and
//! cycles, with the events at every distance from an underflow. Needs VICE and never skips.

use e2e::twins::Twins;
use machine::VideoStandard;

/// LDX #value, and an instruction of three bytes with this opcode on this register of CIA 2.
struct Event(&'static str, u8, u8, u16);

const STORE: u8 = 0x8e;
const LOAD: u8 = 0xae;

const EVENTS: [Event; 22] = [
    Event("A stops", 0x00, STORE, 0xdd0e),
    Event("A runs", 0x01, STORE, 0xdd0e),
    Event("A is loaded and runs", 0x11, STORE, 0xdd0e),
    Event("A is loaded and stops", 0x10, STORE, 0xdd0e),
    Event("A runs once", 0x09, STORE, 0xdd0e),
    Event("A is loaded and runs once", 0x19, STORE, 0xdd0e),
    Event("A counts CNT", 0x21, STORE, 0xdd0e),
    Event("A's latch, low", 0x03, STORE, 0xdd04),
    Event("A's latch, low, 0", 0x00, STORE, 0xdd04),
    Event("A's latch, high", 0x00, STORE, 0xdd05),
    Event("B stops", 0x40, STORE, 0xdd0f),
    Event("B counts A, loaded", 0x51, STORE, 0xdd0f),
    Event("B counts A once", 0x49, STORE, 0xdd0f),
    Event("B counts cycles", 0x01, STORE, 0xdd0f),
    Event("B is loaded and counts cycles once", 0x19, STORE, 0xdd0f),
    Event("B counts CNT", 0x21, STORE, 0xdd0f),
    Event("B's latch, low", 0x01, STORE, 0xdd06),
    Event("B's latch, high", 0x00, STORE, 0xdd07),
    Event("A's NMI", 0x81, STORE, 0xdd0d),
    Event("B's NMI", 0x82, STORE, 0xdd0d),
    Event("no NMI", 0x7f, STORE, 0xdd0d),
    Event("the flags are read", 0x00, LOAD, 0xdd0d),
];

/// Distances of the first event from the start, in cycles: more than two periods of timer A.
const DELAYS: u8 = 14;
/// Timer A's latch, and timer B's.
const LATCHES: [u8; 2] = [5, 2];
/// Bytes stored by a probe.
const STORED: u16 = 6;
const RESULTS: u16 = 0x2000;
/// Number of the NMIs, in page zero.
const NMIS: u8 = 0x20;
/// What a probe has read, in page zero.
const READ: u8 = 0x10;
/// Where results go on, and the first delay, in page zero.
const POINTER: u8 = 0xfe;
const DELAY: u8 = 0xfd;
const ENTRY: u16 = 0x0820;

fn absolute(code: u8, address: u16) -> [u8; 3] {
    let [low, high] = address.to_le_bytes();
    [code, low, high]
}

/// LDA # and STA of each.
fn stores(stores: &[(u8, u16)]) -> Vec<u8> {
    stores.iter().flat_map(|&(value, at)| [&[0xa9, value][..], &absolute(0x8d, at)].concat()).collect()
}

/// The program for one first event: a loop over the delays, with every second event in it.
fn probes(first: &Event, at: u16) -> Vec<u8> {
    let mut text = vec![0xa9, 0, 0x85, DELAY];
    let place = |text: &[u8]| at + text.len() as u16;
    let start = place(&text);
    for second in &EVENTS {
        // Both timers stand, with full counters, and no interrupt waits.
        text.extend(stores(&[(0, 0xdd0e), (0, 0xdd0f), (0x7f, 0xdd0d)]));
        text.extend(absolute(0xad, 0xdd0d));
        let [a, b] = LATCHES;
        text.extend(stores(&[
            (a, 0xdd04),
            (0, 0xdd05),
            (b, 0xdd06),
            (0, 0xdd07),
            (0x10, 0xdd0e),
            (0x10, 0xdd0f),
        ]));
        text.extend([0xa9, 0, 0x85, NMIS]);
        text.extend(absolute(0xad, 0xdd0d));
        // The start in the slide of delays: LDA #slide + DELAYS, SEC, SBC delay, STA in the operand of a JMP. The slide is in one page.
        let operand = place(&text) + 19;
        let mut slide = operand + 2;
        let pad = if slide >> 8 == (slide + 24) >> 8 { 0 } else { 0x100 - (slide & 0xff) };
        slide += pad;
        let [low, high] = slide.to_le_bytes();
        text.extend([0xa9, low + DELAYS, 0x38, 0xe5, DELAY]);
        text.extend(absolute(0x8d, operand));
        text.extend([0xa2, 0x41, 0xa0, 0x11]);
        text.extend(absolute(0x8e, 0xdd0f));
        text.extend(absolute(0x8c, 0xdd0e));
        text.extend([0x4c, low, high]);
        text.resize(text.len() + usize::from(pad), 0xea);
        // CMP #$C9 ..., CMP $EA: each byte later is a cycle less.
        text.extend(vec![0xc9; usize::from(DELAYS) - 1]);
        text.extend([0xc5, 0xea]);
        for Event(_, value, code, register) in [first, second] {
            text.extend([0xa2, *value]);
            text.extend(absolute(*code, *register));
        }
        for (at, register) in (READ..).zip([0xdd04, 0xdd0e, 0xdd0d, 0xdd06, 0xdd0f]) {
            text.extend(absolute(0xad, register));
            text.extend([0x85, at]);
        }
        text.extend([0xa5, NMIS, 0x85, READ + 5]);
        // LDY #5: LDA READ,Y: STA (POINTER),Y: DEY: BPL; and on.
        text.extend([0xa0, 5, 0xb9, READ, 0x00, 0x91, POINTER, 0x88, 0x10, 0xf8]);
        text.extend([0x18, 0xa5, POINTER, 0x69, STORED as u8, 0x85, POINTER, 0x90, 2, 0xe6, POINTER + 1]);
    }
    text.extend([0xe6, DELAY, 0xa5, DELAY, 0xc9, DELAYS, 0xf0, 3]);
    text.extend(absolute(0x4c, start));
    text
}

#[test]
fn every_pair_of_events_at_the_timers_is_as_in_vice() {
    let mut differ = Vec::new();
    for first in &EVENTS {
        let mut prg = [&[0x01, 0x08, 0x0c, 0x08, 10, 0, 0x9e][..], b" 2080", &[0; 3]].concat();
        prg.resize(2 + usize::from(ENTRY) - 0x0801, 0);
        // SEI, LDX #$F0, TXS; the handler is INC NMIS, RTI, behind a jump.
        let handler = ENTRY + 7;
        prg.extend([0x78, 0xa2, 0xf0, 0x9a, 0x4c, (handler + 3) as u8, ((handler + 3) >> 8) as u8]);
        prg.extend([0xe6, NMIS, 0x40]);
        let [low, high] = handler.to_le_bytes();
        prg.extend(stores(&[(low, 0x0318), (high, 0x0319), (0x0b, 0xd011)]));
        let [low, high] = RESULTS.to_le_bytes();
        prg.extend([0xa9, low, 0x85, POINTER, 0xa9, high, 0x85, POINTER + 1]);
        let at = 0x0801 + (prg.len() - 2) as u16;
        prg.extend(probes(first, at));
        prg.extend([0xa9, 0x00, 0x8d, 0xff, 0xd7]);
        assert!(0x0801 + prg.len() - 2 < usize::from(RESULTS));
        let mut twins = Twins::start(VideoStandard::Pal, &prg, "");
        twins.run_to_exit();
        differ.extend(twins.memory_difference().into_iter().map(|(at, ours, theirs)| {
            let probe = at.wrapping_sub(RESULTS) / STORED;
            let (delay, second) = (probe / EVENTS.len() as u16, usize::from(probe) % EVENTS.len());
            let byte = at.wrapping_sub(RESULTS) % STORED;
            let Event(second, ..) = EVENTS[second];
            format!("byte {byte}: {ours:02X}, VICE {theirs:02X}: delay {delay}, {}, then {second}", first.0)
        }));
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}
