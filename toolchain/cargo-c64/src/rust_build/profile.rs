//! The settings of cargo's profiles that are needed to get a single module that our compiler can read.
//!
//! A crate need not have them: they are set in cargo's environment, which takes precedence over the manifest. If the crate's
//! manifest differs, the user is told.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use toml::{Table, Value};

use crate::target;

/// A required setting.
struct Needed {
    /// Cargo's name for it.
    name: &'static str,
    /// The required value, as written in cargo's environment.
    value: &'static str,
    /// Whether a value that the user has chosen is acceptable as well.
    will_do: fn(&Value) -> bool,
}

/// The settings required in every profile: link-time optimisation over all crates produces one module, without unwinding.
/// rustc rejects incremental compilation in that case.
const NEEDED: [Needed; 4] = [
    Needed {
        name: "lto",
        value: "fat",
        will_do: |value| value.as_bool() == Some(true) || value.as_str() == Some("fat"),
    },
    Needed {
        name: "panic",
        value: "abort",
        will_do: |value| matches!(value.as_str(), Some("abort" | "immediate-abort")),
    },
    Needed { name: "codegen-units", value: "1", will_do: |value| value.as_integer() == Some(1) },
    Needed { name: "incremental", value: "false", will_do: |value| value.as_bool() == Some(false) },
];

/// Cargo's environment variable for the features of `core` and `alloc`. If the user sets it, it decides.
const STD_FEATURES: &str = "CARGO_UNSTABLE_BUILD_STD_FEATURES";

/// Cargo's environment variable for rustc flags, with a separator between them.
const RUSTFLAGS: &str = "CARGO_ENCODED_RUSTFLAGS";

/// The configuration for programs that are optimised for size.
const FOR_SIZE: &str = "unstable.build-std-features=[\"optimize_for_size\"]";

/// Cargo's own profiles and the profiles that they inherit from.
const BUILT_IN: [(&str, Option<&str>); 4] =
    [("dev", None), ("release", None), ("test", Some("dev")), ("bench", Some("release"))];

/// A profile, as far as the workspace's manifest defines it.
pub(super) struct Profile {
    name: String,
    /// The settings, including those of inherited profiles.
    settings: Table,
    /// Whether it is cargo's profile dev or inherits from it.
    pub is_dev: bool,
}

impl Profile {
    /// Reads the profile `name` of the workspace at `root`. `None` if neither cargo nor the manifest defines it.
    ///
    /// # Errors
    /// The manifest is not readable.
    pub fn read(root: &Path, name: &str) -> Result<Option<Profile>> {
        let path = root.join("Cargo.toml");
        let what = || format!("cannot read {}", path.display());
        let text = std::fs::read_to_string(&path).with_context(what)?;
        Ok(Profile::of(&text.parse::<Table>().with_context(what)?, name))
    }

    fn of(manifest: &Table, name: &str) -> Option<Profile> {
        let mut settings = Table::new();
        let mut next = Some(name.to_string());
        let mut seen = Vec::new();
        while let Some(current) = next.filter(|name| !seen.contains(name)) {
            let table = manifest.get("profile").and_then(|all| all.get(&current)).and_then(Value::as_table);
            let built_in = BUILT_IN.iter().find(|(name, _)| *name == current);
            if table.is_none() && built_in.is_none() {
                return None;
            }
            for (key, value) in table.into_iter().flatten() {
                settings.entry(key.clone()).or_insert_with(|| value.clone());
            }
            let inherited = table.and_then(|table| table.get("inherits")).and_then(Value::as_str);
            next = inherited.or(built_in.and_then(|(_, parent)| *parent)).map(str::to_string);
            seen.push(current);
        }
        let is_dev = seen.iter().any(|name| name == "dev");
        Some(Profile { name: name.to_string(), settings, is_dev })
    }

    /// Makes cargo build with the required settings. Returns a sentence for each of the user's settings that is overridden.
    pub fn complete(&self, cargo: &mut Command) -> Vec<String> {
        let mut given_way = Vec::new();
        for needed in &NEEDED {
            let chosen = self.settings.get(needed.name);
            if chosen.is_some_and(needed.will_do) {
                continue;
            }
            cargo.env(self.variable(needed.name), needed.value);
            if let Some(chosen) = chosen {
                given_way.push(format!(
                    "the profile {} sets {} = {chosen}, but a C64 program needs {}, which is used instead",
                    self.name, needed.name, needed.value
                ));
            }
        }
        // If it is set, it takes precedence over the profile.
        cargo.env_remove("CARGO_INCREMENTAL");
        if self.is_for_size() {
            let flags = cargo.get_envs().find(|(name, _)| *name == RUSTFLAGS).and_then(|(_, flags)| flags);
            let mut flags = flags.map(OsStr::to_os_string).unwrap_or_default();
            for flag in target::RUSTFLAGS_FOR_SIZE {
                flags.push(if flags.is_empty() { "" } else { "\x1f" });
                flags.push(flag);
            }
            cargo.env(RUSTFLAGS, flags);
            if std::env::var_os(STD_FEATURES).is_none() {
                // This merges with the features of a configuration file, which the variable would not do.
                cargo.args(["--config", FOR_SIZE]);
            }
        }
        given_way
    }

