//! VICE itself: verdicts, limits, requests. Needs `vice`, `open-roms` and `xvfb`, and never skips.

use std::time::{Duration, Instant};

use vice::{self, Config, Emulator, Limits, Mailbox, Tasks, Verdict, ViceError, VicePaths, Video};

/// `LDA #code: STA $D7FF`, then a loop on the spot.
fn exit_code(code: u8) -> Vec<u8> {
    program(&[0xa9, code, 0x8d, 0xff, 0xd7, 0x4c, 0x25, 0x08])
}

/// A program file: `10 SYS 2080` and machine code at `$0820`.
fn program(code: &[u8]) -> Vec<u8> {
    let mut prg = b"\x01\x08\x0c\x08\x0a\x00\x9e 2080\x00\x00\x00".to_vec();
    prg.resize(2 + 0x0820 - 0x0801, 0);
    prg.extend_from_slice(code);
    prg
}

fn paths() -> VicePaths {
    VicePaths::find().expect("VICE, Xvfb and a set of ROMs are installed")
}

fn config() -> Config {
    let limits = Limits { cycles: 100_000_000, wall: Duration::from_secs(120) };
    Config { limits, ..Config::default() }
}

/// Cycles of a PAL raster line. A verdict's cycles count from power-on, and the autostart types `RUN` as soon as it sees
/// READY between two instructions of the KERNAL: seen to differ by 21 cycles once in some hundred starts.
const RASTER_LINE: u64 = 63;

#[test]
fn exit_codes_pass_through_and_cycles_repeat() {
    let runs = [0, 1, 7, 255].map(|code| vice::run_prg(&paths(), &config(), &exit_code(code)).unwrap());
    assert_eq!(runs.map(|run| run.exit_code), [0, 1, 7, 255]);
    assert!(runs.iter().all(|run| run.cycles.abs_diff(runs[0].cycles) < RASTER_LINE), "{runs:?}");
}

#[test]
fn both_video_standards_and_both_emulators_run() {
    // The KERNAL leaves 1 for PAL and 0 for NTSC at $02A6: LDA $02A6: STA $D7FF.
    let standard = program(&[0xad, 0xa6, 0x02, 0x8d, 0xff, 0xd7]);
    for (video, code) in [(Video::Pal, 1), (Video::Ntsc, 0)] {
        for emulator in [Emulator::Exact, Emulator::Fast] {
            let run = vice::run_prg(&paths(), &Config { video, emulator, ..config() }, &standard).unwrap();
            assert_eq!(run.exit_code, code, "{video:?} {emulator:?}");
        }
    }
}

#[test]
fn a_program_that_does_not_end_meets_the_cycle_limit() {
    let limits = Limits { cycles: 5_000_000, ..config().limits };
    let forever = program(&[0x4c, 0x20, 0x08]);
    let error = vice::run_prg(&paths(), &Config { limits, ..config() }, &forever).unwrap_err();
    assert!(matches!(error, ViceError::CycleLimit { cycles: 5_000_000 }), "{error}");
}

#[test]
fn a_program_that_does_not_end_meets_the_wall_clock() {
    let limits = Limits { cycles: u64::from(u32::MAX), wall: Duration::from_secs(2) };
    let started = Instant::now();
    let forever = program(&[0x4c, 0x20, 0x08]);
    let error = vice::run_prg(&paths(), &Config { limits, ..config() }, &forever).unwrap_err();
    assert!(matches!(error, ViceError::WallClock { .. }), "{error}");
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}

#[test]
fn a_locked_up_cpu_is_named() {
    let error = vice::run_prg(&paths(), &config(), &program(&[0xea, 0x02])).unwrap_err();
    assert!(matches!(error, ViceError::Jam(_)), "{error}");
    let mailbox = Mailbox { request: 0x0900, report: 0x0980 };
    let mut tasks = Tasks::start(&paths(), &config(), &program(&[0xea, 0x02]), mailbox).unwrap();
    let error = tasks.run(&[1; LENGTH], &mut [0; LENGTH]).unwrap_err();
    assert!(matches!(error, ViceError::Jam(_)), "{error}");
}

#[test]
fn a_cut_rom_is_refused_before_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let kernal = folder.path().join("kernal");
    std::fs::write(&kernal, [0; 8191]).unwrap();
    let error = vice::run_prg(&VicePaths { kernal, ..paths() }, &config(), &exit_code(0)).unwrap_err();
    assert!(matches!(error, ViceError::BadRom { size: 8191, expected: 8192, .. }), "{error}");
}

