//! Reads the messages of cargo and rustc about a build and determines why it failed.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::Value;

/// The kinds of errors that rustc reports, recognised by their wording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// rustc was interrupted while it evaluated constants; it then reports every constant.
    Interrupted,
    /// A crate without `no_std` requires the standard library.
    Std,
    /// A path refers to the standard library.
    StdPath,
    /// There is no panic handler.
    NoHandler,
    /// `alloc` is used without an allocator.
    NoAllocator,
    /// `main` is of the kind that the standard library would call.
    Main,
    /// Assembly that LLVM parsed as AVR assembly.
    Assembly,
    /// Sizes that do not fit into a 16-bit pointer, according to rustc's message.
    Pointers,
    /// A constant that may need wider pointers.
    Constants,
    /// Any other error.
    Other,
}

/// The error codes of code that assumes wider pointers: overflow at compile time, and literals that do not fit.
const POINTER_CODES: [&str; 4] = ["E0080", "arithmetic_overflow", "overflowing_literals", "E0512"];

/// Words in messages about the width of pointers.
const POINTER_WORDS: [&str; 6] =
    ["usize", "isize", "pointer width", "pointer size", "16-bit", "too big for the target architecture"];

impl Kind {
    fn of(diagnostic: &Value) -> Kind {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_lowercase();
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let message = text(&diagnostic["message"]);
        let code = diagnostic["code"]["code"].as_str().unwrap_or_default();
        let notes: Vec<String> =
            list(&diagnostic["children"]).iter().map(|child| text(&child["message"])).collect();
        let labels = list(&diagnostic["spans"]).iter().map(|span| text(&span["label"])).collect::<Vec<_>>();
        let said = |word: &str| [&message].into_iter().chain(&notes).chain(&labels).any(|t| t.contains(word));
        if said("compilation was interrupted") {
            Kind::Interrupted
        } else if code == "E0463" && message.contains("`std`") {
            Kind::Std
        } else if matches!(code, "E0432" | "E0433")
            && (message.contains("`std`") || message.contains("`std::"))
        {
            Kind::StdPath
        } else if message.contains("`#[panic_handler]` function required") {
            Kind::NoHandler
        } else if message.contains("no global memory allocator found") {
            Kind::NoAllocator
        } else if message.contains("using `fn main` requires the standard library") {
            Kind::Main
        } else if said("instantiated into assembly") {
            Kind::Assembly
        } else if POINTER_WORDS.iter().any(|word| said(word)) {
            Kind::Pointers
        } else if POINTER_CODES.contains(&code) {
            Kind::Constants
        } else {
            Kind::Other
        }
    }
}

/// An error of rustc.
#[derive(Clone, Debug)]
struct Fault {
    kind: Kind,
    /// The crate with the error.
    name: String,
    /// Whether that crate is an external dependency.
    foreign: bool,
    /// Whether the error is in that crate's build script.
    script: bool,
}

/// The messages of a build.
#[derive(Clone, Debug, Default)]
pub(super) struct Diagnosis {
    faults: Vec<Fault>,
    interrupted: bool,
    /// Packages whose build script was compiled but has not finished.
    scripts: BTreeSet<String>,
}

/// The reason why a build failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The program or one of its dependencies does not compile; a complete sentence.
    Program(String),
    /// The user interrupted the build.
    Interrupted,
    /// cargo has printed the reason.
    Cargo,
}

impl Diagnosis {
    /// Records a message from cargo. Returns rustc's rendered diagnostic, if it is to be shown.
    pub fn note(&mut self, message: &Value) -> Option<String> {
        let package = || message["package_id"].as_str().unwrap_or_default().to_string();
        let is_script = || message["target"]["kind"][0] == "custom-build";
        match message["reason"].as_str() {
            Some("compiler-message") => return self.diagnostic(message, is_script()),
            Some("compiler-artifact") if is_script() => {
                self.scripts.insert(package());
            }
            Some("build-script-executed") => {
                self.scripts.remove(&package());
            }
            _ => {}
        }
        None
    }

    fn diagnostic(&mut self, message: &Value, script: bool) -> Option<String> {
        let diagnostic = &message["message"];
        if diagnostic["level"] == "error" {
            let kind = Kind::of(diagnostic);
            self.interrupted |= kind == Kind::Interrupted;
            let own = message["package_id"].as_str().is_none_or(|id| id.starts_with("path+"));
            let name = match script {
                true => package_name(message["package_id"].as_str().unwrap_or_default()),
                false => message["target"]["name"].as_str().unwrap_or_default().to_string(),
            };
            self.faults.push(Fault { kind, name, foreign: !own, script });
        }
        // After an interruption, rustc complains about every constant that it did not evaluate.
        let rendered = diagnostic["rendered"].as_str().filter(|_| !self.interrupted)?;
        Some(rendered.to_string())
    }

