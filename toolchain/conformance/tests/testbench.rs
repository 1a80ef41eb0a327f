//! `cargo c64 testbench` with a list and programs of our own. Needs `open-roms` or other ROMs, and never skips.

use std::fs;
use std::sync::Mutex;

use conformance::testbench::{self, Outcome};
use vice::Roms;

/// A program at $0801: `10 SYS 2061`, then machine code.
fn program(code: &[u8]) -> Vec<u8> {
    let line = [0x01, 0x08, 0x0b, 0x08, 0x0a, 0x00, 0x9e, b'2', b'0', b'6', b'1', 0, 0, 0];
    [&line, code].concat()
}

#[test]
fn every_verdict_is_told_in_the_order_of_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own");
    fs::create_dir_all(folder.path().join("testbench")).unwrap();
    fs::create_dir(&own).unwrap();
    // LDX #code, STX $D7FF, JMP to itself.
    let ends = |code: u8| program(&[0xa2, code, 0x8e, 0xff, 0xd7, 0x4c, 0x12, 0x08]);
    fs::write(own.join("good.prg"), ends(0)).unwrap();
    fs::write(own.join("bad.prg"), ends(0xff)).unwrap();
    fs::write(own.join("long.prg"), program(&[0x4c, 0x0d, 0x08])).unwrap();
    fs::write(own.join("jam.prg"), program(&[0x02])).unwrap();
    let list = "# own\n../own/,long.prg,exitcode,500000\n../own/,good.prg,exitcode,500000\n\
        ../own/,good.prg,screenshot,500000\n../own/,good.prg,exitcode,500000,expect:error\n\
        ../own/,bad.prg,exitcode,500000\n../own/,bad.prg,exitcode,500000,expect:error,vicii-ntsc\n\
        ../own/,jam.prg,exitcode,500000,expect:timeout\n../own/,good.prg,exitcode,500000,reu512k\n";
    fs::write(folder.path().join(testbench::LIST), list).unwrap();
    let tests = testbench::read(folder.path()).unwrap();
    let told = Mutex::new(Vec::new());
    let tell = |verdict: &testbench::Verdict| {
        told.lock().unwrap().push(verdict.line());
        Ok(())
    };
    let jobs = 3.try_into().unwrap();
    let verdicts = testbench::run(folder.path(), &tests, &Roms::find().unwrap(), jobs, &tell).unwrap();
    let expected = [
        "failed own/long.prg: cycle limit of ",
        "passed own/good.prg",
        "failed own/good.prg expect:error: ends well",
        "failed own/bad.prg: ends with $FF",
        "passed own/bad.prg expect:error vicii-ntsc",
        "passed own/jam.prg expect:timeout",
        "not supported own/good.prg reu512k: a RAM expansion (REU)",
    ];
    let told = told.into_inner().unwrap();
    assert_eq!(told.len(), expected.len(), "{told:#?}");
    for (line, start) in told.iter().zip(expected) {
        assert!(line.starts_with(start), "{line} is not {start}");
    }
    assert_eq!(verdicts.iter().filter(|verdict| verdict.result == Outcome::Passed).count(), 3);
}

#[test]
fn the_readme_has_the_number_of_tests_that_must_pass() {
    let read = |name: &str| {
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../").to_string() + name).unwrap()
    };
    let must_pass = read(testbench::MUST_PASS);
    let count = must_pass.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
    assert!(read("toolchain/machine/README.md").contains(&format!(" {count} of 1,040 pass")), "{count}");
}
