//! Which program of a crate is built, and how: the options of `cargo c64 build` with the same meaning as cargo's.

use std::process::Command;

use anyhow::{Result, anyhow, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use compiler::{Pass, Share};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The default profile. Programs built with the others seldom fit into a C64.
const DEFAULT_PROFILE: &str = "release";

/// Which program of a crate to build. The default is its only binary in the profile `release`.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
#[group(id = "choice", multiple = true)]
pub struct Choice {
    /// Build this binary, if the crate has several
    #[arg(long, value_name = "NAME", conflicts_with = "example")]
    pub bin: Option<String>,
    /// Build this example instead of a binary
    #[arg(long, value_name = "NAME")]
    pub example: Option<String>,
    /// Cargo profile to use: release, dev, or one of the crate's own [default: release]
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Features to activate, separated by commas or spaces
    #[arg(short = 'F', long, value_name = "FEATURES")]
    pub features: Vec<String>,
    /// Activate all features
    #[arg(long)]
    pub all_features: bool,
    /// Do not activate the default features
    #[arg(long)]
    pub no_default_features: bool,
    /// Fail if Cargo.lock would have to change
    #[arg(long)]
    pub locked: bool,
    /// Make the program check its stacks for overflows
    ///
    /// If a stack overflows, the program prints the name of the function and ends with exit code 102 (software stack) or 103
    /// (the 6502's stack). The check is on by default in tests, in the profile dev and in profiles that inherit from it, and in a program
    /// with recursion that has a heap, as the two would meet; `--stack-check=false` turns it off. `stack-check` under [package.metadata.c64] in Cargo.toml sets it for all profiles.
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true"
    )]
    pub stack_check: Option<bool>,
    /// Also write the program as text, as it is after this compiler pass, to NAME.PASS.txt
    ///
    /// An unknown PASS prints the list of all passes in the order in which they run.
    #[arg(long, value_name = "PASS", value_parser = passes(), hide_possible_values = true)]
    pub dump: Option<Pass>,
    /// Print the commands that cargo runs (twice for more)
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub verbose: u8,
    /// The folder for the listing and the map of a program that does not fit; by default `out` in the target folder.
    #[arg(skip)]
    pub out: Option<PathBuf>,
    /// The functions whose blocks can be counted, if any.
    #[arg(skip)]
    pub count: Option<Share>,
    /// Whether the program will be packed; if nothing is chosen, its crate's settings say so.
    #[arg(skip)]
    pub pack: Option<bool>,
}

/// Reads the name of a pass; clap lists them all when it is unknown.
fn passes() -> impl TypedValueParser<Value = Pass> {
    PossibleValuesParser::new(Pass::ALL.map(Pass::name))
        .try_map(|name| Pass::from_name(&name).ok_or_else(|| format!("no pass {name}")))
}

/// A program of a crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Program {
    /// Its name.
    pub name: String,
    /// The option of cargo that selects it.
    option: &'static str,
}

impl Choice {
    /// The binary `name` in the profile `release`.
    pub fn bin(name: &str) -> Choice {
        Choice { bin: Some(name.to_string()), ..Choice::default() }
    }

    /// The same, built so that the blocks of some functions can be counted.
    pub fn counted(self, share: Share) -> Choice {
        Choice { count: Some(share), ..self }
    }

    /// The same, built to be packed.
    pub fn packed(self) -> Choice {
        Choice { pack: Some(true), ..self }
    }

    /// The name of the profile.
    pub fn profile(&self) -> &str {
        self.profile.as_deref().unwrap_or(DEFAULT_PROFILE)
    }

    /// Refuses what was chosen where no crate of the user's is meant.
    ///
    /// # Errors
    /// Anything is chosen.
    pub fn refuse_for_project(&self) -> Result<()> {
        if *self == Choice::default() {
            return Ok(());
        }
        bail!(
            "this folder belongs to sys2080 itself, whose programs are always built in the same way; for a crate of your own, \
             call the command in its folder or pass --manifest-path"
        )
    }

    /// Passes to cargo what was chosen, and the program that was meant by it.
    pub(super) fn pass_on(&self, program: &Program, cargo: &mut Command) {
        cargo.args([program.option, &program.name]);
        self.pass_on_settings(cargo);
    }

    /// Passes to cargo what was chosen for its tests: all of them, unless one program is named.
    pub(super) fn pass_on_for_tests(&self, cargo: &mut Command) {
        for (option, name) in [("--bin", &self.bin), ("--example", &self.example)] {
            if let Some(name) = name {
                cargo.args([option, name]);
            }
        }
        self.pass_on_settings(cargo);
    }

    fn pass_on_settings(&self, cargo: &mut Command) {
        cargo.args(["--profile", self.profile()]);
        for features in &self.features {
            cargo.args(["--features", features]);
        }
        let flags = [
            (self.all_features, "--all-features"),
            (self.no_default_features, "--no-default-features"),
            (self.locked, "--locked"),
        ];
        cargo.args(flags.iter().filter(|(wanted, _)| *wanted).map(|(_, flag)| flag));
        cargo.args((0..self.verbose).map(|_| "-v"));
    }

