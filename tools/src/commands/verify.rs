//! `verify`: the C64 program against the host, task by task, and its disk booted for real.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use engine::suite::{Case, suite};
use serde::Serialize;

use super::build;
use crate::boot::{self, Boot};
use crate::comparison::{self, JsonRow, Row};
use crate::failure::Failed;
use crate::link::Files;
use crate::output;
use crate::runner::{self, On, Program, Runner};
use crate::rust_build::Built;
use crate::setup::Setup;
use crate::workspace::Workspace;

/// What to verify.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Places to compare
    #[arg(long, value_enum, value_delimiter = ',', default_value = "host,machine,vice")]
    on: Vec<On>,
    /// Verify this program file, with its label file beside it, instead of building one
    #[arg(long, value_name = "FILE")]
    prg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    ok: bool,
    rows: Vec<JsonRow>,
    boots: Vec<JsonBoot>,
    changed: Vec<String>,
}

#[derive(Serialize)]
struct JsonBoot {
    how: String,
    ok: bool,
    error: Option<String>,
}

/// What is verified.
struct Subject {
    program: Program,
    d64: Vec<u8>,
    /// Where the file differs from a build of the source as it is now.
    changed: Vec<String>,
}

/// Compares all places on the whole suite.
///
/// # Errors
/// Any difference ([`Failed`]), or something that is needed is missing.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let mut places = args.on.clone();
    places.sort();
    places.dedup();
    // Missing things show at once, not after minutes of building.
    let vice = if places.contains(&On::Vice) { Some(setup.vice()?) } else { None };
    let subject = subject(args, setup)?;
    let say = |text: &str| match args.json {
        true => {
            eprintln!("{text}");
            Ok(())
        }
        false => output::print(text),
    };
    say(&comparison::heading(&places))?;
    let mut runners = Vec::new();
    for on in &places {
        runners.push((*on, Some(runner::start_one(*on, Some(&subject.program), setup)?)));
    }
    let mut rows = Vec::new();
    for case in suite() {
        let row = compare(case, &mut runners);
        say(&row.to_text(&places))?;
        rows.push(row);
    }
    let mut boots = Vec::new();
    if let Some(paths) = &vice {
        for how in Boot::ALL {
            let error = boot::check(paths, &subject.d64, how).err().map(|error| format!("{error:#}"));
            say(&format!("boot from the disk, started by {how}: {}", error.as_deref().unwrap_or("good")))?;
            boots.push(JsonBoot { how: how.to_string(), ok: error.is_none(), error });
        }
    }
    if !subject.changed.is_empty() {
        say(&changes_text(&subject.changed))?;
    }
    let checks = rows.len() + boots.len() + 1;
    let faults = rows.iter().filter(|row| !row.is_equal()).count()
        + boots.iter().filter(|boot| !boot.ok).count()
        + usize::from(!subject.changed.is_empty());
    if args.json {
        let rows = rows.iter().map(Row::to_json).collect();
        output::print_json(&Document { ok: faults == 0, rows, boots, changed: subject.changed })?;
    }
    if faults > 0 {
        return Err(Failed(format!("{faults} of {checks} checks failed")).into());
    }
    say("all equal, and equal to the published numbers")?;
    Ok(ExitCode::SUCCESS)
}

/// How many places to name in a file that is not what the source gives.
const MOST_PLACES: usize = 8;

fn changes_text(changed: &[String]) -> String {
    let mut text =
        String::from("the program file is not what the source gives (`cargo c64 build` writes it anew):");
    for place in changed.iter().take(MOST_PLACES) {
        text += &format!("\n    {place}");
    }
    if changed.len() > MOST_PLACES {
        text += &format!("\n    and {} more places", changed.len() - MOST_PLACES);
    }
    text
}

/// Builds the program and its disk, or takes the file that the user names.
///
/// A file of an earlier build is not overwritten if it was changed by hand since: that one is verified, and reported.
fn subject(args: &Args, setup: Setup) -> Result<Subject> {
    let workspace = Workspace::find()?;
    let out = workspace.out();
    let built = build::program(&workspace, setup)?;
    let fresh = Program::of_image(&built.image)?;
    let program = match &args.prg {
        Some(prg) => Program::read(prg)?,
        None => {
            let files = Files::beside(&out.join(&built.name).with_extension("prg"));
            match changed_by_hand(&files, &built) {
                Some(prg) => Program { prg, ..fresh.clone() },
                None => {
                    build::write_own(&workspace, &built, &files.prg)?;
                    fresh.clone()
                }
            }
        }
    };
    let d64 = build::disk(&workspace, &program.prg)?;
    let changed = fresh.differences(&program);
    Ok(Subject { program, d64, changed })
}

/// The bytes of a program file that lies beside the listing of just this build but is not what was built.
fn changed_by_hand(files: &Files, built: &Built) -> Option<Vec<u8>> {
    let listing = std::fs::read(&files.list).ok()?;
    let prg = std::fs::read(&files.prg).ok()?;
    (listing == built.image.listing.as_bytes() && prg != built.image.prg).then_some(prg)
}

/// Has a case done at every place that is still running; a place whose program fails is not asked again.
fn compare(case: &Case, runners: &mut [(On, Option<Box<dyn Runner>>)]) -> Row {
    let mut answers = BTreeMap::new();
    for (on, runner) in runners {
        if case.slow && *on == On::Vice {
            continue;
        }
        let answer = match runner {
            Some(runner) => runner.run(&case.request()).map_err(|error| format!("{error:#}")),
            None => Err("not asked again after it failed".into()),
        };
        if answer.is_err() {
            *runner = None;
        }
        answers.insert(*on, answer);
    }
    Row { case: *case, answers }
}
