//! `.V`: the verification suite on the spot, to be compared by eye with the table in the README.

use engine::Mode;
use engine::engines::Engines;
use engine::games::GameId;
use engine::suite::{Case, suite};
use engine::table::Line;
use engine::task::{Report, Task, answer};
use ufmt::uwrite;

use super::think;
use crate::clock::Stopwatch;
use crate::strings::suite as strings;
use crate::terminal::Terminal;
use crate::text::Text;
use crate::watch::Watch;

/// Runs every case that a C64 finishes in minutes, with its time, and says how many differ from what is expected.
/// RUN/STOP ends it after the case at hand. The engines are left with the fixed keys and another position.
pub fn run<T: Terminal>(text: &mut Text<T>, engines: &mut Engines) {
    text.line(strings::HEAD);
    let mut different = 0u8;
    for case in suite() {
        if case.slow {
            continue;
        }
        if text.terminal.stop_key() {
            text.line(strings::STOPPED);
            return;
        }
        different += u8::from(!run_case(text, engines, case));
    }
    if different == 0 {
        text.line(strings::EQUAL);
    } else {
        let Ok(()) = uwrite!(text, "{}{}\n", strings::DIFFERENT, u32::from(different));
    }
}

/// Runs one case and prints it; whether the report is the expected one.
fn run_case<T: Terminal>(text: &mut Text<T>, engines: &mut Engines, case: &Case) -> bool {
    let task = match case.task {
        Task::Perft => strings::PERFT,
        Task::Search { mode: Mode::Seed, deepening: false } => strings::SEARCH,
        Task::Search { mode: Mode::Seed, deepening: true } => strings::DEEPENING,
        Task::Search { mode: Mode::Play, deepening: false } => strings::PLAY,
        Task::Search { mode: Mode::Play, deepening: true } => strings::PLAY_DEEPENING,
        Task::Choose { .. } => strings::CHOICE,
        Task::Prove => strings::PROOF,
        Task::Weights { .. } => strings::WEIGHTS,
    };
    let Ok(()) = uwrite!(text, "{} {} {}\n", case.game.name(), task, u32::from(case.depth));
    let watch = Stopwatch::start(&mut text.terminal);
    let report = answer(engines, &case.request(), &mut Watch::for_measurement(text));
    let jiffies = watch.elapsed(&mut text.terminal);
    print_report(text, case.game, &report, jiffies);
    let met = case.is_met_by(&report);
    if !met {
        text.line(strings::DIFFERS);
    }
    met
}

fn print_report<T: Terminal>(text: &mut Text<T>, game: GameId, report: &Report, jiffies: u16) {
    match report {
        Report::Perft(count) => {
            let Ok(()) = uwrite!(
                text,
                " {} {} {}/{}/{}",
                count.leaves,
                strings::WINS,
                count.first_wins,
                count.second_wins,
                count.draws
            );
            print_time(text, jiffies);
        }
        Report::Search(found) => {
            let Ok(()) = uwrite!(text, " {} {} $", found.nodes, strings::NODES);
            text.hex8(found.score);
            print_time(text, jiffies);
            think::variation(text, game, &found.variation);
        }
        Report::Choice(choice) => {
            let Ok(()) = uwrite!(text, " {} {} $", choice.nodes, strings::NODES);
            text.hex8(choice.score);
            print_time(text, jiffies);
            let mut line = Line::new();
            line.push(choice.mv);
            think::variation(text, game, &line);
        }
        Report::Proof(proof) => {
            let Ok(()) = uwrite!(
                text,
                " {} {} {} {}",
                u32::from(proof.positions),
                strings::POSITIONS,
                u32::from(proof.losses),
                strings::LOSSES
            );
            print_time(text, jiffies);
        }
        Report::Weights(_) | Report::Failed(_) => {}
    }
}

/// Prints a time in seconds, to a tenth, and ends the line.
fn print_time<T: Terminal>(text: &mut Text<T>, jiffies: u16) {
    let tenths = jiffies / 6;
    let Ok(()) = uwrite!(text, " {}.{} S\n", u32::from(tenths / 10), u32::from(tenths % 10));
}