#[test]
fn cycles_are_exact_with_screen_and_interrupts_off() {
    // LDX #0: LDY #0: L: DEY: BNE L: DEX: BNE L: LDA #0: STA $D7FF, no branch over a page boundary.
    let code = [0xa2, 0, 0xa0, 0, 0x88, 0xd0, 0xfd, 0xca, 0xd0, 0xfa, 0xa9, 0, 0x8d, 0xff, 0xd7];
    let inner = 256 * 5 - 1;
    let expected = 2 + 2 + 256 * (inner + 5) - 1 + 6;
    assert_eq!(vice::cycles_of(&paths(), &config(), &program(&code)).unwrap(), expected);
    assert_eq!(vice::cycles_of(&paths(), &config(), &exit_code(3)).unwrap(), 6);
}

/// Counts down from request byte 1 between the timers, then reports the complement of the request.
fn echo_program() -> (Vec<u8>, Mailbox) {
    let code = [
        0x78, // SEI
        0xa9, 0xff, 0x8d, 0x04, 0xdd, 0x8d, 0x05, 0xdd, 0x8d, 0x06, 0xdd, 0x8d, 0x07,
        0xdd, // timers at $FFFFFFFF
        0xa9, 0x51, 0x8d, 0x0f, 0xdd, 0xa9, 0x11, 0x8d, 0x0e,
        0xdd, // start B on underflows of A, then A
        0xae, 0x01, 0x09, 0xca, 0xd0, 0xfd, // LDX $0901: DEX: BNE *-1
        0xa9, 0x00, 0x8d, 0x0e, 0xdd, 0x8d, 0x0f, 0xdd, // stop both
        0xa2, 0x3f, 0xbd, 0x00, 0x09, 0x49, 0xff, 0x9d, 0x80, 0x09, 0xca, 0x10,
        0xf5, // report = NOT request, as far as it goes
        0xee, 0x00, 0x09, // INC $0900: a trace that the next request must not find
        0xa9, 0x00, 0x8d, 0xff, 0xd7, 0x4c, 0x20,
        0x08, // STA $D7FF, and start again if that does not stop it
    ];
    let mut prg = program(&code);
    prg.resize(2 + 0x09c0 - 0x0801, 0);
    (prg, Mailbox { request: 0x0900, report: 0x0980 })
}

/// Bytes of a request and of a report.
const LENGTH: usize = 64;

fn request(count: u8) -> [u8; LENGTH] {
    let mut request: [u8; LENGTH] = std::array::from_fn(|at| at as u8);
    (request[0], request[1]) = (1, count);
    request
}

#[test]
fn requests_are_answered_with_their_cycles_in_any_order() {
    let (prg, mailbox) = echo_program();
    let mut tasks = Tasks::start(&paths(), &config(), &prg, mailbox).unwrap();
    let mut ask = |count| {
        let mut report = [0; LENGTH];
        let cycles = tasks.run(&request(count), &mut report).unwrap();
        assert!(request(count).iter().zip(report).all(|(asked, answered)| answered == !asked));
        cycles
    };
    let (short, long) = (ask(1), ask(200));
    assert_eq!((ask(200), ask(1)), (long, short));
    // 199 rounds more of 5 cycles; a bad line takes 40 or so.
    assert!((995..1200).contains(&(long - short)), "{short} {long}");
    let mut fresh = Tasks::start(&paths(), &config(), &prg, mailbox).unwrap();
    assert_eq!(fresh.run(&request(200), &mut [0; LENGTH]).unwrap(), long, "a fresh VICE counts the same");
}

#[test]
fn a_request_that_is_never_done_meets_the_cycle_limit() {
    let limits = Limits { cycles: 10_000_000, ..config().limits };
    let mailbox = Mailbox { request: 0x0900, report: 0x0980 };
    let config = Config { limits, ..config() };
    // JMP $0823: JMP $0823.
    let forever = program(&[0x4c, 0x23, 0x08, 0x4c, 0x23, 0x08]);
    let mut tasks = Tasks::start(&paths(), &config, &forever, mailbox).unwrap();
    let error = tasks.run(&request(1), &mut [0; LENGTH]).unwrap_err();
    assert!(matches!(error, ViceError::CycleLimit { .. }), "{error}");
}

#[test]
fn runs_side_by_side_do_not_disturb_each_other() {
    let runs: Vec<Verdict> = std::thread::scope(|scope| {
        let start = |code| scope.spawn(move || vice::run_prg(&paths(), &config(), &exit_code(code)).unwrap());
        let threads = [1, 2, 3].map(start);
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(runs.iter().map(|run| run.exit_code).collect::<Vec<u8>>(), [1, 2, 3]);
    assert!(runs.iter().all(|run| run.cycles.abs_diff(runs[0].cycles) < RASTER_LINE), "{runs:?}");
}
