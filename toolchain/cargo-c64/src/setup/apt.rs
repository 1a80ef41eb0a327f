//! Installs Debian packages, as root or with passwordless sudo.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow, bail};

const SOURCES_LIST: &str = "/etc/apt/sources.list";
const SOURCES_FOLDER: &str = "/etc/apt/sources.list.d";
/// The file that enables `contrib` if it is not enabled.
const OUR_SOURCE: &str = "/etc/apt/sources.list.d/sys2080-contrib.sources";

/// The package manager and the means to run it as root.
pub(super) struct Apt {
    sudo: bool,
}

impl Apt {
    /// Checks that apt exists and that we may use it.
    ///
    /// # Errors
    /// The system is not Debian, or we are not root and cannot use sudo.
    pub(super) fn new() -> Result<Apt> {
        if !succeeds(Command::new("apt-get").arg("--version")) {
            bail!("this system has no apt-get");
        }
        let user = Command::new("id").arg("-u").stdin(Stdio::null()).output().context("cannot run id")?;
        if user.stdout.trim_ascii() == b"0" {
            return Ok(Apt { sudo: false });
        }
        if succeeds(Command::new("sudo").args(["-n", "true"])) {
            return Ok(Apt { sudo: true });
        }
        bail!("installing packages needs root, or sudo without a password")
    }

