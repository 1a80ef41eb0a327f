//! A progress bar on stderr for work that takes more than two seconds; no bar if stderr is not a terminal.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The time after which a bar appears.
const PATIENCE: Duration = Duration::from_secs(2);

/// The format of the bar.
const TEMPLATE: &str = "{msg} {wide_bar:.cyan/blue} {pos}/{len}, {eta} to go";

/// Counts finished parts of some work; may be shared between threads.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
    shown: bool,
}

impl Progress {
    /// Creates the bar for work called `what` in `total` parts.
    pub fn new(what: &'static str, total: u64) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style);
        }
        bar.set_message(what);
        Progress { bar, start: Instant::now(), shown: std::io::stderr().is_terminal() }
    }

    /// Counts one more finished part.
    pub fn step(&self) {
        if self.shown && self.bar.is_hidden() && self.start.elapsed() >= PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(1);
    }

    /// Returns the number of finished parts.
    pub fn done(&self) -> u64 {
        self.bar.position()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_by_any_thread() {
        let progress = Progress::new("counting", 40);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..10).for_each(|_| progress.step()));
            }
        });
        assert_eq!(progress.done(), 40);
        assert!(progress.bar.is_hidden(), "it took no two seconds");
    }

    #[test]
    fn the_template_parses() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }
}
