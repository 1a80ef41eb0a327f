//! The rustc with which stored figures were measured: another one generates different code, so its figures may differ more.

use crate::setup::Version;

/// The tolerance for figures of the same rustc, in percent.
pub const TOLERANCE_PERCENT: u64 = 2;

/// The tolerance for figures of another rustc, in percent.
///
/// The programs of `tests/corpus`, built with rustc 1.99 and LLVM 23, stay within it of what 1.95 and LLVM 22 make of them.
pub const OTHER_TOLERANCE_PERCENT: u64 = 25;

/// The start of the line that names the rustc.
const PREFIX: &str = "# taken with ";

/// The first line of a file of figures, without its end.
pub fn line(version: Version) -> String {
    format!("{PREFIX}{version}")
}

/// The rustc that the figures of a file were taken with.
pub fn taken_with(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix(PREFIX))
}

/// How much worse than the figures of a file those of `version` may be, in percent. If it is another rustc, that is
/// told on stderr; `name` is the file's.
pub fn tolerance(name: &str, text: &str, version: Version) -> u64 {
    match taken_with(text) {
        Some(known) if known != version.to_string() => {
            eprintln!(
                "sys2080: {name} was taken with {known}, this is {version}: up to {OTHER_TOLERANCE_PERCENT} % more are \
                 no fault"
            );
            OTHER_TOLERANCE_PERCENT
        }
        _ => TOLERANCE_PERCENT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_rustc_has_the_narrow_margin() {
        let version = Version { release: (1, 95), llvm: 22 };
        let text = format!("{}\n# name cycles\na 1\n", line(version));
        assert_eq!(taken_with(&text), Some("rustc 1.95 with LLVM 22"));
        assert_eq!(tolerance("f", &text, version), TOLERANCE_PERCENT);
        for other in [Version { release: (1, 96), llvm: 22 }, Version { release: (1, 95), llvm: 23 }] {
            assert_eq!(tolerance("f", &text, other), OTHER_TOLERANCE_PERCENT);
        }
        assert_eq!(tolerance("f", "a 1\n", version), TOLERANCE_PERCENT);
    }
}