    /// The program of the crate at `manifest` that is meant.
    pub(super) fn program(&self, metadata: &Value, manifest: &Path) -> Result<Program> {
        let (kind, noun, option, wanted) = match &self.example {
            Some(example) => ("example", "example", "--example", Some(example)),
            None => ("bin", "binary", "--bin", self.bin.as_ref()),
        };
        let names = names(package(metadata, manifest)?, kind);
        let place = manifest.display();
        let name = match (wanted, names.as_slice()) {
            (_, []) if kind == "bin" => {
                bail!("{place} has no binary; a C64 program is one, such as src/main.rs")
            }
            (_, []) => bail!("{place} has no {noun}"),
            (None, [only]) => only.clone(),
            (None, _) => bail!("{place} has several binaries; choose one with --bin: {}", names.join(", ")),
            (Some(name), _) if names.contains(name) => name.clone(),
            (Some(name), _) => bail!("{place} has no {noun} {name}; it has {}", names.join(", ")),
        };
        Ok(Program { name, option })
    }
}

/// The package of the manifest.
pub(super) fn package<'a>(metadata: &'a Value, manifest: &Path) -> Result<&'a Value> {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    packages
        .iter()
        .find(|package| package["manifest_path"].as_str().is_some_and(|path| Path::new(path) == manifest))
        .ok_or_else(|| anyhow!("{} is not the manifest of a package", manifest.display()))
}

/// Checks that a package has the crate that rustc's tests call on the C64.
///
/// # Errors
/// It has not; the text says what is missing.
pub(super) fn require_test_crate(metadata: &Value, manifest: &Path) -> Result<()> {
    let dependencies = package(metadata, manifest)?["dependencies"].as_array();
    if dependencies.is_some_and(|all| all.iter().any(|dependency| dependency["name"] == "sys2080-test")) {
        return Ok(());
    }
    bail!(
        "{} does not name the crate that tests need on the C64; add, as `cargo c64 new` writes it:\n\n\
         [target.'cfg(target_vendor = \"c64\")'.dev-dependencies]\n\
         test = {{ package = \"sys2080-test\", path = \"PATH/OF/SYS2080/sdk/test\" }}",
        manifest.display()
    )
}

/// The names of a package's targets of one kind, sorted.
pub(super) fn names(package: &Value, kind: &str) -> Vec<String> {
    let array = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut names: Vec<String> = array(&package["targets"])
        .iter()
        .filter(|target| array(&target["kind"]).iter().any(|known| known == kind))
        .filter_map(|target| target["name"].as_str().map(str::to_string))
        .collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(names: &[&str]) -> Value {
        let bins: Vec<Value> =
            names.iter().map(|name| serde_json::json!({"kind": ["bin"], "name": name})).collect();
        let mut targets = vec![serde_json::json!({"kind": ["lib"], "name": "l"})];
        targets.push(serde_json::json!({"kind": ["example"], "name": "e"}));
        targets.extend(bins);
        serde_json::json!({"packages": [{"manifest_path": "/x/Cargo.toml", "targets": targets}]})
    }

    fn chosen(names: &[&str], choice: &Choice) -> Result<String> {
        choice.program(&package(names), Path::new("/x/Cargo.toml")).map(|program| program.name)
    }

    fn example(name: &str) -> Choice {
        Choice { example: Some(name.to_string()), ..Choice::default() }
    }

    #[test]
    fn the_only_binary_is_taken() {
        assert_eq!(chosen(&["p"], &Choice::default()).unwrap(), "p");
        assert_eq!(chosen(&["p", "q"], &Choice::bin("q")).unwrap(), "q");
        assert_eq!(chosen(&["p"], &example("e")).unwrap(), "e");
    }

    #[test]
    fn a_doubtful_choice_is_refused() {
        let refusal = |names: &[&str], choice: &Choice| chosen(names, choice).unwrap_err().to_string();
        assert!(refusal(&[], &Choice::default()).contains("has no binary"));
        assert!(refusal(&["q", "p"], &Choice::default()).ends_with("choose one with --bin: p, q"));
        assert!(refusal(&["p"], &Choice::bin("r")).ends_with("has no binary r; it has p"));
        assert!(refusal(&["p"], &example("p")).ends_with("has no example p; it has e"));
        assert!(Choice::default().program(&package(&["p"]), Path::new("/y/Cargo.toml")).is_err());
    }

    #[test]
    fn cargo_is_told_what_was_chosen() {
        let choice = Choice {
            features: vec!["a".into(), "b,c".into()],
            no_default_features: true,
            verbose: 2,
            profile: Some("dev".into()),
            ..example("e")
        };
        let program = choice.program(&package(&["p"]), Path::new("/x/Cargo.toml")).unwrap();
        let mut cargo = Command::new("cargo");
        choice.pass_on(&program, &mut cargo);
        let arguments: Vec<_> = cargo.get_args().map(|argument| argument.to_string_lossy()).collect();
        let expected = "--example e --profile dev --features a --features b,c --no-default-features -v -v";
        assert_eq!(arguments.join(" "), expected);
    }
}
