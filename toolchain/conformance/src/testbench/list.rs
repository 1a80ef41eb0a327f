//! The list of tests: one line each with the folder, the program, the way it ends, its cycles, and its requirements.

use anyhow::{Context, Result, bail};
use machine::{CiaModel, VideoStandard};

/// Options that do not concern the machine.
const REMARKS: [&str; 2] = ["comment:", "warn:"];

/// The folder in which every test runs code on the drive's processor, regardless of its options.
const DRIVE: &str = "drive/";

/// The expected result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A store of 0.
    Success,
    /// A store of any other value.
    Error,
    /// No store within the cycle limit.
    Timeout,
}

/// A test that ends by a store to $D7FF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The program, relative to the root of the testprogs, or the folder if there is none; then the options, separated by spaces.
    pub name: String,
    /// The program, relative to the root of the testprogs.
    pub program: String,
    /// The cycles within which it ends.
    pub cycles: u64,
    /// The expected result.
    pub expected: Expected,
    /// The video standard.
    pub standard: VideoStandard,
    /// The model of the CIAs.
    pub cia: CiaModel,
    /// A requirement that the built-in C64 does not meet.
    pub lacks: Option<String>,
}

/// Reads the tests of type `exitcode`; tests that need a screen comparison or a person are left out.
///
/// # Errors
/// A line has fewer than four fields, or its cycles are not a number.
pub fn parse(text: &str) -> Result<Vec<Test>> {
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let tests =
        lines.map(|(number, line)| test(line).with_context(|| format!("line {}: {line}", number + 1)));
    tests.filter_map(Result::transpose).collect()
}

/// Reads a line; `None` if it is a test of another type.
fn test(line: &str) -> Result<Option<Test>> {
    let mut fields = line.split(',');
    let (Some(folder), Some(file), Some(kind), Some(cycles)) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        bail!("a test has a folder, a program, a type and its cycles");
    };
    if kind != "exitcode" {
        return Ok(None);
    }
    let cycles = cycles.parse().context("the cycles are no number")?;
    // In some lines, the folder has no trailing slash.
    let folder = folder.trim_end_matches('/');
    let program = match folder.strip_prefix("../") {
        Some(folder) => format!("{folder}/{file}"),
        None => format!("testbench/{}/{file}", folder.trim_start_matches("./")),
    };
    let options: Vec<&str> = fields
        .filter(|option| !option.is_empty() && REMARKS.iter().all(|remark| !option.starts_with(remark)))
        .collect();
    let mut test = Test {
        name: [&[&*program], &*options].concat().join(" "),
        lacks: program.starts_with(DRIVE).then(|| "the processor of a 1541".to_string()),
        program,
        cycles,
        expected: Expected::Success,
        standard: VideoStandard::Pal,
        cia: CiaModel::Mos6526A,
    };
    for option in options {
        match option {
            "expect:error" => test.expected = Expected::Error,
            "expect:timeout" => test.expected = Expected::Timeout,
            "vicii-ntsc" => test.standard = VideoStandard::Ntsc,
            "cia-old" => test.cia = CiaModel::Mos6526,
            "vicii-pal" | "cia-new" => {}
            // Models of the other chips: the list has an entry for every model of each such program.
            "vicii-old" | "vicii-new" | "sid-old" | "sid-new" => {}
            other => test.lacks = Some(lack(other)),
        }
    }
    if file.is_empty() && test.lacks.is_none() {
        test.lacks = Some("a program".to_string());
    }
    Ok(Some(test))
}

/// Names the missing feature that an option requires.
fn lack(option: &str) -> String {
    const LACKS: [(&str, &str); 9] = [
        ("mountcrt:", "a cartridge"),
        ("mountd64:", "a 1541 under the KERNAL's ROM"),
        ("mountd71:", "a 1571"),
        ("mountg64:", "a 1541 under the KERNAL's ROM"),
        ("mountp64:", "a 1541 under the KERNAL's ROM"),
        ("reu", "a RAM expansion (REU)"),
        ("geo", "a RAM expansion (geoRAM)"),
        ("plus", "a RAM expansion (+60K, +256K)"),
        ("vicii-ntscold", "an old NTSC VIC-II (6567R56A)"),
    ];
    let known = LACKS.iter().find(|(start, _)| option.starts_with(start));
    known.map_or_else(|| format!("the option {option}"), |(_, what)| (*what).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_the_testbench_reads_them() {
        let text = "# a remark\n\n./selftest/,fail.prg,exitcode,1000,expect:error\n../VICII/a/,a.prg,screenshot,5\n\
            ../CIA/tod/,b.prg,exitcode,70,cia-new,vicii-ntsc,comment:slow\n../REU/c/,c.prg,exitcode,9,reu512k\n\
            ../C64/carts/,,exitcode,9,mountcrt:d.crt\n../CPU/jam,e.prg,exitcode,9,expect:timeout\n\
            ../drive/f/,f.prg,exitcode,9\n";
        let tests = parse(text).unwrap();
        let read: Vec<_> = tests
            .iter()
            .map(|t| (&*t.name, &*t.program, t.cycles, t.expected, t.standard, t.lacks.as_deref()))
            .collect();
        use Expected::{Error, Success, Timeout};
        use VideoStandard::{Ntsc, Pal};
        let expected = [
            (
                "testbench/selftest/fail.prg expect:error",
                "testbench/selftest/fail.prg",
                1000,
                Error,
                Pal,
                None,
            ),
            ("CIA/tod/b.prg cia-new vicii-ntsc", "CIA/tod/b.prg", 70, Success, Ntsc, None),
            ("REU/c/c.prg reu512k", "REU/c/c.prg", 9, Success, Pal, Some("a RAM expansion (REU)")),
            ("C64/carts/ mountcrt:d.crt", "C64/carts/", 9, Success, Pal, Some("a cartridge")),
            ("CPU/jam/e.prg expect:timeout", "CPU/jam/e.prg", 9, Timeout, Pal, None),
            ("drive/f/f.prg", "drive/f/f.prg", 9, Success, Pal, Some("the processor of a 1541")),
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn a_line_that_is_no_test_is_named() {
        for line in ["../a/,b.prg,exitcode", "../a/,b.prg,exitcode,many"] {
            let error = format!("{:#}", parse(&format!("#\n{line}\n")).unwrap_err());
            assert!(error.starts_with(&format!("line 2: {line}: ")), "{error}");
        }
    }
}
