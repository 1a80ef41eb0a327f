//! Records the rustc with which stored figures were measured: another one generates different code, so its figures may differ more.

use crate::setup::Version;

/// The tolerance for figures from the same rustc, in percent.
pub const TOLERANCE_PERCENT: u64 = 2;

/// The tolerance for figures from another rustc, in percent.
///
/// For the programs of `tests/corpus`, rustc 1.99 with LLVM 23 stays within it of rustc 1.95 with LLVM 22.
pub const OTHER_TOLERANCE_PERCENT: u64 = 25;

/// The start of the line that names the rustc.
const PREFIX: &str = "# taken with ";

/// Returns the first line of a file of figures, without the line end.
pub fn line(version: Version) -> String {
    format!("{PREFIX}{version}")
}

/// Returns the rustc with which the figures of a file were measured.
pub fn taken_with(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix(PREFIX))
}

/// Returns by how much the figures of `version` may be worse than those of a file, in percent. A different rustc is reported on
/// stderr; `name` is the name of the file.
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
