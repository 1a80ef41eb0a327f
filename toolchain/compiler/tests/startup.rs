//! The start-up code on the machine: a program begins afresh each time and leaves BASIC and the KERNAL as it found them.

use compiler::MemoryMap;
use compiler::mos::code::{Chunk, Item, Label, Program, Section};
use compiler::mos::image::Image;
use compiler::mos::{asm, runtime, startup};
use compiler::{Options, Source, compile};
use machine::{Config, Machine, Stop};

const MAP: MemoryMap = MemoryMap::C64;
const HIGH: std::ops::Range<u16> = MAP.under_kernal();

/// A program with this `main`, variables named `data` and `zero` of the given sizes, and start-up code.
fn program(main: &str, data: &[u8], zero: usize) -> Image {
    program_with(main, data, zero, 0)
}

/// The same with so many bytes of variables under the KERNAL, named `high`.
fn program_with(main: &str, data: &[u8], zero: usize, high: usize) -> Image {
    program_in(MAP, main, data, zero, high)
}

/// The same with this memory map.
fn program_in(memory: MemoryMap, main: &str, data: &[u8], zero: usize, high: usize) -> Image {
    let mut program = Program { memory, ..Program::default() };
    let mut known = runtime::declare(&mut program);
    for name in ["main", "data", "zero", "high"] {
        known.insert(name.to_string(), program.label(name));
    }
    let add = |program: &mut Program, label: Label, section, bytes: Vec<u8>| {
        if !bytes.is_empty() {
            let items = vec![Item::Bytes(bytes)];
            program.chunks.push(Chunk { label, section, align: 1, items });
        }
    };
    add(&mut program, known["data"], Section::Data, data.to_vec());
    add(&mut program, known["zero"], Section::Zero, vec![0; zero]);
    add(&mut program, known["high"], Section::High, vec![0; high]);
    let text = format!("main:\n{main}");
    let chunk = asm::chunk(&text, "main", Section::Code, &mut program, &known).unwrap().0;
    program.chunks.push(chunk);
    startup::add(&mut program, &known, false, false).unwrap();
    runtime::link(&mut program, &known, |_| true).unwrap();
    Image::new(&program).unwrap()
}

/// Leaves nothing of what it may change as it was, then ends from a depth of two calls.
const HAVOC: &str = "
        lda #1
        sta $d7ff
        lda #$5a
        ldx #0
@zero:  cpx #$02
        bcc @next
        cpx #$90
        bcc @store
        cpx #$fb
        bcc @next
        cpx #$ff
        beq @next
@store: sta 0,x
@next:  inx
        bne @zero
        inc zero
        inc zero+599
        dec data
        dec data+299
        sei
        sta $0314
        sta $0316
        sta $0318
        lda #$35
        sta $01
        jsr deeper
deeper: jsr __exit";

/// What BASIC and the KERNAL must find as it was.
fn kept(machine: &Machine) -> (Vec<u8>, u8, Vec<u8>) {
    let zero_page = (2..MAP.zero_page.end).chain(MAP.apart).map(|at| machine.peek(at)).collect();
    (zero_page, machine.peek(1), (0x0314..0x031a).map(|at| machine.peek(at)).collect())
}

/// Runs `HAVOC` twice with that many bytes of data and zeros, and of variables under the KERNAL.
fn comes_and_goes(data: usize, zero: usize, high: usize) {
    let data: Vec<u8> = (0..data).map(|n| (n * 3 + n / 256 + 1) as u8).collect();
    let image = program_with(HAVOC, &data, zero, high);
    let mut machine = Machine::new(Config::default());
    machine.load_prg(&image.prg).unwrap();
    for at in (2..MAP.zero_page.end).chain(MAP.apart) {
        machine.poke(at, at as u8 ^ 0xc5);
    }
    for _ in 0..2 {
        // SYS itself keeps its number in $14-$15.
        machine.poke(0x14, MAP.entry() as u8);
        machine.poke(0x15, (MAP.entry() >> 8) as u8);
        let before = kept(&machine);
        let stop = machine.start_basic_program();
        assert!(matches!(stop, Ok(Stop::Exit { code: 1, .. })), "{stop:?}");
        let first = |name: &str| usize::from(image.symbols[name]);
        assert_eq!(machine.ram(first("data")..first("data") + data.len()), data);
        assert!(machine.ram(first("zero")..first("zero") + zero).iter().all(|&b| b == 0));
        assert_eq!(machine.peek_word(MAP.stack()), MAP.ram_end);
        let under = machine.ram(usize::from(HIGH.start)..usize::from(HIGH.start) + high);
        assert!(under.iter().all(|&b| b == 0));
        machine.load_bytes(HIGH.start, &vec![0xa5; high]).unwrap();
        assert!((MAP.runtime().start..MAP.zero_page.end).chain(MAP.apart).all(|at| machine.peek(at) == 0));
        assert_eq!(machine.peek(1) & 7, if high > 0 { 5 } else { 6 }, "BASIC out, I/O in, KERNAL if it can");
        assert_eq!(machine.peek(machine.peek_word(0x0318)), 0x40, "NMI leads to an RTI");
        assert_eq!(machine.registers().p & 0x0c, 0, "interrupts on, binary mode");
        assert_eq!(machine.run(), Ok(Stop::Returned));
        assert_eq!(kept(&machine), before);
        assert_eq!(machine.registers().p & 0x05, 0, "interrupts on, carry clear");
        assert_eq!(machine.changes_for_basic(), []);
    }
}

