//! `cargo c64 run` of a crate in the current folder, and of a program file.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use cargo_c64::home::Home;
use cargo_c64::rust_build::CACHE_VARIABLE;
use serde_json::{Value, json};

/// `10 SYS 2080`, then this code at $0820.
fn program(code: &[u8]) -> Vec<u8> {
    let mut prg = vec![0x01, 0x08, 0x0b, 0x08, 0x0a, 0x00, 0x9e, b'2', b'0', b'8', b'0', 0, 0, 0];
    prg.resize(2 + 0x1f, 0);
    prg.extend(code);
    prg
}

/// Runs the command in a folder, as cargo's subcommand.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cargo-c64"))
        .args(["c64", "run", "--no-install"])
        .args(arguments)
        .current_dir(folder)
        .env(CACHE_VARIABLE, Home::find().unwrap().target().join("cache"))
        .env_remove("CARGO_MANIFEST_DIR")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder with a crate whose `main` is this, from line 5 on.
fn crate_with(name: &str, main: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("src")).unwrap();
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n\
         [profile.release]\nopt-level = \"s\"\ndebug = \"line-tables-only\"\n"
    );
    std::fs::write(path("Cargo.toml"), manifest).unwrap();
    let source = format!(
        "#![no_std]\n#![no_main]\n#![feature(asm_experimental_arch)]\n#[unsafe(no_mangle)]\n{main}\n\
         #[panic_handler]\nfn panic(_: &core::panic::PanicInfo) -> ! {{ loop {{}} }}\n"
    );
    std::fs::write(path("src/main.rs"), source).unwrap();
    folder
}

/// Processes that work inside a folder.
fn working_in(folder: &Path) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter(|p| std::fs::read_link(p.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(folder)))
        .count()
}

