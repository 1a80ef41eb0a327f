//! The verification on the C64 itself: runs the cases of the suite and prints results to compare with docs/VERIFYING.md.
//!
//! It has its own texts: the play program has no room for them.

use engine::engines::Engines;
use engine::{Mode, Observer, Search};
use verification::suite::{Case, suite};
use verification::task::{REPORT_LEN, Report, Stamp, Task, TaskError, answer, word};

use crate::clock::Stopwatch;
use crate::console::think;
use crate::games::{Saying, saying};
use crate::terminal::Terminal;
use crate::text::{self, Text};
use crate::words::Language;

/// Jiffies per tenth of a second.
const TENTH: u16 = 6;
/// PETSCII: the RUN/STOP key.
const STOP: u8 = 0x03;

const TITLE: Saying = [b"VERIFICATION (RUN/STOP ENDS)\n", b"VERIFICACION (RUN/STOP ACABA)\n"];
const STOPPED: Saying = [b"STOPPED\n", b"INTERRUMPIDA\n"];
const ALL_EQUAL: Saying = [b"ALL AS EXPECTED\n", b"CONFORME A LO ESPERADO\n"];
const NOT_EQUAL: Saying = [b"NOT AS EXPECTED: ", b"DISTINTO DE LO ESPERADO: "];
const DIFFERS: Saying = [b" *** DIFFERS ***\n", b" *** DIFIERE ***\n"];
const PERFT: Saying = [b" PERFT ", b" PERFT "];
const SEARCH: Saying = [b" SEARCH ", b" BUSQUEDA "];
const SEARCH_TO: Saying = [b" SEARCH 1 TO ", b" BUSQUEDA 1 A "];
const PLAY: Saying = [b" PLAY ", b" JUEGO "];
const PLAY_TO: Saying = [b" PLAY 1 TO ", b" JUEGO 1 A "];
const PROOF: Saying = [b" CATS CANNOT LOSE ", b" LOS GATOS NO PIERDEN "];
const POSITIONS: Saying = [b" POSITIONS ", b" POSICIONES "];
const LOSSES: Saying = [b" LOST", b" PERDIDAS"];
const NODES: Saying = [b" NODES $", b" NODOS $"];
const WINS: Saying = [b" WINS ", b" GANADAS "];

/// A terminal that can bracket the work to be measured.
pub trait Measure: Terminal {
    /// Marks the start of the work.
    fn begin_work(&mut self);
    /// Marks its end.
    fn end_work(&mut self);
}

/// Watches the work, whoever asked for it: one type, so that the search is compiled only once.
pub struct Watch<'a, T> {
    terminal: &'a mut T,
    /// Whether RUN/STOP ends a search.
    person: bool,
}

impl<'a, T: Measure> Watch<'a, T> {
    /// Creates a watch for work that is measured from outside: it cannot be stopped.
    pub fn for_measurement(terminal: &'a mut T) -> Self {
        Watch { terminal, person: false }
    }

    /// Checks RUN/STOP; separate from the search, which asks often and seldom needs it.
    #[inline(never)]
    fn look(&mut self) -> bool {
        self.terminal.stop_key()
    }
}

impl<T: Measure> Observer for Watch<'_, T> {
    fn poll(&mut self, _: u8) -> bool {
        self.person && self.look()
    }

    fn iteration(&mut self, _: &Search) {}
}

impl<T: Measure> Stamp for Watch<'_, T> {
    fn start(&mut self) {
        self.terminal.begin_work();
    }

    fn stop(&mut self) {
        self.terminal.end_work();
    }
}

/// The result of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Equal,
    Different,
    Stopped,
}

/// Asks for a language, runs every case that a C64 finishes in minutes, with its time, and prints how many results differ from the
/// expected ones. RUN/STOP ends it.
pub fn run<T: Measure>(terminal: &mut T, engines: &mut Engines) {
    terminal.put(text::CLEAR);
    let mut text = Text::new(terminal);
    text.print(b"SYS 2080\n\nE ENGLISH   S ESPANOL\n\n");
    text.language = loop {
        match text.terminal.key() {
            b'E' => break Language::English,
            b'S' => break Language::Spanish,
            STOP => return,
            _ => {}
        }
    };
    say(&mut text, TITLE);
    let mut different = 0u8;
    for case in suite() {
        if case.slow {
            continue;
        }
        let end = if is_stopped(text.terminal) { End::Stopped } else { run_case(&mut text, engines, case) };
        match end {
            End::Equal => {}
            End::Different => different += 1,
            End::Stopped => {
                say(&mut text, STOPPED);
                return;
            }
        }
    }
    if different == 0 {
        say(&mut text, ALL_EQUAL);
    } else {
        say(&mut text, NOT_EQUAL);
        text.number(different as u32);
        text.newline();
    }
}

/// Whether RUN/STOP is down, or was pressed since the last check.
fn is_stopped<T: Terminal>(terminal: &mut T) -> bool {
    loop {
        match terminal.key() {
            0 => return terminal.stop_key(),
            STOP => return true,
            _ => {}
        }
    }
}

/// Prints a text in the chosen language.
#[inline(never)]
fn say<T: Terminal>(text: &mut Text<'_, T>, saying: Saying) {
    text.print(saying[text.language as usize]);
}