    /// Announces and installs `packages`.
    ///
    /// # Errors
    /// apt does not know a package or cannot install it.
    pub(super) fn install(&self, packages: &[&str]) -> Result<()> {
        eprintln!("sys2080: installing with apt-get: {}", packages.join(" "));
        if !packages.iter().all(|package| is_available(package)) {
            self.run("apt-get", ["update"])?;
        }
        if !packages.iter().all(|package| is_available(package)) {
            self.enable_contrib()?;
            self.run("apt-get", ["update"])?;
        }
        if let Some(package) = packages.iter().find(|package| !is_available(package)) {
            bail!("apt has no package {package}");
        }
        let options = ["install", "--yes", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=600"];
        if self.run("apt-get", options.iter().chain(packages)).is_ok() {
            return Ok(());
        }
        // The package lists may be out of date and name files that no longer exist.
        self.run("apt-get", ["update"])?;
        self.run("apt-get", options.iter().chain(packages))
    }

    /// Adds a source with the component `contrib` that otherwise equals the system's own source.
    fn enable_contrib(&self) -> Result<()> {
        if Path::new(OUR_SOURCE).exists() {
            return Ok(());
        }
        let release = std::fs::read_to_string("/etc/os-release").context("cannot read /etc/os-release")?;
        let source = contrib_source(&release, &source_files()?)
            .ok_or_else(|| anyhow!("none of apt's sources has this release's component main"))?;
        eprintln!("sys2080: enabling Debian's component contrib in {OUR_SOURCE}");
        let file = std::env::temp_dir().join(format!("sys2080-contrib-{}.sources", std::process::id()));
        std::fs::write(&file, source).with_context(|| format!("cannot write {}", file.display()))?;
        let installed = self
            .run("install", [OsStr::new("-m"), OsStr::new("644"), file.as_os_str(), OsStr::new(OUR_SOURCE)]);
        std::fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
        installed
    }

    /// Runs a program as root with its output on stderr, since stdout is for results.
    fn run(&self, program: &str, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<()> {
        let mut command = Command::new(if self.sudo { "sudo" } else { "env" });
        if self.sudo {
            command.args(["-n", "env"]);
        }
        command.arg("DEBIAN_FRONTEND=noninteractive").arg(program).args(arguments);
        let status = command
            .stdin(Stdio::null())
            .stdout(std::io::stderr())
            .status()
            .with_context(|| format!("cannot run {program}"))?;
        if !status.success() {
            bail!("{program} ended with {status}");
        }
        Ok(())
    }
}

/// Returns whether apt has a candidate for the package.
fn is_available(package: &str) -> bool {
    let policy =
        Command::new("apt-cache").args(["policy", package]).env("LC_ALL", "C").stdin(Stdio::null()).output();
    policy.is_ok_and(|policy| has_candidate(&String::from_utf8_lossy(&policy.stdout)))
}

/// Parses the output of `apt-cache policy`.
fn has_candidate(policy: &str) -> bool {
    let candidate = policy.lines().find_map(|line| line.trim().strip_prefix("Candidate:"));
    candidate.is_some_and(|version| version.trim() != "(none)")
}

fn succeeds(command: &mut Command) -> bool {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Returns the texts of apt's source files, sorted by name.
fn source_files() -> Result<BTreeMap<PathBuf, String>> {
    let mut paths = vec![PathBuf::from(SOURCES_LIST)];
    if let Ok(folder) = std::fs::read_dir(SOURCES_FOLDER) {
        for entry in folder {
            paths.push(entry.with_context(|| format!("cannot read {SOURCES_FOLDER}"))?.path());
        }
    }
    let wanted = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "list" || kind == "sources");
    let texts = paths.into_iter().filter(wanted).filter(|path| path.is_file()).map(|path| {
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok((path, text))
    });
    texts.collect()
}

/// Returns the text of a source with `contrib`, derived from the system's entry for its own release.
///
/// `release` is the text of `/etc/os-release`; `files` are apt's sources in either of their two formats.
fn contrib_source(release: &str, files: &BTreeMap<PathBuf, String>) -> Option<String> {
    let codename = release.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="))?.trim_matches('"');
    files.iter().find_map(|(path, text)| {
        if path.extension().is_some_and(|kind| kind == "sources") {
            text.split("\n\n").find_map(|stanza| from_stanza(stanza, codename))
        } else {
            text.lines().find_map(|line| from_line(line, codename))
        }
    })
}

/// `Types: deb` and so on: one stanza of a `.sources` file.
fn from_stanza(stanza: &str, codename: &str) -> Option<String> {
    let lines: Vec<&str> = stanza.lines().filter(|line| !line.starts_with('#')).collect();
    let has = |field: &str, word: &str| {
        let value = lines.iter().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'));
        value.is_some_and(|value| value.split_whitespace().any(|item| item == word))
    };
    if !has("Types", "deb") || !has("Suites", codename) || !has("Components", "main") || has("Enabled", "no")
    {
        return None;
    }
    let mut text = String::new();
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        let line = match line.split_once(':').map(|(field, _)| field) {
            Some("Types") => "Types: deb".to_string(),
            Some("Components") => "Components: contrib".to_string(),
            Some("Suites") => format!("Suites: {codename}"),
            _ => line.to_string(),
        };
        text += &line;
        text.push('\n');
    }
    Some(text)
}

/// `deb [options] URI suite component…`: one line of a `.list` file.
fn from_line(line: &str, codename: &str) -> Option<String> {
    let rest = line.trim().strip_prefix("deb ")?.trim_start();
    let (options, rest) = match rest.strip_prefix('[') {
        Some(inner) => inner.split_once(']')?,
        None => ("", rest),
    };
    let mut words = rest.split_whitespace();
    let (uri, suite) = (words.next()?, words.next()?);
    if suite != codename || !words.any(|component| component == "main") {
        return None;
    }
    let mut text = format!("Types: deb\nURIs: {uri}\nSuites: {codename}\nComponents: contrib\n");
    for option in options.split_whitespace() {
        let (name, value) = option.split_once('=')?;
        let field = match name {
            "signed-by" => "Signed-By",
            "arch" => "Architectures",
            "trusted" => "Trusted",
            "check-valid-until" => "Check-Valid-Until",
            _ => continue,
        };
        text += &format!("{field}: {}\n", value.replace(',', " "));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RELEASE: &str = "ID=debian\nVERSION_CODENAME=bookworm\n";

    fn made_from(name: &str, text: &str) -> Option<String> {
        contrib_source(RELEASE, &BTreeMap::from([(PathBuf::from(name), text.to_string())]))
    }

    #[test]
    fn contrib_comes_from_the_same_archive() {
        let security = "Types: deb\nURIs: http://s.example/debian-security\nSuites: bookworm-security\nComponents: main\n";
        let main = "# comment\nTypes: deb deb-src\nURIs: http://m.example/debian\nSuites: bookworm bookworm-updates\n\
                    Components: main\nSigned-By: /usr/share/keyrings/k.gpg\n";
        let expected = "Types: deb\nURIs: http://m.example/debian\nSuites: bookworm\nComponents: contrib\n\
                        Signed-By: /usr/share/keyrings/k.gpg\n";
        assert_eq!(made_from("debian.sources", &format!("{security}\n{main}")).as_deref(), Some(expected));
        assert_eq!(made_from("debian.sources", security), None);
        assert_eq!(made_from("debian.sources", &format!("{main}Enabled: no\n")), None);
    }

    #[test]
    fn old_style_lines_are_read() {
        let text = "# deb http://x.example/debian bookworm main\n\
                    deb [signed-by=/k.gpg arch=amd64,arm64] http://m.example/debian bookworm main non-free\n";
        let expected = "Types: deb\nURIs: http://m.example/debian\nSuites: bookworm\nComponents: contrib\n\
                        Signed-By: /k.gpg\nArchitectures: amd64 arm64\n";
        assert_eq!(made_from("sources.list", text).as_deref(), Some(expected));
        assert_eq!(made_from("sources.list", "deb http://n.example/node nodistro main\n"), None);
    }

    #[test]
    fn candidates_are_read() {
        assert!(has_candidate("vice:\n  Installed: (none)\n  Candidate: 3.7.1\n"));
        assert!(!has_candidate("vice:\n  Installed: (none)\n  Candidate: (none)\n"));
        assert!(!has_candidate(""));
    }
}