#[test]
fn an_interrupted_run_in_vice_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("forever.prg"), program(&[0x4c, 0x20, 0x08])).unwrap();
    let temporary = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-c64"))
        .args(["c64", "run", "--no-install", "forever.prg", "--on", "vice", "--json"])
        .current_dir(folder.path())
        .env("TMPDIR", temporary.path())
        .spawn()
        .unwrap();
    while working_in(temporary.path()) == 0 {
        assert!(command.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(20));
    }
    let pid = rustix::process::Pid::from_child(&command);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let status = command.wait().unwrap();
    assert_eq!(status.signal(), Some(rustix::process::Signal::INT.as_raw()));
    assert_eq!(working_in(temporary.path()), 0);
    let left: Vec<_> = std::fs::read_dir(temporary.path()).unwrap().flatten().map(|f| f.path()).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn the_crate_of_the_folder_is_built_and_run() {
    let main = "extern \"C\" fn main() {\n    for petscii in *b\"HI\" {\n        \
        unsafe { core::arch::asm!(\"jsr $ffd2\", inout(\"r24\") petscii => _, out(\"r22\") _, out(\"r20\") _) }\n    }\n}";
    let folder = crate_with("prints", main);
    let path = |name: &str| folder.path().join(name);
    // From a folder inside, as with cargo.
    let output = run(&path("src"), &["--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&json["end"], &json["printed"], &json["error"]),
        (&json!("returned"), &json!("HI"), &Value::Null)
    );
    assert_eq!((json["screen"].as_array().unwrap().len(), &json["screen"][0]), (25, &json!("HI")));
    assert!(path("target/c64/out/prints.prg").is_file());
    let output = run(folder.path(), &[]);
    assert_eq!((output.status.code(), &*text(&output.stdout)), (Some(0), "HI"));
    assert!(text(&output.stderr).contains("sys2080: the program returned to BASIC after "));
}

#[test]
fn a_program_that_fails_shows_its_calls() {
    let main = "extern \"C\" fn main() {\n    outer(2);\n    outer(4);\n}\n#[inline(never)]\nfn outer(n: u8) {\n    \
        inner(n + 1);\n    inner(n);\n}\n#[inline(never)]\nfn inner(n: u8) {\n    \
        unsafe { core::arch::asm!(\".byte $02\", in(\"r24\") n) }\n}";
    let folder = crate_with("fails", main);
    let output = run(folder.path(), &["--json"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let error = json["error"].as_str().unwrap();
    let expected = [
        "  call stack, the last call first:",
        "   0: fails::inner at src/main.rs:16",
        "   1: fails::outer at src/main.rs:11",
        "   2: main at src/main.rs:6",
    ];
    assert_eq!(error.lines().skip(1).take(4).collect::<Vec<_>>(), expected, "{error}");
    let stderr = text(&run(folder.path(), &[]).stderr);
    assert!(stderr.contains("the program failed: JAM ($02)"), "{stderr}");
    assert!(stderr.contains("\n   1: fails::outer at src/main.rs:11\n"), "{stderr}");

    let main = "extern \"C\" fn main() {\n    let mut n = 0u8;\n    \
        loop {\n        n = core::hint::black_box(n).wrapping_add(1);\n    }\n}";
    let folder = crate_with("endless", main);
    let output = run(folder.path(), &["--json", "--limit", "1000000"]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let error = json["error"].as_str().unwrap();
    assert!(error.starts_with("at the cycle limit it was in main at src/main.rs:8\n"), "{error}");
    assert_eq!(json["end"], "limit");
}

#[test]
fn a_program_file_answers_keys_and_its_code_counts() {
    let folder = tempfile::tempdir().unwrap();
    // JSR GETIN: BEQ to the start: STA $D7FF
    let prg = program(&[0x20, 0xe4, 0xff, 0xf0, 0xfb, 0x8d, 0xff, 0xd7]);
    std::fs::write(folder.path().join("key.prg"), prg).unwrap();
    let output = run(folder.path(), &["key.prg", "--json", "--type", "A"]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &json["end"], &json["code"]), (Some(1), &json!("exit"), &json!(65)));
    let output = run(folder.path(), &["key.prg", "--type", ""]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("the program waits for a key"));
}

/// A disk of whose files only some can be read does not keep a program from running.
#[test]
fn a_damaged_disk_is_served() {
    use cargo_c64::disk::{Disk, File, FileKind, d64, write};

    let file = |name: &[u8], kind, data: &[u8]| File { name: name.to_vec(), kind, data: data.to_vec() };
    let files = vec![file(b"LOOP", FileKind::Prg, &[0, 0x30, 1]), file(b"NOTES", FileKind::Seq, b"HELLO\r")];
    let mut image = write::format(&Disk { title: b"D".to_vec(), id: *b"HD", files }).unwrap();
    let looping = image.directory().unwrap()[0].first;
    image.sector_mut(looping).unwrap()[..2].copy_from_slice(&[looping.track, looping.sector]);
    image.sector_mut(d64::DIRECTORY).unwrap()[..2].copy_from_slice(&[18, 1]);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("damaged.d64"), image.bytes()).unwrap();
    // SETNAM "NOTES" at $0860, SETLFS 2,8,2, OPEN, CHKIN, then CHRIN and CHROUT up to RETURN, CLRCHN.
    let mut code = vec![
        0xa9, 5, 0xa2, 0x60, 0xa0, 0x08, 0x20, 0xbd, 0xff, 0xa9, 2, 0xa2, 8, 0xa0, 2, 0x20, 0xba, 0xff, 0x20,
        0xc0, 0xff, 0xa2, 2, 0x20, 0xc6, 0xff, 0x20, 0xcf, 0xff, 0x48, 0x20, 0xd2, 0xff, 0x68, 0xc9, 0x0d,
        0xd0, 0xf4, 0x4c, 0xcc, 0xff,
    ];
    code.resize(0x40, 0);
    code.extend(b"NOTES");
    std::fs::write(folder.path().join("reads.prg"), program(&code)).unwrap();
    let output = run(folder.path(), &["reads.prg", "--disk", "damaged.d64", "--on", "machine", "--json"]);
    let outcome: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &outcome["printed"]), (Some(0), &json!("HELLO\n")), "{outcome}");
}

