//! Names on the bus: drive numbers, and patterns matched against directory names as the drive does it.
//!
//! Source: the DOS (`mist64/cbmsrc`, DOS_1541_05), lookup.src, `compar`.

use crate::{NAME_BYTES, petscii};

/// Returns the name without its drive number: `0:NAME`, `:NAME` and `@0:NAME` are `NAME`.
pub fn without_drive(name: &[u8]) -> &[u8] {
    name.iter().position(|&code| code == b':').map_or(name, |colon| &name[colon + 1..])
}

/// Returns whether a name matches a pattern, in which `?` stands for one code and `*` for the rest. A pad ends the name, unless the pattern
/// has a pad there, too.
pub fn fits(name: &[u8], pattern: &[u8]) -> bool {
    let code = |at: usize| {
        if at < NAME_BYTES { name.get(at).copied().unwrap_or(petscii::PAD) } else { petscii::PAD }
    };
    let pattern = &pattern[..pattern.len().min(NAME_BYTES)];
    for (at, &wanted) in pattern.iter().enumerate() {
        match wanted {
            b'*' => return true,
            _ if code(at) == wanted => {}
            b'?' if code(at) != petscii::PAD => {}
            _ => return false,
        }
    }
    code(pattern.len()) == petscii::PAD
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_as_in_the_drive() {
        for pattern in [&b"*"[..], b"GA*", b"G?ME", b"GAME", b"GAME*", b"GAME\xa0", b"G*X"] {
            assert!(fits(b"GAME", pattern), "{pattern:?}");
        }
        for pattern in [&b"GAM"[..], b"GAMES", b"?", b"B*", b"GAME?", b"", b"GAMES*"] {
            assert!(!fits(b"GAME", pattern), "{pattern:?}");
        }
    }

    #[test]
    fn a_pad_within_a_name_ends_it() {
        let name = b"GAME\xa0,8,1";
        for pattern in [&b"GAME"[..], b"GAME\xa0,8,1", b"GAME\xa0*", b"GA*"] {
            assert!(fits(name, pattern), "{pattern:?}");
        }
        assert!(!fits(name, b"GAME\xa0,8") && !fits(name, b"GAME?,8,1") && fits(b"", b"*") && fits(b"", b""));
    }

    #[test]
    fn sixteen_codes_count() {
        assert!(fits(b"ABCDEFGHIJKLMNOP", b"ABCDEFGHIJKLMNOPQRST"));
        assert!(
            fits(b"ABCDEFGHIJKLMNOP", b"ABCDEFGHIJKLMNOP") && !fits(b"ABCDEFGHIJKLMNOP", b"ABCDEFGHIJKLMNO")
        );
    }

    #[test]
    fn drive_numbers_are_left_out() {
        for name in [&b"A"[..], b":A", b"0:A", b"@0:A", b"@:A"] {
            assert_eq!(without_drive(name), b"A");
        }
    }
}
