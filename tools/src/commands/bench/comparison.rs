//! Compares our figures with those of other compilers and computes the mean ratios.

use cargo_c64::output::thousands;

use super::peers::{self, CLASSICS, FOREIGN, PLAIN_SEARCH, Program, TASKS, Task};
use super::programs::Level;
use super::row::Row;

/// Returns our cycles for a row's name without its level, if measured.
type Measure<'a> = &'a dyn Fn(&str) -> Option<u64>;

/// Formats the table of all rows that have peers, and the means over each completely measured group. Empty without such rows.
pub fn text_of(rows: &[Row]) -> String {
    let mut lines = String::new();
    let search = TASKS[0].rows[0];
    if let (Some(ours), Some(peers)) = (best(rows, search), peers::of(search)) {
        let cycles = Cycles { best: ours, small: Some(ours) };
        lines += &line(search, cycles, None, peers, None);
    }
    for program in peers::programs() {
        for part in program.parts {
            if let Some(best) = best(rows, part.name) {
                let small = find(rows, &Level::Size.row(part.name));
                let bytes = small.or(find(rows, part.name)).map(|row| row.bytes);
                let cycles = Cycles { best, small: small.map(|row| row.cycles) };
                lines += &line(part.name, cycles, bytes, &part.peers, Some(program.oscar64_bytes));
            }
        }
    }
    if lines.is_empty() {
        return lines;
    }
    let text = format!(
        "\n\n{:<22} {:>12} {:>6} {:>12} {:>12} {:>12} {:>12} {:>12} {:>6} {:>10}",
        "beside others, cycles",
        "best of ours",
        "ratio",
        "ours at s",
        "oscar64 best",
        "-O2 -Oz -xz",
        "cc65 best",
        "by hand",
        "-s B",
        "oscar64 B"
    );
    text + &lines + &means_of(rows)
}

/// Formats the mean ratios of cycles and bytes over each completely measured group.
fn means_of(rows: &[Row]) -> String {
    let mut text = String::new();
    let at_best = |name: &str| best(rows, name);
    if let Some(tasks) = task_ratios(at_best) {
        text += "\n";
        for (task, ratio) in TASKS.iter().zip(&tasks) {
            text += &format!("\n{:<24} {ratio:>10.3}", task.name);
        }
        if let Some(plain) = task_ratio(&PLAIN_SEARCH, at_best) {
            text += &summary(
                "the 8 tasks, better level, plain code for the search",
                &[&[plain], &tasks[1..]].concat(),
            );
        }
    }
    let at_speed = |name: &str| find(rows, &Level::Speed.row(name)).map(|row| row.cycles);
    let at_size = |name: &str| {
        // The search runs in our own program, which has only one level.
        let row = if name == TASKS[0].rows[0] { name.into() } else { Level::Size.row(name) };
        find(rows, &row).map(|row| row.cycles)
    };
    let measured: [(&str, Measure); 3] =
        [("better level", &at_best), ("level 3", &at_speed), ("level s", &at_size)];
    for (what, cycles) in measured {
        if let Some(ratios) = task_ratios(cycles) {
            text += &summary(&format!("the {} tasks, {what}", ratios.len()), &ratios);
        }
    }
    for (what, cycles) in measured {
        let parts = || FOREIGN.iter().flat_map(|program| program.parts);
        let of_part = |part: &peers::Part| Some(cycles(part.name)? as f64 / part.peers.oscar64 as f64);
        if let Some(ratios) = ratios(parts().map(of_part)) {
            text += &summary(&format!("{} rows of foreign kinds, {what}", ratios.len()), &ratios);
            let named = parts().map(|part| part.name).zip(ratios);
            if let Some((worst, _)) = named.max_by(|(_, one), (_, other)| one.total_cmp(other)) {
                text += &format!(" ({worst})");
            }
        }
    }
    for (group, programs) in [("classics and games", &CLASSICS[..]), ("foreign kinds", &FOREIGN[..])] {
        for (level, flag) in [(Level::Speed, "3"), (Level::Size, "s")] {
            let of_program = |program: &Program| {
                let ours = find(rows, &level.row(program.parts[0].name))?;
                Some(ours.bytes as f64 / program.oscar64_bytes as f64)
            };
            if let Some(ratios) = ratios(programs.iter().map(of_program)) {
                text += &format!(
                    "\nbytes at level {flag}, ours / oscar64's smallest, geometric mean of {} programs ({group}): {:.3}",
                    ratios.len(),
                    mean(&ratios)
                );
            }
        }
    }
    text
}

/// Formats a line with the geometric mean, the best and, at the end, the worst of some cycle ratios.
fn summary(what: &str, ratios: &[f64]) -> String {
    let best = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let worst = ratios.iter().copied().fold(0.0, f64::max);
    format!(
        "\ncycles, ours / oscar64's best, {what}: geometric mean {:.3}, best {best:.2}, worst {worst:.2}",
        mean(ratios)
    )
}