#[test]
fn bad_input_is_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("short.prg"), [1]).unwrap();
    std::fs::write(folder.path().join("endless.prg"), program(&[0xea, 0x4c, 0x20, 0x08])).unwrap();
    std::fs::write(folder.path().join("long.prg"), program(&[0xea; 70_000])).unwrap();
    std::fs::write(folder.path().join("chips.prg"), program(&[0xea; 0xd000 - 0x0820 + 1])).unwrap();
    std::fs::write(folder.path().join("none.d64"), [0; 1_000]).unwrap();
    for (arguments, code, said) in [
        (&["--json"][..], 2, "there is no Cargo.toml in"),
        (&["none.prg"], 2, "cannot read none.prg"),
        (
            &["short.prg"],
            2,
            "short.prg is not a program file: it has 1 byte, and needs a load address and at least one more",
        ),
        (&["long.prg"], 2, "long.prg is not a program file: from $0801 on, it reaches beyond $FFFF"),
        (&["/dev/zero"], 2, "/dev/zero is not a program file: from $0000 on, it reaches beyond $FFFF"),
        (
            &["chips.prg", "--on", "vice", "--json"],
            2,
            "it lies from $0801 to $D000, but must end below $D000, where the chips begin",
        ),
        (&["endless.prg", "--limit", "1000000"], 1, "still running: at the cycle limit it was in $082"),
        (&["endless.prg", "--joystick", "north"], 2, "\"north\" is none of"),
        (&["endless.prg", "--joystick", "-*900,south"], 2, "\"south\" is none of"),
        (&["endless.prg", "--disk", "endless.prg"], 2, "cannot read the disk image"),
        (&["endless.prg", "--disk", "/dev/zero"], 2, "more than 1000000"),
        (
            &["endless.prg", "--disk", "none.d64", "--on", "vice", "--json"],
            2,
            "cannot read the disk image none.d64",
        ),
        (&["endless.prg", "--type", "ñ"], 2, "the C64 has no key for 'ñ'"),
        // Cursor right, and RUN/STOP.
        (&["endless.prg", "--type", "\u{1d}"], 2, r"the C64 has no key for '\u{1d}'"),
        (&["endless.prg", "--type", "\u{3}"], 2, r"the C64 has no key for '\u{3}'"),
        (&["endless.prg", "--on", "machine", "--", "-ntsc"], 2, "the options behind -- are for VICE"),
        (&["endless.prg", "--on", "vice"], 2, "VICE's window needs a display"),
    ] {
        let output = run(folder.path(), arguments);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stderr}");
        assert!(stderr.contains(said) && !stderr.contains("panicked"), "{arguments:?}: {stderr}");
    }
}

#[test]
fn vice_has_a_joystick_and_takes_options() {
    let folder = tempfile::tempdir().unwrap();
    let code = |code: &[u8], arguments: &[&str]| {
        std::fs::write(folder.path().join("p.prg"), program(code)).unwrap();
        let output = run(
            folder.path(),
            &[&["p.prg", "--on", "vice", "--json", "--limit", "20000000"], arguments].concat(),
        );
        let json: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
        assert_eq!(json["vic_ii"], true);
        (json["code"].as_u64(), json["cycles"].as_u64().unwrap())
    };
    // LDX #0: LDY #0: INY: BNE: INX: BNE to INY; then waits for fire: LDA $DC00: AND #16: BNE; then for its end, for right alone:
    // LDA $DC00: AND #31: CMP #23: BNE: STA $D7FF.
    let patient = [
        0xa2, 0, 0xa0, 0, 0xc8, 0xd0, 0xfd, 0xe8, 0xd0, 0xfa, 0xad, 0x00, 0xdc, 0x29, 16, 0xd0, 0xf9, 0xad,
        0x00, 0xdc, 0x29, 31, 0xc9, 23, 0xd0, 0xf7, 0x8d, 0xff, 0xd7,
    ];
    let (ended, cycles) = code(&patient, &["--joystick", "wait,fire*10,right*5"]);
    assert_eq!(ended, Some(23));
    assert!((328_000 + 10 * 19_656..2_000_000).contains(&cycles), "{cycles}");
    let mut other_port = patient;
    (other_port[11], other_port[18]) = (1, 1);
    assert_eq!(code(&other_port, &["--joystick", "1:wait,fire,right"]).0, Some(23));
    // LDA $02A6: STA $D7FF. The KERNAL leaves 1 there for PAL and 0 for NTSC.
    assert_eq!(code(&[0xad, 0xa6, 0x02, 0x8d, 0xff, 0xd7], &["--", "-ntsc"]).0, Some(0));
}

/// Red, green and blue of the picture in a file, whose size is that of VICE's normal borders, twice as large.
fn picture(file: &Path) -> Vec<u8> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(std::fs::read(file).unwrap()));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((frame.width, frame.height, frame.color_type), (768, 544, png::ColorType::Rgb));
    pixels
}

#[test]
fn what_is_seen_at_the_end_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    // lda #2: sta $d020: jmp *, where colour 2 is red.
    let red = program(&[0xa9, 0x02, 0x8d, 0x20, 0xd0, 0x4c, 0x25, 0x08]);
    std::fs::write(folder.path().join("red.prg"), red).unwrap();
    for place in ["vice", "machine"] {
        let output =
            run(folder.path(), &["red.prg", "--screenshot", "red.png", "--limit", "3000000", "--on", place]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        let pixels = picture(&folder.path().join("red.png"));
        let [r, g, b] = pixels[..3] else { unreachable!() };
        assert!(r > g + 30 && r > b + 30, "{place}: {r} {g} {b}");
        assert!(
            pixels[3 * 768 * 272 + 3 * 384..][..3] != pixels[..3],
            "{place}: the screen inside is not red"
        );
    }
}