    /// Determines why the build of the program `name` failed; `killed` means that a signal ended cargo.
    pub fn cause(&self, name: &str, killed: bool) -> Cause {
        if self.interrupted || killed {
            return Cause::Interrupted;
        }
        // The first error usually causes the others, but a missing `std` explains all of them.
        let std = self.faults.iter().find(|fault| matches!(fault.kind, Kind::Std | Kind::StdPath));
        match std.or(self.faults.first()) {
            Some(fault) => Cause::Program(format!("{name} does not compile{}", fault.sentence())),
            None => match self.scripts.len() {
                0 => Cause::Cargo,
                1 => {
                    let package = self.scripts.iter().map(|id| package_name(id)).collect::<String>();
                    Cause::Program(format!("{name} cannot be built: the build script of {package} failed"))
                }
                _ => Cause::Program(format!(
                    "{name} cannot be built: a build script failed, as cargo says above"
                )),
            },
        }
    }
}

impl Fault {
    /// Returns the rest of the sentence after "does not compile".
    fn sentence(&self) -> String {
        let name = &self.name;
        match (self.kind, self.script, self.foreign) {
            (_, true, _) => format!(": the build script of {name} does not compile (it is built for this computer)"),
            (Kind::Std, _, false) => {
                ": there is no std on a C64; the crate needs #![no_std], and the crate sys2080 for what std gives elsewhere".into()
            }
            (Kind::StdPath, _, false) => {
                ": there is no std on a C64; `core` and `alloc` have most of its items under the same names".into()
            }
            (Kind::NoHandler, _, false) => {
                ": the crate needs `use sys2080::prelude::*;`, or a `#[panic_handler]` function of its own".into()
            }
            (Kind::NoAllocator, _, _) => {
                ": `alloc` needs an allocator, such as that of the feature `heap` of the crate sys2080: \
                 sys2080 = { …, features = [\"heap\"] }".into()
            }
            (Kind::Main, _, false) => {
                ": the crate needs #![no_main] and `#[unsafe(no_mangle)] extern \"C\" fn main()`".into()
            }
            (Kind::Std | Kind::StdPath, _, true) => format!(
                ": its dependency {name} needs std, which a C64 does not have; many crates work without it if their \
                 default features are off (`default-features = false`)"
            ),
            (Kind::Assembly, _, false) => {
                ": rustc assembles `global_asm!` and `naked_asm!` itself, for the AVR; use `asm!` for 6502 assembly".into()
            }
            (Kind::Assembly, _, true) => {
                format!(": its dependency {name} contains assembly for another processor")
            }
            (Kind::Pointers, _, false) => {
                ": pointers and `usize` have 16 bits on the C64, and a value has at most 32,767 bytes".into()
            }
            (Kind::Pointers | Kind::Constants, _, true) => format!(
                ": its dependency {name} does not support this target, where a pointer has 16 bits"
            ),
            (_, _, true) => format!(
                ": its dependency {name} has errors, see above; it may not support this target, where a pointer has \
                 16 bits"
            ),
            _ => String::new(),
        }
    }
}

/// Returns `mos-hardware` for `registry+https://…#mos-hardware@0.4.0` and for `path+file:///x/mos-hardware#0.4.0`.
fn package_name(id: &str) -> String {
    let (place, version) = id.rsplit_once('#').unwrap_or(("", id));
    match version.split_once('@') {
        Some((name, _)) => name.to_string(),
        None => place.rsplit('/').next().unwrap_or(id).to_string(),
    }
}

