//! A crate's settings for its C64 program, under `[package.metadata.c64]` in its manifest.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use compiler::{MemoryMap, Profile};
use serde::Deserialize;
use serde_json::Value;

use super::choice;
use crate::disk::{NAME_BYTES, petscii};
use crate::link::Inputs;

/// Start of BASIC program memory, where RUN expects the first line.
const PROGRAMS: u16 = MemoryMap::C64.load;

/// The settings of a crate. Command-line options take precedence over them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// Whether the program checks its stacks for overflows.
    pub stack_check: Option<bool>,
    /// The minimum number of bytes to leave for the software stack.
    pub stack_reserve: Option<u16>,
    /// The load address of the program.
    pub load: Option<u16>,
    /// The first and the last zero-page byte that the program may use.
    pub zero_page: Option<[u16; 2]>,
    /// Whether the program begins with a BASIC line that starts it.
    pub basic_line: Option<bool>,
    /// Whether `build` makes the program self-extracting, or the list of programs for which it does.
    pub pack: Option<Pack>,
    /// The title of the disk image that `build` writes.
    pub disk_name: Option<String>,
    /// The manifest of the disk image that `build` writes with the disk's first program; in Cargo.toml, a path relative to that file.
    pub disk: Option<PathBuf>,
    /// The binary that `run` starts in a terminal.
    pub terminal: Option<String>,
    /// The profiles of its programs: how often their blocks run.
    pub profile: Option<Profiles>,
}

impl Settings {
    /// Reads the settings of a package from cargo's metadata; `manifest` is the package's manifest.
    ///
    /// # Errors
    /// A setting has an unknown name or a wrong type, or no program could be built with it.
    pub(super) fn read(package: &Value, manifest: &Path) -> Result<Settings> {
        let what = || format!("[package.metadata.c64] in {}", manifest.display());
        let table = &package["metadata"]["c64"];
        let mut settings = Settings::of_table(table).with_context(what)?;
        settings.check().and_then(|()| settings.check_names(package)).with_context(what)?;
        settings.disk = settings.disk.map(|disk| manifest.with_file_name(disk));
        Ok(settings)
    }

    fn of_table(table: &Value) -> Result<Settings> {
        let entries = match table {
            Value::Null => return Ok(Settings::default()),
            Value::Object(entries) => entries,
            _ => bail!("this has to be a table of settings"),
        };
        // serde does not report which setting has a value of the wrong type.
        for (key, value) in entries {
            let alone = serde_json::json!({ key: value });
            if let Err(error) = serde_json::from_value::<Settings>(alone) {
                let error = error.to_string().replace("expected u16", "expected a number from 0 to 65535");
                match error.starts_with("unknown field") {
                    true => bail!(error),
                    false => bail!("{key}: {error}"),
                }
            }
        }
        Ok(serde_json::from_value(table.clone())?)
    }

    fn check(&self) -> Result<()> {
        let memory = self.memory();
        if let Err(why) = memory.check() {
            bail!(why);
        }
        let starts = memory.load == PROGRAMS && memory.basic_line;
        // A BASIC line that starts the program has to precede it in memory at run time.
        if !starts && usize::from(memory.load - PROGRAMS) < MemoryMap::C64.basic_line().len() + 1 {
            bail!(
                "load = {:#06x}: a program that RUN cannot start must be loaded at $0810 or above, so that a line can stand \
                 before it when cargo c64 runs it",
                memory.load
            );
        }
        if self.pack.as_ref().is_some_and(Pack::is_any) && !starts {
            bail!("pack: only programs that are loaded at $0801, with their BASIC line, can be packed");
        }
        if self.disk_name.is_some() && self.disk.is_some() {
            bail!("disk-name: the title of the disk stands in the manifest that `disk` names");
        }
        if let Some(name) = &self.disk_name {
            match petscii::encode(&name.to_uppercase()) {
                Err(character) => bail!("disk-name: the C64 has no character {character:?}"),
                Ok(name) if name.is_empty() || name.len() > NAME_BYTES => {
                    bail!("disk-name: it has 1 to {NAME_BYTES} characters")
                }
                Ok(_) => {}
            }
        }
        Ok(())
    }

    /// Checks that the package has every program that a setting names, because nothing else would report a misspelt name.
    fn check_names(&self, package: &Value) -> Result<()> {
        let mut programs = choice::names(package, "bin");
        programs.extend(choice::names(package, "example"));
        let profiles = match &self.profile {
            Some(Profiles::Each(files)) => files.keys().collect(),
            _ => Vec::new(),
        };
        let packed = match &self.pack {
            Some(Pack::Programs(names)) => names.iter().collect(),
            _ => Vec::new(),
        };
        let terminal = self.terminal.iter().collect();
        for (setting, names) in [("profile", profiles), ("pack", packed), ("terminal", terminal)] {
            if let Some(name) = names.into_iter().find(|name| !programs.contains(name)) {
                bail!("{setting}: the package has no program {name}; it has {}", programs.join(", "));
            }
        }
        Ok(())
    }

