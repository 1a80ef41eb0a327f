//! Compares the places' answers to one case of the verification suite field by field.

use std::collections::BTreeMap;

use cargo_c64::output::thousands;
use engine::games::GameId;
use engine::search::Mode;
use serde::Serialize;
use serde_json::{Value, json};
use verification::suite::{Case, Expected, VARIATION};
use verification::task::{Report, Task};

use crate::games;
use crate::runner::{On, Outcome};

/// The answer of a place, or the reason why there is none.
pub type Answer = Result<Outcome, String>;

/// A case with the answers of the places that ran it.
#[derive(Clone, Debug)]
pub struct Row {
    /// The case.
    pub case: Case,
    /// The answers.
    pub answers: BTreeMap<On, Answer>,
}

/// A row as JSON.
#[derive(Debug, Serialize)]
pub struct JsonRow {
    game: &'static str,
    what: &'static str,
    depth: u8,
    /// By place; `null` for a place that was not asked.
    on: BTreeMap<&'static str, Value>,
    equal: bool,
    differences: Vec<String>,
}

/// A number or a text in a report, for JSON and for text output.
type Field = (&'static str, Value);

impl Row {
    /// Returns the name of the task in this row.
    pub fn what(&self) -> &'static str {
        match self.case.task {
            Task::Perft => "perft",
            Task::Search { mode: Mode::Seed, deepening: false } => "search",
            Task::Search { mode: Mode::Seed, deepening: true } => "deepening",
            Task::Search { mode: Mode::Play, deepening: false } => "play",
            Task::Search { mode: Mode::Play, deepening: true } => "play-deep",
            Task::Choose { .. } => "choice",
            Task::Prove => "proof",
            Task::Weights { .. } => "weights",
        }
    }

    /// Returns whether every place gave the published answer, or the same answer if none is published.
    pub fn is_equal(&self) -> bool {
        self.differences().is_empty()
    }

    /// Lists every field in which a place differs from the published numbers or, without any, from the first place.
    pub fn differences(&self) -> Vec<String> {
        let mut texts = Vec::new();
        let published = expected_fields(&self.case);
        let mut first: Option<(On, Vec<Field>)> = None;
        for (on, answer) in &self.answers {
            let fields = match answer {
                Ok(outcome) => fields(self.case.game, &outcome.report),
                Err(error) => {
                    texts.push(format!("{on}: {error}"));
                    continue;
                }
            };
            let rest = first.as_ref().map_or(&[][..], |(_, fields)| fields);
            let rest = rest.iter().filter(|(name, _)| !published.iter().any(|(known, _)| known == name));
            for (name, wanted) in published.iter().chain(rest) {
                let got =
                    fields.iter().find(|(other, _)| other == name).map_or(&Value::Null, |(_, value)| value);
                if got != wanted {
                    let source = match (&first, published.iter().any(|(known, _)| known == name)) {
                        (Some((place, _)), false) => place.name(),
                        _ => "published",
                    };
                    texts.push(format!("{on}: {name} {}, {source} {}", text_of(got), text_of(wanted)));
                }
            }
            first.get_or_insert((*on, fields));
        }
        texts
    }

    /// Returns the row as JSON.
    pub fn to_json(&self) -> JsonRow {
        let on = On::ALL
            .map(|on| (on.name(), self.answers.get(&on).map_or(Value::Null, |answer| self.answer(answer))));
        JsonRow {
            game: self.case.game.name(),
            what: self.what(),
            depth: self.case.depth,
            on: on.into(),
            equal: self.is_equal(),
            differences: self.differences(),
        }
    }

    fn answer(&self, answer: &Answer) -> Value {
        match answer {
            Err(error) => json!({ "error": error }),
            Ok(outcome) => {
                let mut object: serde_json::Map<String, Value> = fields(self.case.game, &outcome.report)
                    .into_iter()
                    .map(|(name, value)| (name.to_string(), value))
                    .collect();
                object.insert("cycles".into(), json!(outcome.cycles));
                Value::Object(object)
            }
        }
    }

    /// Formats the row as text: a line with the places side by side, then the variation, then the differences.
    pub fn to_text(&self, places: &[On]) -> String {
        let mut text = format!("{:<14} {:<9} {:>2}", self.case.game.name(), self.what(), self.case.depth);
        for on in places {
            let answer = self.answers.get(on);
            let short = answer.map_or("-".into(), |answer| match answer {
                Ok(outcome) => short(&outcome.report),
                Err(_) => "failed".into(),
            });
            text += &format!("  {short:>RESULT_WIDTH$}");
            if *on != On::Host {
                let cycles =
                    answer.and_then(|answer| answer.as_ref().ok()).and_then(|outcome| outcome.cycles);
                text += &format!(" {:>CYCLES_WIDTH$}", cycles.map_or("-".into(), thousands));
            }
        }
        let differences = self.differences();
        text += if differences.is_empty() { "  equal" } else { "  DIFFERS" };
        for on in self.unasked(places) {
            text += &format!(" (not run on {on})");
        }
        if let Some(line) = self.variation() {
            text += &format!("\n{:>27}{line}", "");
        }
        for difference in differences {
            text += &format!("\n    {difference}");
        }
        text
    }

    /// Returns the places that were not asked because the case would take too long.
    pub fn unasked<'a>(&self, places: &'a [On]) -> impl Iterator<Item = &'a On> {
        places.iter().filter(|on| !self.answers.contains_key(on))
    }

    /// Returns the variation from the first place that answered; a different one would be listed as a difference.
    fn variation(&self) -> Option<String> {
        self.answers.values().find_map(|answer| match &answer.as_ref().ok()?.report {
            Report::Search(found) => Some(games::line_text(self.case.game, &found.variation).join(" ")),
            _ => None,
        })
    }
}

