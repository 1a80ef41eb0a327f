//! The baseline that measurements are compared with: one line of text per benchmark.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use cargo_c64::setup::Version;
use cargo_c64::taken::{self, TOLERANCE_PERCENT};

use super::row::Row;

/// The path of the baseline, relative to the root of the checkout.
pub const PATH: &str = "tests/bench/baseline.txt";

/// The line of the file that names its columns.
const HEADING: &str = "# benchmark cycles bytes units";

/// The stored figures by benchmark name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    entries: BTreeMap<String, Entry>,
    /// By how much a benchmark may be slower, in percent.
    pub tolerance: u64,
}

/// The stored figures of a benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// CPU cycles.
    pub cycles: u64,
    /// Size of the program.
    pub bytes: u64,
    /// Units of work.
    pub units: u64,
}

impl Baseline {
    /// Reads the file for comparison with figures measured with this version of rustc.
    ///
    /// # Errors
    /// The file does not exist, or a line is malformed.
    pub fn read(path: &Path, version: Version) -> Result<Baseline> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}; `bench --bless` writes it", path.display()))?;
        let tolerance = taken::tolerance(PATH, &text, version);
        Ok(Baseline { tolerance, ..Baseline::parse(&text)? })
    }

    fn parse(text: &str) -> Result<Baseline> {
        let mut entries = BTreeMap::new();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let numbers: Vec<u64> = words.iter().skip(1).filter_map(|word| word.parse().ok()).collect();
            let ([name, _, _, _], &[cycles, bytes, units]) = (&words[..], &numbers[..]) else {
                bail!("{PATH}, line {}: a name and three numbers expected", index + 1);
            };
            entries.insert(name.to_string(), Entry { cycles, bytes, units });
        }
        Ok(Baseline { entries, tolerance: TOLERANCE_PERCENT })
    }

    /// Returns the figures of a benchmark, if stored.
    pub fn of(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name)
    }

    /// Formats the file for these rows, measured with this version of rustc.
    pub fn text_of(rows: &[Row], version: Version) -> String {
        let mut text = format!("{}\n{HEADING}\n", taken::line(version));
        for Row { name, cycles, bytes, units, .. } in rows {
            text += &format!("{name} {cycles} {bytes} {units}\n");
        }
        text
    }

    /// Returns whether a row is slower than allowed. For benchmarks that reach for a depth, fewer plies are slower and more plies are not,
    /// regardless of the cycles.
    pub fn is_exceeded_by(&self, row: &Row) -> bool {
        let Some(before) = self.of(&row.name) else { return false };
        if row.unit == "plies" && row.units != before.units {
            return row.units < before.units;
        }
        row.cycles * 100 > before.cycles * (100 + self.tolerance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(unit: &'static str, cycles: u64, units: u64) -> Row {
        Row {
            name: "a".into(),
            cycles,
            bytes: 9,
            unit,
            units,
            per_unit: cycles as f64 / units as f64,
            baseline_cycles: None,
            peers: None,
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let text = Baseline::text_of(&[row("nodes", 1000, 5)], Version { release: (1, 95), llvm: 22 });
        assert!(text.starts_with("# taken with rustc 1.95 with LLVM 22\n# benchmark "), "{text}");
        let baseline = Baseline::parse(&text).unwrap();
        assert_eq!(baseline.of("a"), Some(&Entry { cycles: 1000, bytes: 9, units: 5 }));
        assert_eq!(baseline.of("b"), None);
    }

    #[test]
    fn two_percent_are_allowed() {
        let baseline = Baseline::parse("a 1000 9 5\n").unwrap();
        assert!(!baseline.is_exceeded_by(&row("nodes", 1020, 5)));
        assert!(baseline.is_exceeded_by(&row("nodes", 1021, 5)));
        assert!(
            baseline.is_exceeded_by(&row("nodes", 1021, 6)),
            "the work may take more nodes, not more time"
        );
        assert!(!Baseline::default().is_exceeded_by(&row("nodes", 1021, 5)), "nothing is stored");
    }

    #[test]
    fn a_smaller_depth_is_slower_and_a_greater_one_is_not() {
        let baseline = Baseline::parse("a 1000 9 10\n").unwrap();
        assert!(baseline.is_exceeded_by(&row("plies", 500, 9)));
        assert!(!baseline.is_exceeded_by(&row("plies", 5000, 11)));
        assert!(baseline.is_exceeded_by(&row("plies", 1100, 10)));
    }

    #[test]
    fn a_bad_line_is_named() {
        for text in ["# h\na 1 2\n", "# h\na 1 2 x\n", "# h\na 1 2 3 4\n"] {
            let error = Baseline::parse(text).unwrap_err().to_string();
            assert_eq!(error, "tests/bench/baseline.txt, line 2: a name and three numbers expected");
        }
    }
}