    /// Returns whether a program is made self-extracting.
    pub fn packs(&self, program: &str) -> bool {
        match &self.pack {
            None => false,
            Some(Pack::All(packed)) => *packed,
            Some(Pack::Programs(names)) => names.iter().any(|name| name == program),
        }
    }

    /// Returns the memory map of the program.
    fn memory(&self) -> MemoryMap {
        let mut memory = MemoryMap::C64;
        if let Some(load) = self.load {
            memory.load = load;
        }
        if let Some([first, last]) = self.zero_page {
            memory.zero_page = first..last.saturating_add(1);
        }
        memory.basic_line = self.basic_line.unwrap_or(true);
        memory
    }

    /// Applies these settings to a program's compilation. Whether its stacks are checked depends on the flags of its build, else on the
    /// command line, else on the settings; without any of these, they are checked if `checked`, and otherwise the compiler decides.
    pub(super) fn apply(&self, inputs: &mut Inputs, stack_check: Option<bool>, checked: bool) {
        inputs.stack_check =
            inputs.stack_check.or(stack_check).or(self.stack_check).or(checked.then_some(true));
        inputs.stack_reserve = self.stack_reserve;
        inputs.memory = self.memory();
    }

    /// Reads the stored profile of a program in the crate with this manifest, if there is one.
    ///
    /// # Errors
    /// The file cannot be read, or is not a profile.
    pub(super) fn profile(&self, program: &str, manifest: &Path) -> Result<Option<Arc<Profile>>> {
        let file = match &self.profile {
            Some(Profiles::One(file)) => Some(file),
            Some(Profiles::Each(files)) => files.get(program),
            None => None,
        };
        let Some(path) = file.map(|file| manifest.with_file_name(file)) else { return Ok(None) };
        let text = std::fs::read_to_string(&path).with_context(|| {
            let path = path.display();
            format!("cannot read {path}, the profile of {program}; `cargo c64 profile --save FILE` makes one")
        })?;
        let profile = text.parse().with_context(|| format!("{} is not a profile", path.display()))?;
        Ok(Some(Arc::new(profile)))
    }
}

/// Which programs of a crate are made self-extracting.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Pack {
    /// All or none.
    All(bool),
    /// The binaries with these names.
    Programs(Vec<String>),
}

impl Pack {
    fn is_any(&self) -> bool {
        *self != Pack::All(false)
    }
}