const RESULT_WIDTH: usize = 25;
const CYCLES_WIDTH: usize = 13;

/// Returns the heading of the rows.
pub fn heading(places: &[On]) -> String {
    let mut text = format!("{:<14} {:<9} {:>2}", "game", "what", "to");
    for on in places {
        text += &format!("  {on:>RESULT_WIDTH$}");
        if *on != On::Host {
            text += &format!(" {:>CYCLES_WIDTH$}", "cycles");
        }
    }
    text
}

/// Returns the published fields of a case.
fn expected_fields(case: &Case) -> Vec<Field> {
    match case.expected() {
        Expected::Perft(count) => fields(case.game, &Report::Perft(count)),
        Expected::Play { nodes, score } => vec![("nodes", json!(nodes)), ("score", json!(score))],
        Expected::Proof(proof) => fields(case.game, &Report::Proof(proof)),
        Expected::Search { nodes, score, variation } => vec![
            ("nodes", json!(nodes)),
            ("score", json!(score)),
            ("best", json!(VARIATION[0])),
            ("pv", json!(VARIATION[..usize::from(variation)])),
        ],
    }
}

/// Returns the fields of a report by name.
fn fields(game: GameId, report: &Report) -> Vec<Field> {
    match report {
        Report::Perft(count) => vec![
            ("leaves", json!(count.leaves)),
            ("wins", json!([count.first_wins, count.second_wins])),
            ("draws", json!(count.draws)),
        ],
        Report::Search(found) => vec![
            ("nodes", json!(found.nodes)),
            ("score", json!(found.score)),
            ("best", json!(games::move_text(game, found.best))),
            ("pv", json!(games::line_text(game, &found.variation))),
            ("alpha_cutoffs", json!(found.alpha_cutoffs)),
            ("beta_cutoffs", json!(found.beta_cutoffs)),
        ],
        Report::Choice(choice) => vec![
            ("best", json!(games::move_text(game, choice.mv))),
            ("nodes", json!(choice.nodes)),
            ("depth", json!(choice.depth)),
            ("score", json!(choice.score)),
        ],
        Report::Proof(proof) => vec![
            ("positions", json!(proof.positions)),
            ("longest", json!(proof.longest)),
            ("losses", json!(proof.losses)),
            ("unused", json!(proof.unused)),
            ("checksum", json!(proof.checksum)),
        ],
        Report::Weights(row) => vec![("weights", json!(row.weights().collect::<Vec<_>>()))],
        Report::Failed(error) => vec![("error", json!(error.to_string()))],
    }
}