fn find<'a>(rows: &'a [Row], name: &str) -> Option<&'a Row> {
    rows.iter().find(|row| row.name == name)
}

/// Returns the fewest cycles of a row at any level.
fn best(rows: &[Row], name: &str) -> Option<u64> {
    let levels = Level::ALL.into_iter().filter_map(|level| find(rows, &level.row(name)));
    levels.map(|row| row.cycles).min()
}

/// Returns the ratio of our cycles for a task (those of its best row) to oscar64's.
fn task_ratio(task: &Task, cycles: impl Fn(&str) -> Option<u64>) -> Option<f64> {
    let ours = task.rows.iter().filter_map(|row| cycles(row)).min()?;
    Some(ours as f64 / task.oscar64 as f64)
}

/// Returns the ratios of all tasks, if all of them were measured.
fn task_ratios(cycles: impl Fn(&str) -> Option<u64>) -> Option<Vec<f64>> {
    ratios(TASKS.iter().map(|task| task_ratio(task, &cycles)))
}

/// Collects all ratios, if none is missing.
fn ratios(ratios: impl Iterator<Item = Option<f64>>) -> Option<Vec<f64>> {
    ratios.collect()
}

/// Returns the geometric mean.
fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

/// Our cycles for a row.
struct Cycles {
    /// At the better level.
    best: u64,
    /// At level s.
    small: Option<u64>,
}

fn line(
    name: &str,
    ours: Cycles,
    bytes: Option<u64>,
    peers: &peers::Peers,
    oscar64_bytes: Option<u64>,
) -> String {
    let number = |number: Option<u64>| number.map_or("-".into(), thousands);
    format!(
        "\n{name:<22} {:>12} {:>6.2} {:>12} {:>12} {:>12} {:>12} {:>12} {:>6} {:>10}",
        thousands(ours.best),
        ours.best as f64 / peers.oscar64 as f64,
        number(ours.small),
        thousands(peers.oscar64),
        thousands(peers.oscar64_small),
        number(peers.cc65),
        number(peers.by_hand),
        number(bytes),
        number(oscar64_bytes)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, cycles: u64, bytes: u64) -> Row {
        Row {
            name: name.into(),
            cycles,
            bytes,
            unit: "times",
            units: 1,
            per_unit: cycles as f64,
            baseline_cycles: None,
            peers: None,
        }
    }

    #[test]
    fn the_better_level_and_the_better_program_count() {
        let task = Task { name: "", rows: &["a", "b"], oscar64: 100 };
        let rows = [row("a", 300, 9), row("a-s", 200, 8), row("b", 150, 7), row("b-s", 250, 6)];
        assert_eq!(best(&rows, "a"), Some(200));
        assert_eq!(task_ratio(&task, |name| best(&rows, name)), Some(1.5));
        assert_eq!(task_ratio(&task, |name| best(&rows[..2], name)), Some(2.0));
        assert_eq!(task_ratio(&task, |_| None), None);
    }

    #[test]
    fn a_mean_needs_every_task() {
        assert_eq!(ratios([Some(2.0), None].into_iter()), None);
        let ratios = ratios([Some(0.5), Some(8.0)].into_iter()).unwrap();
        assert!((mean(&ratios) - 2.0).abs() < 1e-12, "{ratios:?}");
        assert!(summary("two", &ratios).ends_with("two: geometric mean 2.000, best 0.50, worst 8.00"));
    }

    #[test]
    fn the_foreign_kinds_need_every_row_of_a_level_and_name_the_worst() {
        let parts: Vec<&peers::Part> = FOREIGN.iter().flat_map(|program| program.parts).collect();
        let times = |name: &str| if name == "crc32" { 8 } else { 2 };
        let of_part = |part: &&peers::Part| row(part.name, part.peers.oscar64 * times(part.name), 9);
        let rows: Vec<Row> = parts.iter().map(of_part).collect();
        let text = text_of(&rows);
        let found: Vec<&str> = text.lines().filter(|line| line.contains("rows of foreign kinds")).collect();
        let [better, fast] = found[..] else { panic!("level s was not measured: {found:?}") };
        assert!(better.contains("better level: ") && fast.contains("level 3: "), "{found:?}");
        for line in found {
            assert!(line.ends_with("best 2.00, worst 8.00 (crc32)"), "{line}");
        }
        assert!(!text_of(&rows[1..]).contains("rows of foreign kinds"));
    }

    #[test]
    fn a_row_stands_beside_its_peers() {
        let text =
            text_of(&[row("sieve", 5_118_442, 60), row("sieve-s", 6_000_000, 50), row("unknown", 1, 1)]);
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(lines.len(), 2, "no mean of one task: {text}");
        let words: Vec<&str> = lines[1].split_whitespace().collect();
        let cycles = ["5,118,442", "0.50", "6,000,000", "10,236,884", "10,236,884", "19,593,091", "-"];
        assert_eq!(words, [&["sieve"], &cycles[..], &["50", "112"]].concat());
        assert_eq!(text_of(&[row("unknown", 1, 1)]), "");
    }
}
