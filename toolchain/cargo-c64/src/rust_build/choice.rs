//! Selects which program of a crate is built and how: options of `cargo c64 build` with the same meaning as cargo's.

use std::process::Command;

use anyhow::{Result, anyhow, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use compiler::{Pass, Share};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The default profile. Programs built with other profiles seldom fit into a C64.
const DEFAULT_PROFILE: &str = "release";

/// Which program of a crate to build. The default is its only binary in the profile `release`.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
#[group(id = "choice", multiple = true)]
pub struct Choice {
    /// Package of the workspace [default: that of the current folder, or the workspace's default members]
    #[arg(short, long, value_name = "NAME")]
    pub package: Option<String>,
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
    /// Folder for everything that is built, in place of cargo's target folder
    #[arg(long, value_name = "DIR")]
    pub target_dir: Option<PathBuf>,
    /// Override a value of cargo's configuration: KEY=VALUE, or a configuration file
    #[arg(long, value_name = "KEY=VALUE|PATH")]
    pub config: Vec<String>,
    /// Make the program check its stacks for overflows
    ///
    /// If a stack overflows, the program prints the name of the function and ends with exit code 102 (software stack) or 103
    /// (the 6502's stack). The check is on by default in tests, in the profile dev and in profiles that inherit from it, and in a program
    /// with recursion that takes memory, for a heap or otherwise, or that has a recursive interrupt handler; `--stack-check=false` turns it
    /// off. `stack-check` under [package.metadata.c64] in Cargo.toml sets it for all profiles.
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
    /// Leave out this compiler pass; may be given several times
    ///
    /// Only passes that make code better can be left out. `cargo c64 bisect` finds the one that changes what a program does.
    #[arg(long, value_name = "PASS", value_parser = optional_passes(), hide_possible_values = true)]
    pub without: Vec<Pass>,
    /// Print the commands that cargo runs (twice for more)
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub verbose: u8,
    /// The folder for the listing and the map of a program that does not fit; by default `out` in the target folder.
    #[arg(skip)]
    pub out: Option<PathBuf>,
    /// The functions to instrument with block counters, if any.
    #[arg(skip)]
    pub count: Option<Share>,
    /// Whether the program will be packed; if not specified, the crate's settings decide.
    #[arg(skip)]
    pub pack: Option<bool>,
    /// Further rustc flags, which cargo would take from its configuration.
    #[arg(skip)]
    pub rustflags: Vec<String>,
}

/// Parses the name of a pass; clap lists all of them if it is unknown.
fn passes() -> impl TypedValueParser<Value = Pass> {
    PossibleValuesParser::new(Pass::ALL.map(Pass::name))
        .try_map(|name| Pass::from_name(&name).ok_or_else(|| format!("no pass {name}")))
}

/// As [`passes`], but only for passes that may be left out.
fn optional_passes() -> impl TypedValueParser<Value = Pass> {
    PossibleValuesParser::new(Pass::optional().map(Pass::name).collect::<Vec<_>>())
        .try_map(|name| Pass::from_name(&name).ok_or_else(|| format!("no pass {name}")))
}

/// A program of a crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Program<'a> {
    /// Its name.
    pub name: String,
    /// Its package in cargo's metadata.
    pub package: &'a Value,
    /// The manifest of its package.
    pub manifest: PathBuf,
    /// The cargo option that selects it.
    option: &'static str,
    /// The cargo option that selects the package, unless cargo is called with its manifest.
    select: Option<String>,
}

/// A package that a command applies to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Package<'a> {
    /// The package in cargo's metadata.
    pub package: &'a Value,
    /// Its manifest.
    pub manifest: PathBuf,
}

impl<'a> Package<'a> {
    fn of(package: &'a Value) -> Package<'a> {
        Package { package, manifest: package["manifest_path"].as_str().unwrap_or_default().into() }
    }

    /// Returns cargo's identifier of the package.
    pub fn id(&self) -> &'a str {
        self.package["id"].as_str().unwrap_or_default()
    }

