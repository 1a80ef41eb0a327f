//! Compares our figures with those of other compilers, and computes the means of the ratios.

use super::peers::{self, PROGRAMS, TASKS, Task};
use super::programs::Level;
use super::row::Row;
use crate::output::thousands;

/// The table of all rows that have peers, and the means over the tasks if all were measured. Empty without such rows.
pub fn text_of(rows: &[Row]) -> String {
    let mut lines = String::new();
    let tables = PROGRAMS.iter().flat_map(|program| program.parts.iter().map(move |part| (program, part)));
    let search = TASKS[0].rows[0];
    if let (Some(ours), Some(peers)) = (best(rows, search), peers::of(search)) {
        lines += &line(search, ours, None, peers, None);
    }
    for (program, part) in tables {
        let bytes = |level: Level| find(rows, &level.row(part.name)).map(|row| row.bytes);
        if let Some(ours) = best(rows, part.name) {
            let ours_small = bytes(Level::Size).or(bytes(Level::Speed));
            lines += &line(part.name, ours, ours_small, &part.peers, Some(program.oscar64_bytes));
        }
    }
    if lines.is_empty() {
        return lines;
    }
    let mut text = format!(
        "\n\n{:<22} {:>12} {:>6} {:>12} {:>6} {:>12} {:>6} {:>12} {:>12}",
        "beside others, cycles",
        "best of ours",
        "ratio",
        "oscar64 best",
        "-s B",
        "-O2 -Oz -xz",
        "B",
        "cc65 best",
        "by hand"
    );
    text += &lines;
    if let Some(mean) = mean(TASKS.iter().map(|task| ratio(rows, task))) {
        text += "\n";
        for task in &TASKS {
            let ratio = ratio(rows, task).map_or("-".into(), |ratio| format!("{ratio:.3}"));
            text += &format!("\n{:<24} {ratio:>10}", task.name);
        }
        text +=
            &format!("\ncycles, ours / oscar64's best, geometric mean of these {}: {mean:.3}", TASKS.len());
    }
    for (level, flag) in [(Level::Speed, "3"), (Level::Size, "s")] {
        let ratios = PROGRAMS.iter().map(|program| {
            let ours = find(rows, &level.row(program.parts[0].name))?;
            Some(ours.bytes as f64 / program.oscar64_bytes as f64)
        });
        if let Some(mean) = mean(ratios) {
            text += &format!(
                "\nbytes at level {flag}, ours / oscar64's -O2 -Oz -xz, geometric mean of {} programs: {mean:.3}",
                PROGRAMS.len()
            );
        }
    }
    text
}

fn find<'a>(rows: &'a [Row], name: &str) -> Option<&'a Row> {
    rows.iter().find(|row| row.name == name)
}

/// The fewest cycles of a row at any level.
fn best(rows: &[Row], name: &str) -> Option<u64> {
    let levels = Level::ALL.into_iter().filter_map(|level| find(rows, &level.row(name)));
    levels.map(|row| row.cycles).min()
}

/// Our best cycles of a task by oscar64's.
fn ratio(rows: &[Row], task: &Task) -> Option<f64> {
    let ours = task.rows.iter().filter_map(|row| best(rows, row)).min()?;
    Some(ours as f64 / task.oscar64 as f64)
}

/// The geometric mean, if nothing is missing.
fn mean(ratios: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let logarithms: Vec<f64> = ratios.map(|ratio| Some(ratio?.ln())).collect::<Option<_>>()?;
    Some((logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp())
}

fn line(
    name: &str,
    ours: u64,
    bytes: Option<u64>,
    peers: &peers::Peers,
    oscar64_bytes: Option<u64>,
) -> String {
    let number = |number: Option<u64>| number.map_or("-".into(), thousands);
    format!(
        "\n{name:<22} {:>12} {:>6.2} {:>12} {:>6} {:>12} {:>6} {:>12} {:>12}",
        thousands(ours),
        ours as f64 / peers.oscar64 as f64,
        thousands(peers.oscar64),
        number(bytes),
        thousands(peers.oscar64_small),
        number(oscar64_bytes),
        thousands(peers.cc65),
        number(peers.by_hand)
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
        assert_eq!(ratio(&rows, &task), Some(1.5));
        assert_eq!(ratio(&rows[..2], &task), Some(2.0));
        assert_eq!(ratio(&[], &task), None);
    }

    #[test]
    fn a_mean_needs_every_task() {
        assert_eq!(mean([Some(2.0), None].into_iter()), None);
        let mean = mean([Some(0.5), Some(8.0)].into_iter()).unwrap();
        assert!((mean - 2.0).abs() < 1e-12, "{mean}");
    }

    #[test]
    fn a_row_stands_beside_its_peers() {
        let text = text_of(&[row("sieve", 5_118_442, 60), row("unknown", 1, 1)]);
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(lines.len(), 2, "no mean of one task: {text}");
        let words: Vec<&str> = lines[1].split_whitespace().collect();
        assert_eq!(
            words,
            ["sieve", "5,118,442", "0.50", "10,236,884", "60", "10,236,884", "120", "19,593,091", "-"]
        );
        assert_eq!(text_of(&[row("unknown", 1, 1)]), "");
    }
}