#[test]
fn vice_starts_a_program_at_the_sys_that_basic_executes() {
    let folder = tempfile::tempdir().unwrap();
    let told = |lines: &[u8]| {
        // LDA #'A': JSR CHROUT: RTS at $0820.
        let mut prg = [&[0x01, 0x08], lines, &[0, 0, 0]].concat();
        prg.resize(2 + 0x0820 - 0x0801, 0);
        prg.extend([0xa9, 0x41, 0x20, 0xd2, 0xff, 0x60]);
        std::fs::write(folder.path().join("p.prg"), prg).unwrap();
        run(folder.path(), &["p.prg", "--on", "vice", "--json"])
    };
    // 0 REM, 10 SYS2080, and the links of BASIC's lines.
    let second = told(b"\x07\x08\x00\x00\x8f\x00\x11\x08\x0a\x00\x9e2080");
    let json: Value = serde_json::from_slice(&second.stdout).unwrap();
    assert_eq!((second.status.code(), &json["end"]), (Some(0), &json!("returned")));
    assert!(json["screen"].as_array().unwrap().iter().any(|row| row == "A"), "{json}");
    // 10 SYS(2080), which open-roms' BASIC does not understand.
    let expression = told(b"\x0d\x08\x0a\x00\x9e(2080)");
    let error = text(&expression.stderr);
    assert_eq!(expression.status.code(), Some(2), "{error}");
    assert!(error.contains("has not reached $0820") && error.contains("Commodore's ROMs"), "{error}");
}

#[test]
fn vice_tells_how_a_program_ended() {
    let folder = tempfile::tempdir().unwrap();
    let told = |code: &[u8], arguments: &[&str]| -> (Option<i32>, Value) {
        std::fs::write(folder.path().join("p.prg"), program(code)).unwrap();
        let output = run(folder.path(), &[&["p.prg", "--on", "vice", "--json"], arguments].concat());
        let json =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
        (output.status.code(), json)
    };
    // LDX #3: STX $D7FF
    let (status, json) = told(&[0xa2, 3, 0x8e, 0xff, 0xd7], &[]);
    assert_eq!((status, &json["end"], &json["code"]), (Some(1), &json!("exit"), &json!(3)));
    // Interrupts and bad lines may come in between.
    assert!((6..1_000).contains(&json["cycles"].as_u64().unwrap()), "{json}");
    assert_eq!((&json["printed"], json["screen"].as_array().unwrap().len()), (&Value::Null, 25));
    // LDA #'A': JSR CHROUT: RTS
    let (status, json) = told(&[0xa9, 0x41, 0x20, 0xd2, 0xff, 0x60], &[]);
    assert_eq!((status, &json["end"], &json["code"]), (Some(0), &json!("returned"), &Value::Null));
    let screen = json["screen"].as_array().unwrap();
    assert!(screen.iter().any(|row| row == "A"), "{json}");
    let (status, json) = told(&[0xea, 0x4c, 0x20, 0x08], &["--limit", "3000000"]);
    assert_eq!((status, &json["end"]), (Some(1), &json!("limit")));
    assert!(json["cycles"].as_u64().unwrap() >= 3_000_000, "{json}");
    let (status, json) = told(&[0xea, 0x02], &[]);
    assert_eq!((status, &json["end"]), (Some(1), &json!("error")));
    assert!(
        json["error"].as_str().unwrap().starts_with("the opcode at $0821 locks the processor up"),
        "{json}"
    );
    // JSR GETIN: BEQ to the start: JSR CHROUT: CMP #13: BNE to the start: RTS
    let echo = [0x20, 0xe4, 0xff, 0xf0, 0xfb, 0x20, 0xd2, 0xff, 0xc9, 13, 0xd0, 0xf4, 0x60];
    let (status, json) = told(&echo, &["--type", "more than ten keys\\n"]);
    assert_eq!((status, &json["end"]), (Some(0), &json!("returned")));
    let screen = json["screen"].as_array().unwrap();
    assert!(screen.iter().any(|row| row == "MORE THAN TEN KEYS"), "{json}");
}