#[test]
fn program_starts_afresh_and_leaves_basic_as_it_was() {
    comes_and_goes(300, 600, 0);
}

#[test]
fn sizes_of_whole_pages() {
    comes_and_goes(512, 768, 512);
}

#[test]
fn saved_state_under_the_basic_rom() {
    comes_and_goes(300, 39_600, 0);
}

#[test]
fn variables_under_the_kernal() {
    comes_and_goes(300, 6000, 1);
    comes_and_goes(300, 600, 7168);
    comes_and_goes(300, 600, HIGH.len());
}

#[test]
fn tables_of_squares_are_there_if_floats_are_multiplied() {
    let (left, right) = (std::f32::consts::PI, -std::f32::consts::E);
    let operands = left.to_le_bytes().into_iter().chain(right.to_le_bytes()).enumerate();
    let stores: String = operands.map(|(n, byte)| format!("lda #{byte}\nsta ARG+{n}\n")).collect();
    let stop = "lda #1\nsta $d7ff\nrts";
    // The second time behind zeros up to the middle of a page, and with the KERNAL banked out.
    for (zero, high) in [(1, 0), (5_000, 100)] {
        let image = program_with(&format!("{stores}jsr __mulsf3\n{stop}"), &[1], zero, high);
        assert_eq!(image.symbols["__squares"] % 256, 0);
        let mut machine = Machine::new(Config::default());
        machine.load_prg(&image.prg).unwrap();
        for _ in 0..2 {
            let stopped = machine.start_basic_program();
            assert!(matches!(stopped, Ok(Stop::Exit { code: 1, .. })), "{stopped:?}");
            let product = [0, 1, 2, 3].map(|n| machine.peek(MAP.arg(n)));
            assert_eq!(f32::from_le_bytes(product), left * right);
            assert_eq!(machine.run(), Ok(Stop::Returned));
            // A program that starts again finds nothing of them.
            machine.load_bytes(image.symbols["__squares"], &[0xa5; 0x600]).unwrap();
        }
    }
    let other = program(&format!("jsr __divsf3\n{stop}"), &[1], 1);
    assert!(other.symbols.contains_key("__divsf3") && !other.symbols.contains_key("__fill_squares"));
}

/// Stops, so that the memory can be looked at, then fills all of the zero page that the map names, and returns.
fn fills(map: &MemoryMap) -> String {
    let stores = map.zero_page.clone().chain(map.apart.clone()).map(|at| format!("sta {at}\n"));
    format!("lda #1\nsta $d7ff\nlda #$5a\n{}rts", stores.collect::<String>())
}

#[test]
fn zero_page_that_the_map_does_not_name_is_left_alone() {
    for (zero_page, apart) in [(0x30..0x80, 0xfc..0xfe), (0x02..0x30, 0xfb..0xfb), (0x6a..0x90, 0xfb..0xff)] {
        let mut map = MAP;
        (map.zero_page, map.apart) = (zero_page, apart);
        map.check().unwrap();
        let image = program_in(map.clone(), &fills(&map), &[1, 2, 3], 600, 0);
        let mut machine = Machine::new(Config::default());
        machine.load_prg(&image.prg).unwrap();
        for at in 2..0x90 {
            machine.poke(at, at as u8 ^ 0xc5);
        }
        machine.poke(0x14, MAP.entry() as u8);
        machine.poke(0x15, (MAP.entry() >> 8) as u8);
        let all = |machine: &Machine| -> Vec<u8> {
            (2..0x90).chain(0xfb..0xff).map(|at| machine.peek(at)).collect()
        };
        let own = |at: u16| map.zero_page.contains(&at) || map.apart.contains(&at);
        let before = all(&machine);
        let stop = machine.start_basic_program();
        assert!(matches!(stop, Ok(Stop::Exit { code: 1, .. })), "{stop:?}");
        // The start-up code works with the first bytes, and sets the software stack pointer.
        let set = |at: u16| (map.arg(0)..map.arg(4)).contains(&at) || (at & !1) == map.stack();
        for (at, before) in (2..0x90).chain(0xfb..0xff).zip(&before).filter(|(at, _)| !set(*at)) {
            let expected = if own(at) { 0 } else { *before };
            assert_eq!(machine.peek(at), expected, "${at:02X} in {map:?}");
        }
        assert_eq!(machine.peek_word(map.stack()), map.ram_end);
        assert_eq!(machine.run(), Ok(Stop::Returned));
        assert_eq!(all(&machine), before, "{map:?}");
    }
}