/// The files written by `cargo c64 profile --save`, as paths relative to the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Profiles {
    /// One file for the crate's only program or for all programs.
    One(PathBuf),
    /// One file per named program; the others have none.
    Each(BTreeMap<String, PathBuf>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(table: Value) -> Result<Settings> {
        let program = |name: &str| json!({"kind": ["bin"], "name": name});
        let targets = ["game", "editor", "bad", "gone"].map(program);
        let package = json!({"targets": targets, "metadata": {"c64": table}});
        Settings::read(&package, Path::new("/x/Cargo.toml"))
    }

    #[test]
    fn settings_shape_the_memory() {
        assert_eq!(Settings::read(&json!({"metadata": null}), Path::new("")).unwrap(), Settings::default());
        let settings = read(json!({"load": 0xc000, "zero-page": [0x02, 0x4f], "basic-line": false})).unwrap();
        let memory = settings.memory();
        assert_eq!((memory.load, memory.entry(), memory.zero_page), (0xc000, 0xc000, 0x02..0x50));
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_reason() {
        for (table, why) in [
            (json!({"laod": 0x0801}), "unknown field `laod`, expected one of `stack-check`, `stack-reserve`"),
            (
                json!({"load": 70_000}),
                "load: invalid value: integer `70000`, expected a number from 0 to 65535",
            ),
            (json!({"profile": 1}), "profile: data did not match any variant"),
            (
                json!({"profile": {"game": "a.txt", "gaem": "b.txt"}}),
                "profile: the package has no program gaem; it has bad, editor, game, gone",
            ),
            (json!({"load": "x"}), "load: invalid type: string \"x\", expected a number"),
            (json!({"zero-page": [1]}), "zero-page: invalid length 1"),
            (
                json!({"pack": true, "stack-check": 3}),
                "stack-check: invalid type: integer `3`, expected a boolean",
            ),
            (
                json!({"pack": ["game", "gaem"]}),
                "pack: the package has no program gaem; it has bad, editor, game, gone",
            ),
            (json!({"pack": 1}), "pack: data did not match any variant"),
            (json!({"pack": ["game"], "load": 0x1000}), "with their BASIC line, can be packed"),
            (json!({"terminal": "gaem"}), "terminal: the package has no program gaem"),
            (json!({"disk": "disk.toml", "disk-name": "x"}), "the title of the disk stands in the manifest"),
            (json!([{"load": 5}]), "this has to be a table of settings"),
            (json!("x"), "this has to be a table of settings"),
            (json!({"load": 0x0400}), "a program cannot be loaded at $0400, below $0801"),
            (json!({"load": 0x0805}), "must be loaded at $0810 or above"),
            (json!({"load": 0xcff8}), "the memory for programs from $CFF8 on cannot end at $D000"),
            (json!({"basic-line": false}), "must be loaded at $0810 or above"),
            (json!({"zero-page": [0x02, 0x10]}), "the zero page has 15 bytes, but a program needs"),
            (json!({"zero-page": [0x02, 0xa0]}), "only $02-$8F and $FB-$FE of the zero page are free"),
            (
                json!({"stack-reserve": "much"}),
                "stack-reserve: invalid type: string \"much\", expected a number",
            ),
            (json!({"pack": true, "load": 0x1000}), "with their BASIC line, can be packed"),
            (json!({"disk-name": "seventeen letters"}), "disk-name: it has 1 to 16 characters"),
            (json!({"disk-name": "señor"}), "disk-name: the C64 has no character 'Ñ'"),
        ] {
            let error = format!("{:#}", read(table).unwrap_err());
            assert!(error.starts_with("[package.metadata.c64] in /x/Cargo.toml: "), "{error}");
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn some_programs_or_all_are_packed() {
        let packs = |pack: Value| {
            let settings = read(json!({ "pack": pack })).unwrap();
            ["game", "editor"].map(|program| settings.packs(program))
        };
        assert_eq!(packs(json!(true)), [true, true]);
        assert_eq!(packs(json!(false)), [false, false]);
        assert_eq!(packs(json!(["editor"])), [false, true]);
        assert!(!read(json!({})).unwrap().packs("game"));
    }

    #[test]
    fn the_stack_check_is_the_first_that_is_said() {
        let settings = |stack_check| Settings { stack_check, ..Settings::default() };
        let call = |flag: &str| Inputs::from_arguments(&["-o", "p.prg", flag].map(Into::into)).unwrap();
        let applied = |flag: &str, option, setting, checked| {
            let mut inputs = call(flag);
            settings(setting).apply(&mut inputs, option, checked);
            inputs.stack_check
        };
        assert_eq!(applied("a.o", None, None, false), None);
        assert_eq!(applied("a.o", None, None, true), Some(true));
        assert_eq!(applied("a.o", None, Some(false), true), Some(false));
        assert_eq!(applied("a.o", Some(true), Some(false), false), Some(true));
        assert_eq!(applied("--stack-check", Some(false), None, false), Some(true));
    }

    #[test]
    fn each_program_may_have_a_profile() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = folder.path().join("Cargo.toml");
        std::fs::write(folder.path().join("counts.txt"), "sys2080 profile 1\nfunction 0000002a main\n0 1\n")
            .unwrap();
        std::fs::write(folder.path().join("other.txt"), "sys2080 profile 1\n0 1\n").unwrap();
        let of = |table: Value, program: &str| match read(table).unwrap().profile(program, &manifest) {
            Ok(profile) => profile.map_or("none".to_string(), |profile| profile.to_string()),
            Err(error) => format!("{error:#}"),
        };
        assert_eq!(of(json!({}), "game"), "none");
        let counts = "sys2080 profile 1\nfunction 0000002a main\n0 1\n";
        assert_eq!(of(json!({"profile": "counts.txt"}), "game"), counts);
        let each = json!({"profile": {"game": "counts.txt", "bad": "other.txt", "gone": "gone.txt"}});
        assert_eq!(of(each.clone(), "game"), counts);
        assert_eq!(of(each.clone(), "editor"), "none");
        let bad = of(each.clone(), "bad");
        assert!(
            bad.ends_with("other.txt is not a profile: line 2: expected a function before the first block"),
            "{bad}"
        );
        let gone = of(each, "gone");
        assert!(
            gone.starts_with("cannot read ")
                && gone.contains("gone.txt, the profile of gone; `cargo c64 profile"),
            "{gone}"
        );
    }
}