    fn name(&self) -> &'a str {
        self.package["name"].as_str().unwrap_or_default()
    }

    /// Returns whether a specification matches the package: its name with or without the version, or cargo's identifier.
    fn is_meant(&self, spec: &str) -> bool {
        let version = self.package["version"].as_str().unwrap_or_default();
        let name = self.name();
        [name, self.id(), &format!("{name}@{version}"), &format!("{name}:{version}")].contains(&spec)
    }
}

impl Choice {
    /// Chooses the binary `name` in the profile `release`.
    pub fn bin(name: &str) -> Choice {
        Choice { bin: Some(name.to_string()), ..Choice::default() }
    }

    /// Returns the same choice with block counters in some functions.
    pub fn counted(self, share: Share) -> Choice {
        Choice { count: Some(share), ..self }
    }

    /// Returns the same choice, to be packed.
    pub fn packed(self) -> Choice {
        Choice { pack: Some(true), ..self }
    }

    /// Returns the name of the profile.
    pub fn profile(&self) -> &str {
        self.profile.as_deref().unwrap_or(DEFAULT_PROFILE)
    }

    /// Makes relative paths absolute, because cargo will be called in another folder.
    ///
    /// # Errors
    /// There is no current folder.
    pub(super) fn resolve(&mut self) -> Result<()> {
        if let Some(folder) = &mut self.target_dir {
            *folder = std::path::absolute(&folder)?;
        }
        for value in self.config.iter_mut().filter(|value| Path::new(value).is_file()) {
            *value = std::path::absolute(&value)?.display().to_string();
        }
        Ok(())
    }

    /// Passes the configuration overrides on to cargo.
    pub(super) fn pass_on_configuration(&self, cargo: &mut Command) {
        cargo.args(self.config.iter().flat_map(|value| ["--config", value]));
    }

    /// Passes the choice and the program that it selects on to cargo.
    pub(super) fn pass_on(&self, program: &Program, cargo: &mut Command) {
        cargo.args(program.select.iter().flat_map(|package| ["--package", package]));
        cargo.args([program.option, &program.name]);
        self.pass_on_settings(cargo);
    }

    /// Passes the choice of tests on to cargo: all tests in these packages, unless one program is named.
    pub(super) fn pass_on_for_tests(&self, packages: &[Package], cargo: &mut Command) {
        cargo.args(packages.iter().flat_map(|package| ["--package", package.id()]));
        for (option, name) in [("--bin", &self.bin), ("--example", &self.example)] {
            if let Some(name) = name {
                cargo.args([option, name]);
            }
        }
        self.pass_on_settings(cargo);
    }