/// Finds the library with this name in cargo's messages.
pub fn library(messages: &str, name: &str) -> Option<PathBuf> {
    messages.lines().find_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        let files = message["filenames"].as_array().filter(|_| message["target"]["name"] == name)?;
        let file = files.iter().filter_map(Value::as_str).find(|file| file.ends_with(".rlib"))?;
        Some(PathBuf::from(file))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use std::path::Path;

    use super::*;

    const REGISTRY: &str = "registry+https://example.org/index#mos-hardware@0.4.0";

    /// Returns the cause after these messages.
    fn cause(messages: &[Value]) -> Cause {
        let mut diagnosis = Diagnosis::default();
        for message in messages {
            diagnosis.note(message);
        }
        diagnosis.cause("own", false)
    }

    fn error(package: &str, kind: &str, message: Value) -> Value {
        let target = json!({"name": "mos_hardware", "kind": [kind]});
        json!({"reason": "compiler-message", "package_id": package, "target": target, "message": message})
    }

    fn says(messages: &[Value], part: &str) {
        let cause = cause(messages);
        assert!(matches!(&cause, Cause::Program(text) if text.contains(part)), "{cause:?}");
    }

    #[test]
    fn libraries_are_found_in_what_cargo_says() {
        let messages = "{\"reason\":\"build-script-executed\"}\n\
            {\"target\":{\"name\":\"core\"},\"filenames\":[\"/d/libcore-1.rlib\",\"/d/libcore-1.rmeta\"]}\nno json\n";
        assert_eq!(library(messages, "core").unwrap(), Path::new("/d/libcore-1.rlib"));
        assert_eq!(library(messages, "alloc"), None);
    }

    #[test]
    fn dependencies_are_blamed_for_what_they_are() {
        let std =
            json!({"level": "error", "code": {"code": "E0463"}, "message": "can't find crate for `std`"});
        let plain = json!({"level": "error", "code": {"code": "E0425"}, "message": "cannot find value `x`"});
        let wide = json!({"level": "error", "code": {"code": "overflowing_literals"},
            "message": "literal out of range for `usize`"});
        says(&[error(REGISTRY, "lib", std.clone())], "its dependency mos_hardware needs std");
        says(&[error(REGISTRY, "lib", plain.clone()), error(REGISTRY, "lib", std.clone())], "needs std");
        says(&[error("path+file:///x/own#0.1.0", "bin", std)], "there is no std on a C64");
        let path = json!({"level": "error", "code": {"code": "E0433"},
            "message": "cannot find module or crate `std` in this scope"});
        says(&[error("path+file:///x/own#0.1.0", "bin", path)], "`core` and `alloc` have most of its items");
        for (message, told) in [
            (
                "`#[panic_handler]` function required, but not found",
                "or a `#[panic_handler]` function of its own",
            ),
            ("using `fn main` requires the standard library", "needs #![no_main]"),
            (
                "no global memory allocator found but one is required",
                "the feature `heap` of the crate sys2080",
            ),
            (
                "values of the type `[u8; 40000]` are too big for the target architecture",
                "at most 32,767 bytes",
            ),
        ] {
            let message = json!({"level": "error", "code": null, "message": message});
            says(&[error("path+file:///x/own#0.1.0", "bin", message)], told);
        }
        says(&[error(REGISTRY, "lib", plain.clone())], "its dependency mos_hardware has errors");
        says(&[error(REGISTRY, "lib", wide)], "where a pointer has 16 bits");
        says(
            &[error(REGISTRY, "custom-build", plain.clone())],
            "the build script of mos-hardware does not compile",
        );
        assert_eq!(
            cause(&[error("path+file:///x/own#0.1.0", "bin", plain)]),
            Cause::Program("own does not compile".into())
        );
    }

    #[test]
    fn assembly_of_another_processor_is_told() {
        let text = json!({"level": "error", "code": null, "message": "invalid instruction",
            "children": [{"message": "instantiated into assembly here"}]});
        says(&[error("path+file:///x/own#0.1.0", "bin", text)], "use `asm!` for 6502 assembly");
    }

    #[test]
    fn an_interruption_is_no_error_of_the_program() {
        let text = json!({"level": "error", "message": "compilation was interrupted", "rendered": "x"});
        let more =
            json!({"level": "error", "message": "aborting due to 177 previous errors", "rendered": "y"});
        let mut diagnosis = Diagnosis::default();
        for message in [text, more] {
            assert_eq!(diagnosis.note(&error(REGISTRY, "lib", message)), None);
        }
        assert_eq!(diagnosis.cause("own", false), Cause::Interrupted);
        assert_eq!(Diagnosis::default().cause("own", true), Cause::Interrupted);
    }

    #[test]
    fn build_scripts_that_fail_are_named() {
        let built = |id: &str| json!({"reason": "compiler-artifact", "package_id": id, "target": {"kind": ["custom-build"]}});
        let ran = |id: &str| json!({"reason": "build-script-executed", "package_id": id});
        let other = "path+file:///x/other#0.1.0";
        says(&[built(REGISTRY), built(other), ran(other)], "the build script of mos-hardware failed");
        says(&[built(REGISTRY), built(other), ran(REGISTRY)], "the build script of other failed");
        says(&[built(REGISTRY), built(other)], "a build script failed");
        assert_eq!(cause(&[built(other), ran(other)]), Cause::Cargo);
    }
}
