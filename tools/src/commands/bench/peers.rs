//! Figures of other compilers for the programs of `tests/bench`, measured once and stored here.
//!
//! The same algorithms in C: cc65 V2.18 (Debian 2.19-1), `-Oirs -Cl` or `-Oirs`; oscar64 at commit
//! 9408778695b5442e755832711b89243b4f94a9ff, the best of `-O2`, `-O3`, `-Os`, `-O2 -Oz -xz`, `-O3 -xz`, `-Os -Oz -xz`
//! and `-Os -Oo -Oz -xz`, and `-O2 -Oz -xz` by itself, its best trade-off; one program in hand-written assembly. Cycles
//! are exact and counted between two stores, like ours (VICE agrees to the cycle); bytes are those of the PRG
//! minus those of an empty program built with the same flags. Their settings with wrong results are left out.
//!
//! Where oscar64 miscompiled the C at most settings, the C was rewritten until it did not: in `aes`, no
//! index has a negative offset, and in `inflate`, the bit buffer is a byte. Inputs go through memory because oscar64 knows
//! the value of a static volatile that is never written. In `stride`, no function is inlined: `-O3` moved a whole loop
//! across a mark.

/// Cycles of the peers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Peers {
    /// oscar64 at its best setting.
    pub oscar64: u64,
    /// oscar64 `-O2 -Oz -xz`.
    pub oscar64_small: u64,
    /// cc65 at its best setting, if measured.
    pub cc65: Option<u64>,
    /// Hand-written assembly.
    pub by_hand: Option<u64>,
}

/// The work between two marks of a program.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The name of its row.
    pub name: &'static str,
    /// The unit that its cycles are divided by, in the plural.
    pub unit: &'static str,
    /// The number of units.
    pub units: u64,
    /// The cycles of other compilers.
    pub peers: Peers,
}

/// A program of `tests/bench`.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// The name of its binary.
    pub bin: &'static str,
    /// The text that it prints if its results are right.
    pub prints: &'static str,
    /// The measured parts, in order.
    pub parts: &'static [Part],
    /// Net bytes of oscar64 at the setting with the smallest result.
    pub oscar64_bytes: u64,
}

/// Returns every program.
pub fn programs() -> impl Iterator<Item = &'static Program> {
    CLASSICS.iter().chain(&FOREIGN)
}