    /// Returns whether the program is compiled for size. If so, `core` is as well, with [`target::RUSTFLAGS_FOR_SIZE`] and with its
    /// feature that leaves out tables and unrolled loops.
    fn is_for_size(&self) -> bool {
        self.settings
            .get("opt-level")
            .and_then(Value::as_str)
            .is_some_and(|level| ["s", "z"].contains(&level))
    }

    /// Returns cargo's environment variable for a setting of this profile.
    fn variable(&self, setting: &str) -> String {
        format!("CARGO_PROFILE_{}_{setting}", self.name).to_uppercase().replace('-', "_")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the variables for cargo's environment, and the messages for the user.
    fn completed(manifest: &str, name: &str) -> (Vec<String>, Vec<String>) {
        let profile = Profile::of(&manifest.parse().unwrap(), name).unwrap();
        let mut cargo = Command::new("cargo");
        let told = profile.complete(&mut cargo);
        let set = cargo.get_envs().filter_map(|(name, value)| {
            Some(format!("{}={}", name.to_string_lossy(), value?.to_string_lossy()))
        });
        (set.collect(), told)
    }

    #[test]
    fn a_crate_without_profiles_gets_what_is_needed() {
        let (set, told) = completed("", "release");
        let expected = ["CODEGEN_UNITS=1", "INCREMENTAL=false", "LTO=fat", "PANIC=abort"];
        assert_eq!(set, expected.map(|setting| format!("CARGO_PROFILE_RELEASE_{setting}")));
        assert_eq!(told, [""; 0]);
    }

    #[test]
    fn what_the_crate_sets_is_left_alone_if_it_will_do() {
        let manifest = "[profile.release]\nlto = true\ncodegen-units = 1\n\
            [profile.small-one]\ninherits = \"release\"\npanic = \"abort\"\nincremental = false";
        assert_eq!(completed(manifest, "small-one"), (vec![], vec![]));
    }

    #[test]
    fn core_is_built_for_size_if_the_program_is() {
        let manifest =
            "[profile.release]\nopt-level = \"s\"\n[profile.fast]\ninherits = \"release\"\nopt-level = 3";
        let passed = |name: &str| {
            let mut cargo = Command::new("cargo");
            Profile::of(&manifest.parse().unwrap(), name).unwrap().complete(&mut cargo);
            cargo.get_args().map(|argument| argument.to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(passed("release"), ["--config", FOR_SIZE]);
        assert_eq!([passed("fast"), passed("dev")], [vec![""; 0], vec![]]);
        // The flags that every program has are kept.
        let flags = |name: &str| {
            let mut cargo = Command::new("cargo");
            cargo.env(RUSTFLAGS, "-A\x1f-B");
            Profile::of(&manifest.parse().unwrap(), name).unwrap().complete(&mut cargo);
            let flags = cargo.get_envs().find(|(name, _)| *name == RUSTFLAGS).unwrap().1.unwrap();
            flags.to_string_lossy().into_owned()
        };
        assert_eq!(
            flags("release"),
            ["-A", "-B"].into_iter().chain(target::RUSTFLAGS_FOR_SIZE).collect::<Vec<_>>().join("\x1f")
        );
        assert_eq!(flags("fast"), "-A\x1f-B");
    }

    #[test]
    fn what_will_not_do_gives_way_with_a_word() {
        let manifest = "[profile.small-one]\ninherits = \"bench\"\n[profile.release]\nlto = \"thin\"\n";
        let (set, told) = completed(manifest, "small-one");
        assert!(set.contains(&"CARGO_PROFILE_SMALL_ONE_LTO=fat".to_string()), "{set:?}");
        let expected =
            "the profile small-one sets lto = \"thin\", but a C64 program needs fat, which is used instead";
        assert_eq!(told, [expected]);
    }

    #[test]
    fn profiles_that_inherit_dev_are_told_apart() {
        let manifest = "[profile.mine]\ninherits = \"test\"\n[profile.fast]\ninherits = \"release\"\n";
        let is_dev = |name: &str| Profile::of(&manifest.parse().unwrap(), name).unwrap().is_dev;
        assert_eq!(["dev", "mine", "fast", "release"].map(is_dev), [true, true, false, false]);
    }

    #[test]
    fn unknown_profiles_are_cargo_s_to_refuse() {
        assert!(Profile::of(&Table::new(), "mine").is_none());
        let circle = "[profile.a]\ninherits = \"b\"\n[profile.b]\ninherits = \"a\"\nlto = true";
        assert_eq!(completed(circle, "a").0.len(), 3);
    }
}