    fn pass_on_settings(&self, cargo: &mut Command) {
        self.pass_on_configuration(cargo);
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

    /// Returns the packages that cargo would select: the one that is named, else that of `manifest`, else the default members of the
    /// workspace.
    fn packages<'a>(&self, metadata: &'a Value, manifest: &Path) -> Result<Vec<Package<'a>>> {
        let all = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
        let all: Vec<Package> = all.iter().map(Package::of).collect();
        if let Some(spec) = &self.package {
            let found = all.iter().find(|package| package.is_meant(spec)).cloned();
            let names = || all.iter().map(Package::name).collect::<Vec<_>>().join(", ");
            let found =
                found.ok_or_else(|| anyhow!("the workspace has no package {spec}; it has {}", names()));
            return Ok(vec![found?]);
        }
        let default = metadata["workspace_default_members"].as_array();
        let is_default = |package: &Package| {
            default.is_some_and(|ids| ids.iter().any(|id| id.as_str() == Some(package.id())))
        };
        let members: Vec<Package> = all.into_iter().filter(is_default).collect();
        if members.is_empty() {
            bail!("{} is not the manifest of a package", manifest.display());
        }
        Ok(members)
    }

    /// Finds the chosen program in the crate or workspace at `manifest`.
    pub(super) fn program<'a>(&self, metadata: &'a Value, manifest: &Path) -> Result<Program<'a>> {
        let (kind, noun, option, wanted) = match &self.example {
            Some(example) => ("example", "example", "--example", Some(example)),
            None => ("bin", "binary", "--bin", self.bin.as_ref()),
        };
        let packages = self.packages(metadata, manifest)?;
        let (place, joined) = (manifest.display(), |names: &[String]| names.join(", "));
        let default: Vec<String> = packages
            .iter()
            .filter_map(|package| package.package["default_run"].as_str().map(str::to_string))
            .collect();
        let wanted = match (wanted, &default[..]) {
            (None, [only]) => Some(only),
            (wanted, _) => wanted,
        };
        let all: Vec<(&Package, String)> = packages
            .iter()
            .flat_map(|package| names(package.package, kind).into_iter().map(move |name| (package, name)))
            .collect();
        let every: Vec<String> = all.iter().map(|(_, name)| name.clone()).collect();
        let meant: Vec<_> =
            all.into_iter().filter(|(_, name)| wanted.is_none_or(|wanted| wanted == name)).collect();
        let (package, name) = match (wanted, &meant[..]) {
            (_, [only]) => only,
            (_, []) if every.is_empty() && kind == "bin" => {
                bail!("{place} has no binary; a C64 program is one, such as src/main.rs")
            }
            (_, []) if every.is_empty() => bail!("{place} has no {noun}"),
            (Some(name), []) => bail!("{place} has no {noun} {name}; it has {}", joined(&every)),
            (Some(name), several) => {
                let packages: Vec<&str> = several.iter().map(|(package, _)| package.name()).collect();
                bail!(
                    "several packages have the {noun} {name}; choose one with --package: {}",
                    packages.join(", ")
                )
            }
            (None, _) => {
                bail!("{place} has several binaries; choose one with --bin: {}", joined(&every))
            }
        };
        let select = (package.manifest != manifest).then(|| package.id().to_string());
        Ok(Program {
            name: name.clone(),
            package: package.package,
            manifest: package.manifest.clone(),
            option,
            select,
        })
    }

    /// Returns the packages whose tests are chosen. In a workspace, members that do not depend on the test crate are skipped and reported.
    ///
    /// # Errors
    /// No package has the crate that rustc's tests call on the C64; the message says what is missing.
    pub(super) fn test_packages<'a>(&self, metadata: &'a Value, manifest: &Path) -> Result<Vec<Package<'a>>> {
        let (with, without): (Vec<Package>, Vec<Package>) =
            self.packages(metadata, manifest)?.into_iter().partition(has_test_crate);
        if with.is_empty() {
            let manifest = without.first().map_or(manifest, |package| &package.manifest);
            bail!(
                "{} does not name the crate that tests need on the C64; add, as `cargo c64 new` writes it:\n\n\
                 [target.'cfg(target_vendor = \"c64\")'.dev-dependencies]\n\
                 test = {{ package = \"sys2080-test\", path = \"PATH/OF/SYS2080/sdk-test\" }}",
                manifest.display()
            )
        }
        for package in &without {
            let name = package.name();
            eprintln!("sys2080: the tests of {name} do not run, because it does not depend on sys2080-test");
        }
        Ok(with)
    }
}

/// Returns whether a package has the crate that rustc's tests call on the C64.
fn has_test_crate(package: &Package) -> bool {
    let dependencies = package.package["dependencies"].as_array();
    dependencies.is_some_and(|all| all.iter().any(|dependency| dependency["name"] == "sys2080-test"))
}

/// Returns the sorted names of a package's targets of one kind.
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
        serde_json::json!({
            "packages": [{"id": "x", "name": "x", "manifest_path": "/x/Cargo.toml", "targets": targets}],
            "workspace_default_members": ["x"],
        })
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
        let other = Choice { package: Some("y".into()), ..Choice::default() };
        assert_eq!(refusal(&["p"], &other), "the workspace has no package y; it has x");
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
        let package = package(&["p"]);
        let program = choice.program(&package, Path::new("/x/Cargo.toml")).unwrap();
        let mut cargo = Command::new("cargo");
        choice.pass_on(&program, &mut cargo);
        let arguments: Vec<_> = cargo.get_args().map(|argument| argument.to_string_lossy()).collect();
        let expected = "--example e --profile dev --features a --features b,c --no-default-features -v -v";
        assert_eq!(arguments.join(" "), expected);
    }
}