/// Classics, and the games of this project.
pub static CLASSICS: [Program; 11] = [
    Program {
        bin: "sieve",
        prints: "076B ",
        parts: &[part("sieve", "rounds", 10, [10_236_884, 10_236_884, 19_593_091])],
        oscar64_bytes: 112,
    },
    Program {
        bin: "crc16",
        prints: "A8D0 ",
        parts: &[part("crc16", "bytes", 4_096, [950_489, 950_489, 3_023_003])],
        oscar64_bytes: 92,
    },
    Program {
        bin: "qsort8",
        prints: "0037",
        parts: &[part("qsort8", "bytes", 256, [115_259, 115_259, 392_083])],
        oscar64_bytes: 262,
    },
    Program {
        bin: "prnum",
        prints: "D402 D402 ",
        parts: &[
            part("prnum-divide", "numbers", 64, [530_542, 544_426, 3_599_049]),
            part("prnum-subtract", "numbers", 64, [212_960, 213_826, 1_668_212]),
        ],
        oscar64_bytes: 861,
    },
    Program {
        bin: "ttt",
        prints: "0000DB60 0003E4C0 ",
        parts: &[
            part("ttt-loop-6", "leaves", 56_160, [7_272_891, 7_465_950, 16_203_482]),
            part("ttt-loop-9", "leaves", 255_168, [113_802_324, 116_956_194, 185_520_266]),
        ],
        oscar64_bytes: 154,
    },
    Program {
        bin: "ttt_u",
        prints: "0000DB60 0003E4C0 ",
        parts: &[
            part("ttt-unrolled-6", "leaves", 56_160, [3_184_124, 3_201_482, 10_458_696]),
            part("ttt-unrolled-9", "leaves", 255_168, [43_844_552, 44_132_798, 94_938_216]),
        ],
        oscar64_bytes: 548,
    },
    Program {
        bin: "ttt_rec",
        prints: "0000DB60 ",
        parts: &[part("ttt-recursive-6", "leaves", 56_160, [38_277_682, 38_277_682, 48_642_485])],
        oscar64_bytes: 292,
    },
    Program {
        bin: "ryg_a",
        prints: "0DAE 18040B00001522 ",
        parts: &[
            part("ryg-a-8", "nodes", 3_502, [24_203_060, 24_203_060, 71_808_136]),
            part("ryg-a-1-to-8", "nodes", 5_410, [33_192_489, 33_192_489, 98_344_955]),
        ],
        oscar64_bytes: 877,
    },
    Program {
        bin: "ryg_b",
        prints: "0DAE 18040B1522 ",
        parts: &[
            by_hand(part("ryg-b-8", "nodes", 3_502, [1_518_587, 1_552_712, 2_807_847]), 824_391),
            by_hand(part("ryg-b-1-to-8", "nodes", 5_410, [2_313_202, 2_354_550, 4_286_213]), 1_277_039),
        ],
        oscar64_bytes: 1_182,
    },
    Program {
        bin: "ryg_h",
        prints: "0DAE 18040B",
        parts: &[part("ryg-h-8", "nodes", 3_502, [1_951_221, 1_951_221, 3_567_074])],
        oscar64_bytes: 1_588,
    },
    Program {
        bin: "ryg_c",
        prints: "0DAE 18040B1522 ",
        parts: &[
            by_hand(part("ryg-c-8", "nodes", 3_502, [1_008_441, 1_008_441, 2_473_439]), 824_391),
            by_hand(part("ryg-c-1-to-8", "nodes", 5_410, [1_545_210, 1_545_210, 3_747_031]), 1_277_039),
        ],
        oscar64_bytes: 2_299,
    },
];

/// Kinds of code that are rare in our own programs, written plainly in Rust and in C. cc65 was not measured.
pub static FOREIGN: [Program; 8] = [
    Program {
        bin: "stride",
        prints: "7174 976D DB44 ",
        parts: &[
            plain("stride-u8", "sums", 4_072, [339_370, 343_475]),
            plain("stride-u16", "sums", 1_000, [151_194, 151_242]),
            plain("shell-sort", "words", 1_024, [4_529_412, 4_529_412]),
        ],
        oscar64_bytes: 731,
    },
    Program {
        bin: "checksums",
        prints: "12609F 463B8EE9 ",
        parts: &[
            plain("crc8", "bytes", 1_024, [116_655, 119_727]),
            plain("crc16-modbus", "bytes", 1_024, [310_163, 328_603]),
            plain("crc32", "bytes", 1_024, [467_926, 467_926]),
        ],
        oscar64_bytes: 322,
    },
    Program {
        bin: "spigot",
        prints: "0C45 6784 ",
        parts: &[plain("spigot", "digits", 60, [4_029_605, 4_031_198])],
        oscar64_bytes: 979,
    },
    Program {
        bin: "inflate",
        prints: "0000 0437 0434 ",
        parts: &[plain("inflate", "bytes", 1_079, [988_947, 1_335_224])],
        oscar64_bytes: 2_367,
    },
    Program {
        bin: "aes",
        prints: "69C4E0D8EACD9747",
        parts: &[plain("aes", "blocks", 16, [217_975, 254_504])],
        oscar64_bytes: 685,
    },
    Program {
        bin: "records",
        prints: "011A 006E 0012 ",
        parts: &[plain("records", "rounds", 100, [196_565, 270_467])],
        oscar64_bytes: 899,
    },
    Program {
        bin: "powers",
        prints: "0173 ",
        parts: &[plain("powers-f32", "powers", 32, [466_927, 466_957])],
        oscar64_bytes: 1_071,
    },
    Program {
        bin: "mandelbrot",
        prints: "513B 4977 ",
        parts: &[
            plain("mandelbrot-f32", "points", 192, [5_783_779, 5_813_988]),
            plain("mandelbrot-fixed", "points", 192, [3_070_461, 3_073_542]),
        ],
        oscar64_bytes: 1_364,
    },
];

