//! `verify`: compares the host, the built-in 6502 and VICE task by task, and boots the disk in VICE.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver};

use anyhow::{Context, Result};
use cargo_c64::failure::Failed;
use cargo_c64::link::Files;
use cargo_c64::rust_build::Built;
use cargo_c64::setup::Setup;
use serde::Serialize;
use verification::suite::{Case, suite};

use crate::boot::{self, Boot};
use crate::comparison::{self, Answer, JsonRow, Row};
use crate::own::{self, Programs};
use crate::runner::{self, On, Program};
use crate::workspace::Workspace;
use cargo_c64::{artifacts, output};

/// Arguments of `verify`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Places to compare, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "host,machine,vice")]
    on: Vec<On>,
    /// Verify this program file instead of the one just built; its label file must be in the same folder
    #[arg(long, value_name = "FILE")]
    prg: Option<PathBuf>,
    /// Print the results as one JSON document
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

/// The files to verify.
struct Subject {
    program: Program,
    d64: Vec<u8>,
    /// Differences between the two program files and a build of the current source.
    changed: Vec<String>,
}

/// Compares all places over the whole suite.
///
/// # Errors
/// There is a difference ([`Failed`]), or something that is needed is missing.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let mut places = args.on.clone();
    places.sort();
    places.dedup();
    // Missing tools are reported at once, not after minutes of building.
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
    let all: Vec<_> = places.iter().map(|on| (*on, answers(*on, &subject.program, setup))).collect();
    let mut rows = Vec::new();
    for case in suite() {
        let row = compare(case, &all)?;
        say(&row.to_text(&places))?;
        rows.push(row);
    }
    let mut boots = Vec::new();
    if let Some(paths) = &vice {
        for how in Boot::ALL {
            let error = boot::check(paths, &subject.d64, how).err().map(|error| format!("{error:#}"));
            say(&format!("boot from the disk, started by {how}: {}", error.as_deref().unwrap_or("works")))?;
            boots.push(JsonBoot { how: how.to_string(), ok: error.is_none(), error });
        }
    }
    if !subject.changed.is_empty() {
        say(&changes_text(&subject.changed))?;
    }
    let total = rows.len();
    let partly = rows.iter().filter(|row| row.unasked(&places).next().is_some()).count();
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
    let but = match partly {
        0 => String::new(),
        count => format!("; {count} of {total} rows were not run in every place"),
    };
    say(&format!("all places agree, with each other and with the published numbers{but}"))?;
    Ok(ExitCode::SUCCESS)
}

/// Maximum number of differences to list for a file that differs from a build of the source.
const MOST_PLACES: usize = 8;

fn changes_text(changed: &[String]) -> String {
    let mut text =
        String::from("a program file differs from a build of the source (`cargo c64 build` replaces it):");
    for place in changed.iter().take(MOST_PLACES) {
        text += &format!("\n    {place}");
    }
    if changed.len() > MOST_PLACES {
        text += &format!("\n    and {} more places", changed.len() - MOST_PLACES);
    }
    text
}

/// Builds the programs and their disk, or uses the file that the user names.
///
/// A file from an earlier build that was since changed by hand is not overwritten: it is verified and reported instead.
fn subject(args: &Args, setup: Setup) -> Result<Subject> {
    let workspace = Workspace::find()?;
    let out = workspace.out();
    let programs = own::programs(&workspace, setup)?;
    let Programs { play, verification, bundle, .. } = &programs;
    let verification = &verification.built;
    let mut played = None;
    let mut program = Program::of_image(&verification.image)?;
    if let Some(prg) = &args.prg {
        program = Program::read(prg)?;
    } else {
        played = changed_by_hand(&out, &play.built, play.file());
        let verified = changed_by_hand(&out, verification, &verification.image.prg);
        if played.is_none() && verified.is_none() {
            bundle.write(&out)?;
        }
        program.prg = verified.unwrap_or(program.prg);
    }
    let mut replaced: Vec<(&str, &[u8])> = vec![(&verification.name, &program.prg)];
    replaced.extend(played.as_deref().map(|played| (&*play.built.name, played)));
    let d64 = bundle.image(&replaced)?.context("the programs have no disk")?;
    let mut changed = runner::differences(&verification.image, &program.prg)?;
    if played.is_some() {
        changed.push("the packed play program".to_string());
    }
    Ok(Subject { program, d64, changed })
}

/// Returns the bytes of a program file in the folder `out` that is next to the listing of this very build but differs from `expected`.
fn changed_by_hand(out: &Path, built: &Built, expected: &[u8]) -> Option<Vec<u8>> {
    let files = Files::beside(&artifacts::prg_in(out, built));
    let listing = std::fs::read(&files.list).ok()?;
    let prg = std::fs::read(&files.prg).ok()?;
    (listing == built.image.listing.as_bytes() && prg != expected).then_some(prg)
}

/// Returns whether a place has to run a case.
fn is_asked(on: On, case: &Case) -> bool {
    !(case.slow && on == On::Vice)
}

/// Returns the answers of a place to its cases, one by one, from a separate thread, so that the places work in parallel. The first may
/// be an error that the place is not available; a place whose program fails is not asked again.
fn answers(on: On, program: &Program, setup: Setup) -> Receiver<Result<Answer>> {
    let (sender, receiver) = mpsc::channel();
    let program = program.clone();
    std::thread::spawn(move || {
        let mut runner = match runner::start_one(on, Some(&program), setup) {
            Ok(runner) => Some(runner),
            Err(error) => return drop(sender.send(Err(error))),
        };
        for case in suite().iter().filter(|case| is_asked(on, case)) {
            let answer = match &mut runner {
                Some(runner) => runner.run(&case.request()).map_err(|error| format!("{error:#}")),
                None => Err("not asked again after it failed".into()),
            };
            if answer.is_err() {
                runner = None;
            }
            if sender.send(Ok(answer)).is_err() {
                return;
            }
        }
    });
    receiver
}

/// Receives the next answer from every place that runs this case.
fn compare(case: &Case, all: &[(On, Receiver<Result<Answer>>)]) -> Result<Row> {
    let mut answers = BTreeMap::new();
    for (on, next) in all.iter().filter(|(on, _)| is_asked(*on, case)) {
        let answer = next.recv().with_context(|| format!("{on} has gone without an answer"))??;
        answers.insert(*on, answer);
    }
    Ok(Row { case: *case, answers })
}