/// Runs one case and prints it.
fn run_case<T: Measure>(text: &mut Text<'_, T>, engines: &mut Engines, case: &Case) -> End {
    say(text, saying(case.game));
    say(
        text,
        match case.task {
            Task::Perft => PERFT,
            Task::Search { mode: Mode::Seed, deepening: false } => SEARCH,
            Task::Search { mode: Mode::Seed, deepening: true } => SEARCH_TO,
            Task::Search { mode: Mode::Play, deepening: true } => PLAY_TO,
            Task::Search { mode: Mode::Play, deepening: false }
            | Task::Choose { .. }
            | Task::Weights { .. } => PLAY,
            Task::Prove => PROOF,
        },
    );
    text.number(case.depth as u32);
    text.newline();
    let watch = Stopwatch::start(text.terminal);
    let report = answer(engines, &case.request(), &mut Watch { terminal: text.terminal, person: true });
    let jiffies = watch.elapsed(text.terminal);
    if report == Report::Failed(TaskError::Stopped) {
        return End::Stopped;
    }
    let mut bytes = [0; REPORT_LEN];
    report.write(&mut bytes);
    print(text, case.task, &bytes);
    print_time(text, jiffies);
    if let Report::Search(found) = &report {
        think::variation(text, case.game, &found.variation);
    }
    if case.is_met_by(&bytes) {
        return End::Equal;
    }
    say(text, DIFFERS);
    End::Different
}

/// Prints the figures of a report.
#[inline(never)]
fn print<T: Terminal>(text: &mut Text<'_, T>, task: Task, report: &[u8; REPORT_LEN]) {
    text.space();
    match task {
        Task::Perft => {
            text.number(word(report, 3));
            say(text, WINS);
            text.number(word(report, 7));
            text.ascii(b'/');
            text.number(word(report, 11));
            text.ascii(b'/');
            text.number(word(report, 15));
        }
        Task::Prove => {
            text.number(word(report, 3) as u16 as u32);
            say(text, POSITIONS);
            text.number(word(report, 6) as u16 as u32);
            say(text, LOSSES);
        }
        _ => {
            text.number(word(report, 3));
            say(text, NODES);
            text.hex8(word(report, 7) as u8);
        }
    }
}

/// Prints a time in seconds, to a tenth, and ends the line.
fn print_time<T: Terminal>(text: &mut Text<'_, T>, jiffies: u16) {
    let tenths = jiffies / TENTH;
    text.space();
    text.number((tenths / 10) as u32);
    text.ascii(b'.');
    text.number((tenths % 10) as u32);
    text.print(b" S\n");
}

#[cfg(test)]
mod tests {
    use std::boxed::Box;
    use std::string::String;

    use super::*;
    use crate::testing::Mock;

    impl Measure for Mock {
        fn begin_work(&mut self) {}

        fn end_work(&mut self) {}
    }

    /// Returns the screen after these keys, with RUN/STOP held down after this many queries for it.
    fn screen(keys: &[u8], stop_after: Option<u32>) -> String {
        let mut mock = Mock::new();
        mock.pace = 6;
        mock.stop_after = stop_after;
        mock.type_keys(keys);
        run(&mut mock, &mut Box::new(Engines::new()));
        assert!(mock.keys.is_empty(), "keys left");
        mock.printed()
    }

    #[test]
    fn what_is_published_is_reported() {
        let screen = screen(b"?E", None);
        for row in [
            "VERIFICATION (RUN/STOP ENDS)\n",
            "MOUSE AND CATS SEARCH 8\n 3502 NODES $18 0.1 S\n E1D2 B8A7 D2C3 D8C7 C3B4 F8E7 B4A5\n H8G7\n",
            "MOUSE AND CATS SEARCH 1 TO 8\n 5410 NODES $18 0.1 S\n",
            "MOUSE AND CATS PERFT 6\n 6264 WINS 0/0/0 0.1 S\n",
            "TIC-TAC-TOE PERFT 6\n 56160 WINS 1440/5328/0 0.1 S\n",
            " 163 POSITIONS 0 LOST 0.1 S\n",
            "ALL AS EXPECTED\n",
        ] {
            assert!(screen.contains(row), "{row}: {screen}");
        }
        assert!(!screen.contains("PERFT 7"), "{screen}");
    }

    #[test]
    fn spanish_is_spoken() {
        let screen = screen(b"S", None);
        assert!(screen.contains("RATON Y GATOS BUSQUEDA 8\n 3502 NODOS $18 0.1 S\n"), "{screen}");
        assert!(screen.ends_with("CONFORME A LO ESPERADO\n\n"), "{screen}");
    }

    #[test]
    fn run_stop_ends_it_before_a_case_and_within_a_search() {
        // Searches ask every 16 nodes: the fourth is the first that asks.
        let before = screen(b"E", Some(2));
        assert!(before.contains("SEARCH 2\n") && before.ends_with(" S\n E1D2 B8A7\nSTOPPED\n\n"), "{before}");
        assert!(!before.contains("SEARCH 3\n"), "{before}");
        let within = screen(b"E", Some(5));
        assert!(within.ends_with("SEARCH 4\nSTOPPED\n\n"), "{within}");
        assert!(screen(&[b'E', b'?', STOP], None).ends_with("ENDS)\nSTOPPED\n\n"));
        assert!(!screen(&[STOP], None).contains("VERIFICATION"));
    }

    #[test]
    fn a_difference_is_marked() {
        let mut mock = Mock::new();
        let case = suite().iter().find(|case| case.task == Task::Perft).unwrap();
        let mut deeper = *case;
        deeper.depth += 1;
        let end = run_case(&mut Text::new(&mut mock), &mut Box::new(Engines::new()), &deeper);
        assert_eq!(end, End::Different);
        assert!(mock.printed().ends_with(" *** DIFFERS ***\n\n"), "{}", mock.printed());
    }
}
