//! Checks that every change that the list makes to the sources is necessary: items removed, names treated as unset, small sizes.

use anyhow::Result;
use cargo_c64::harness::descriptors::{Panics, Test};
use cargo_c64::harness::programs::{self, Refusal};
use cargo_c64::output::update_file;

use super::mirror::{Edits, Mirror};
use super::run::{Outcome, run};
use super::stock::{Compiled, Messages, Wish};
use super::suites::Part;
use super::{Conformance, Parsed, read};

impl Conformance {
    /// Returns the items removed from a part that rustc accepts after all: each is restored by itself and must not compile.
    pub(super) fn needless_cuts(&self, part: &Part, source: &str) -> Result<Vec<String>> {
        let mut needless = Vec::new();
        for cut in self.excluded.cuts.keys().filter(|cut| part.holds(&cut.file)) {
            let mut edits = self.excluded.edits();
            edits.cuts.retain(|other| other != cut);
            if let Compiled::Module(_) = self.without(part, source, &edits, self.is_small(part))? {
                needless.push(format!("{}: {} is cut out, but would compile", cut.file, cut.item));
            }
        }
        Ok(needless)
    }

    /// Returns the names and the small sizes that no part needs, and the cuts that are in no part.
    pub(super) fn needless_settings(&self) -> Result<Vec<String>> {
        let mut needless = Vec::new();
        for cut in self.excluded.cuts.keys() {
            if !self.parts.iter().any(|(part, _)| part.holds(&cut.file)) {
                needless.push(format!("{}: the file belongs to no module", cut.file));
            }
        }
        for name in self.excluded.unset.keys() {
            if !self.is_name_needed(name)? {
                needless.push(format!("{name} is listed as unset, but may be set"));
            }
        }
        for module in self.excluded.small.keys() {
            needless.extend(match self.parts.iter().find(|(part, _)| part.path() == *module) {
                None => Some(format!("{module} is listed as small, but there is no such module")),
                Some((part, source)) if !self.are_small_sizes_needed(part, source)? => {
                    Some(format!("{module} passes with all its sizes, but is listed as small"))
                }
                Some(_) => None,
            });
        }
        Ok(needless)
    }

    /// Returns whether a part that mentions the name fails to compile with it set.
    fn is_name_needed(&self, name: &str) -> Result<bool> {
        let mut edits = self.excluded.edits();
        edits.unset.retain(|other| other != name);
        let files: Vec<&str> =
            self.mirror.unset_in.get(name).into_iter().flatten().filter_map(|f| f.to_str()).collect();
        let mentioning = self.parts.iter().filter(|(part, _)| files.iter().any(|file| part.holds(file)));
        for (part, source) in mentioning {
            let is_compiled = match self.without(part, source, &edits, self.is_small(part))? {
                Compiled::Module(path) => read(&path).is_ok(),
                Compiled::Refused(_) => false,
            };
            if !is_compiled {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether any unlisted test of the module fails with the sizes for a real processor.
    fn are_small_sizes_needed(&self, part: &Part, source: &str) -> Result<bool> {
        let module = match self.without(part, source, &self.excluded.edits(), false)? {
            Compiled::Module(path) => read(&path),
            Compiled::Refused(_) => return Ok(true),
        };
        Ok(module.map_or(true, |module| self.does_a_test_fail(part, &module)))
    }

    /// Of tests whose message counts, and of those that do not fit, this module, which has short messages, tells nothing.
    fn does_a_test_fail(&self, part: &Part, (module, tests): &Parsed) -> bool {
        let listed = |test: &Test| self.excluded.tests.contains_key(&part.suite.full_name(&test.name));
        let should_pass = |test: &&Test| {
            let telling = matches!(test.panics, Panics::With(_));
            part.owns(&test.name) && test.ignored.is_none() && !telling && !listed(test)
        };
        tests.iter().filter(should_pass).any(|test| {
            let programs = programs::build_alone(module, tests, std::slice::from_ref(test), &self.options);
            let passes = programs.built.iter().all(|(image, _)| run(image, test).outcome == Outcome::Passes);
            !passes || programs.refused.iter().any(|(_, why)| !matches!(why, Refusal::TooLarge(_)))
        })
    }

    /// A part of sources of its own, with other edits than the list's.
    fn without(&self, part: &Part, source: &str, edits: &Edits, small: bool) -> Result<Compiled> {
        let mirror = Mirror::new(&self.library, &self.folder.join("without").join(part.stem()), edits)?;
        let path = mirror.folder.join(part.suite.root).with_file_name(format!("{}.rs", part.stem()));
        update_file(&path, source.as_bytes())?;
        let output = self.folder.join("programs").join(format!("{}-without.prg", part.stem()));
        let wish = Wish { suite: part.suite, source: &path, messages: Messages::Short, small };
        self.stock.compile(wish, &mirror.folder, &format!("{edits:?}"), &output)
    }
}