/// Peers of our own program's search; the programs `ryg_b` and `ryg_c` do without its hash tables.
const SEARCH: Peers =
    Peers { oscar64: 1_951_221, oscar64_small: 1_951_221, cc65: Some(3_567_074), by_hand: None };

/// A task with one row, or with several alternative rows of which the best counts.
pub struct Task {
    /// The name in the table.
    pub name: &'static str,
    /// Row names without their level.
    pub rows: &'static [&'static str],
    /// Cycles of oscar64's best combination of program and setting.
    pub oscar64: u64,
}

/// The tasks that enter the geometric mean.
pub static TASKS: [Task; 8] = [
    Task { name: "the search with tables", rows: &["mouse-and-cats-seed-8"], oscar64: SEARCH.oscar64 },
    Task { name: "the tree without tables", rows: &["ryg-b-8", "ryg-c-8"], oscar64: 1_008_441 },
    Task { name: "tic-tac-toe perft 9", rows: &["ttt-loop-9", "ttt-unrolled-9"], oscar64: 43_844_552 },
    Task { name: "sieve", rows: &["sieve"], oscar64: 10_236_884 },
    Task { name: "crc16", rows: &["crc16"], oscar64: 950_489 },
    Task { name: "quicksort", rows: &["qsort8"], oscar64: 115_259 },
    Task { name: "print by division", rows: &["prnum-divide"], oscar64: 530_542 },
    Task { name: "recursive perft 6", rows: &["ttt-recursive-6"], oscar64: 38_277_682 },
];

/// The first of [`TASKS`] with plain code like the C version's; our engine's code is tuned.
pub static PLAIN_SEARCH: Task =
    Task { name: "the search, plain", rows: &["ryg-h-8"], oscar64: SEARCH.oscar64 };

/// Returns the peers of the row with that name, without its level.
pub fn of(name: &str) -> Option<&'static Peers> {
    if name == TASKS[0].rows[0] {
        return Some(&SEARCH);
    }
    programs().flat_map(|program| program.parts).find(|part| part.name == name).map(|part| &part.peers)
}

/// Creates a part with the cycles of oscar64 at its best and at `-O2 -Oz -xz`, and of cc65.
const fn part(name: &'static str, unit: &'static str, units: u64, cycles: [u64; 3]) -> Part {
    let [oscar64, oscar64_small, cc65] = cycles;
    let peers = Peers { oscar64, oscar64_small, cc65: Some(cc65), by_hand: None };
    Part { name, unit, units, peers }
}

/// Creates a part with the cycles of oscar64 at its best and at `-O2 -Oz -xz`.
const fn plain(name: &'static str, unit: &'static str, units: u64, cycles: [u64; 2]) -> Part {
    let [oscar64, oscar64_small] = cycles;
    Part { name, unit, units, peers: Peers { oscar64, oscar64_small, cc65: None, by_hand: None } }
}

/// Adds the cycles of hand-written assembly to a part.
const fn by_hand(mut part: Part, cycles: u64) -> Part {
    part.peers.by_hand = Some(cycles);
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_and_the_best_setting_is_the_best() {
        let mut names = std::collections::BTreeSet::new();
        for part in programs().flat_map(|program| program.parts) {
            assert!(names.insert(part.name), "{}", part.name);
            let Peers { oscar64, oscar64_small, .. } = part.peers;
            assert!(oscar64 <= oscar64_small, "{}", part.name);
        }
    }

    #[test]
    fn a_task_is_held_against_its_best_peer() {
        for task in TASKS.iter().chain([&PLAIN_SEARCH]) {
            let peers = task.rows.iter().map(|row| of(row).unwrap().oscar64);
            assert_eq!(peers.min(), Some(task.oscar64), "{}", task.name);
        }
    }
}