/// Fills the memory under the KERNAL, calls CHROUT 20 times and waits for the clock between with the KERNAL and the chips out.
const UNDER: &str = "
        ldx #0
@fill:  txa
        sta high,x
        inx
        bne @fill
@more:  inc $fb
        lda #'*'
        sec
        jsr __kernal_in
        jsr $ffd2
        jsr __kernal_out
        lda $01
        cmp #$35
        bne @wrong
        lda #$34
        sta $01
        lda $a2
@wait:  cmp $a2
        beq @wait
        lda $01
        cmp #$34
        bne @wrong
        lda #$35
        sta $01
        lda $fb
        cmp #20
        bne @more
@check: txa
        cmp high,x
        bne @wrong
        inx
        bne @check
        lda #1
        sta $d7ff
@end:   jmp @end
@wrong: lda #2
        sta $d7ff";

#[test]
fn the_clock_goes_on_while_the_kernal_is_out() {
    let image = program_with(UNDER, &[], 0, 256);
    let mut machine = Machine::new(Config { cycle_limit: 1_000_000, ..Config::default() });
    machine.load_prg(&image.prg).unwrap();
    let stop = machine.start_basic_program();
    assert!(matches!(stop, Ok(Stop::Exit { code: 1, .. })), "{stop:?}");
    assert_eq!(machine.transcript().matches('*').count(), 20);
    machine.press_restore();
    assert_eq!(machine.run_for(100), Ok(None));
}

#[test]
fn first_contents_are_copied_only_where_there_are_any() {
    let length = |data: &[u8]| program("rts", data, 0).prg.len();
    // Two addresses of six bytes each, a count, and a loop.
    assert!(length(&[]) + 30 + 1 < length(&[7]));
}

#[test]
fn main_may_return_and_needs_no_variables() {
    let image = program("inc $4000\nrts", &[], 0);
    let mut machine = Machine::new(Config::default());
    machine.load_prg(&image.prg).unwrap();
    machine.poke(0x4000, 7);
    let after: Vec<u8> = machine.ram(usize::from(image.end)..0x4000).to_vec();
    assert_eq!(machine.start_basic_program(), Ok(Stop::Returned));
    assert_eq!(machine.peek(0x4000), 8);
    assert_eq!(machine.changes_for_basic(), []);
    assert_eq!(machine.ram(usize::from(image.end)..0x4000), after);
    assert_eq!((image.entry, image.symbols["__start"]), (MAP.entry(), MAP.entry()));
}

/// Adds what is read once to a variable, in memory that is free for everything else.
const ONCE: &str = r#"
target datalayout = "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8"
@once = internal constant [2 x i8] c"\28\02", section ".once"
@sum = internal global [200 x i8] zeroinitializer
define void @main() unnamed_addr addrspace(1) {
  %a = load volatile i8, ptr @once
  %second = getelementptr inbounds i8, ptr @once, i16 1
  %b = load volatile i8, ptr %second
  %sum = add i8 %a, %b
  %last = getelementptr inbounds i8, ptr @sum, i16 199
  store volatile i8 %sum, ptr %last
  ret void
}
"#;

#[test]
fn what_is_read_once_takes_no_room() {
    let image = compile(&Source { name: "once.ll", text: ONCE }, &Options::default()).unwrap();
    let (once, sum) = (image.symbols["once"], image.symbols["sum"]);
    assert!(
        sum < image.end && once >= image.end,
        "sum ${sum:04X}, free from ${:04X}, once ${once:04X}",
        image.end
    );
    let mut machine = Machine::new(Config { cycle_limit: 1_000_000, ..Config::default() });
    machine.load_prg(&image.prg).unwrap();
    assert_eq!(machine.start_basic_program(), Ok(Stop::Returned));
    assert_eq!(machine.peek(sum + 199), 42);
}

/// Fills variables under the KERNAL and prints them by CHROUT's name.
const PRINTS: &str = r#"
target datalayout = "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8"
@high = global [3 x i8] zeroinitializer, section ".high"
declare void @chrout(i8) addrspace(1)
define void @main() unnamed_addr addrspace(1) {
  store volatile i8 65, ptr @high
  %last = getelementptr inbounds i8, ptr @high, i16 2
  store volatile i8 66, ptr %last
  %a = load volatile i8, ptr @high
  call addrspace(1) void @chrout(i8 %a)
  %b = load volatile i8, ptr %last
  call addrspace(1) void @chrout(i8 %b)
  ret void
}
"#;

#[test]
fn the_kernal_is_called_by_name_over_variables_of_its_own_place() {
    let source = Source { name: "prints.ll", text: PRINTS };
    let image = compile(&source, &Options::default()).unwrap();
    let mut machine = Machine::new(Config { cycle_limit: 1_000_000, ..Config::default() });
    machine.load_prg(&image.prg).unwrap();
    assert_eq!(machine.start_basic_program(), Ok(Stop::Returned));
    assert_eq!(machine.transcript(), "AB");
    assert_eq!(machine.changes_for_basic(), []);
}