/// Returns a report as text for a table.
fn short(report: &Report) -> String {
    match report {
        Report::Perft(count) if count.first_wins + count.second_wins + count.draws == 0 => {
            thousands(count.leaves.into())
        }
        Report::Perft(count) => {
            format!("{} {}/{}/{}", count.leaves, count.first_wins, count.second_wins, count.draws)
        }
        Report::Search(found) => format!("{} ${:02X}", thousands(found.nodes.into()), found.score),
        Report::Choice(choice) => format!("{} ${:02X}", thousands(choice.nodes.into()), choice.score),
        Report::Proof(proof) => {
            format!("{} positions, {} lost", thousands(proof.positions.into()), proof.losses)
        }
        Report::Weights(row) => {
            format!("{} squares", row.weights().flatten().count())
        }
        Report::Failed(_) => "refused".into(),
    }
}

fn text_of(value: &Value) -> String {
    match value {
        Value::Null => "nothing".into(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text_of).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::{Host, Runner};
    use verification::suite::suite;

    /// A place and a change that makes its answer differ from the host's.
    type Change<'a> = (On, &'a dyn Fn(&mut Report));

    fn row(case: &Case, changes: &[Change]) -> Row {
        let outcome = Host::new().run(&case.request()).unwrap();
        let mut answers = BTreeMap::from([(On::Host, Ok(outcome.clone()))]);
        for (on, change) in changes {
            let mut changed = outcome.clone();
            change(&mut changed.report);
            answers.insert(*on, Ok(changed));
        }
        Row { case: *case, answers }
    }

    fn search_to_4() -> &'static Case {
        suite().iter().find(|case| case.depth == 4 && matches!(case.task, Task::Search { .. })).unwrap()
    }

    #[test]
    fn equal_answers_are_equal() {
        let row = row(search_to_4(), &[(On::Machine, &|_| {}), (On::Vice, &|_| {})]);
        assert!(row.is_equal(), "{:?}", row.differences());
        assert!(row.to_text(&On::ALL).contains("37 $14"));
        assert!(row.to_text(&On::ALL).ends_with("E1D2 B8A7 D2C3 D8C7"));
        assert!(row.to_text(&On::ALL).contains("  equal\n"));
    }

    #[test]
    fn a_place_that_was_not_asked_is_told() {
        let row = row(search_to_4(), &[(On::Machine, &|_| {})]);
        assert!(row.to_text(&On::ALL).contains("  equal (not run on vice)\n"), "{}", row.to_text(&On::ALL));
        assert!(row.to_text(&[On::Host, On::Machine]).contains("  equal\n"));
    }

    #[test]
    fn a_difference_names_place_field_and_values() {
        let change = |report: &mut Report| {
            let Report::Search(found) = report else { panic!() };
            found.nodes += 1;
            found.beta_cutoffs += 1;
        };
        let row = row(search_to_4(), &[(On::Machine, &change)]);
        let differences = row.differences();
        assert_eq!(differences[0], "machine: nodes 38, published 37");
        assert!(differences[1].starts_with("machine: beta_cutoffs "), "{differences:?}");
        assert!(differences[1].contains(", host "), "{differences:?}");
        assert_eq!(differences.len(), 2);
        assert!(!row.to_json().equal);
    }

    #[test]
    fn a_wrong_host_differs_from_what_is_published() {
        let case = suite().iter().find(|case| case.task == Task::Perft).unwrap();
        let mut row = row(case, &[]);
        let Some(Ok(Outcome { report: Report::Perft(count), .. })) = row.answers.get_mut(&On::Host) else {
            panic!()
        };
        count.leaves += 1;
        assert_eq!(row.differences(), ["host: leaves 3, published 2"]);
    }

    #[test]
    fn a_place_that_failed_is_a_difference() {
        let mut row = row(search_to_4(), &[]);
        row.answers.insert(On::Vice, Err("it hung".into()));
        assert_eq!(row.differences(), ["vice: it hung"]);
        let json = serde_json::to_value(row.to_json()).unwrap();
        assert_eq!(json["on"]["vice"], json!({"error": "it hung"}));
        assert_eq!(json["on"]["machine"], Value::Null);
        assert_eq!(json["on"]["host"]["nodes"], 37);
        assert_eq!(json["on"]["host"]["cycles"], Value::Null);
    }
}
