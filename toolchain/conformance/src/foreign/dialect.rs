//! Translates programs for gccrs, GCC's Rust compiler, into rustc's language.
//!
//! gccrs builds its tests without `core`: they declare the lang items that they need, return a number from `main`, print with C's
//! variadic `printf`, and give the expected output in a comment. rustc has its own lang items and requires a different `main`. So:
//!
//! - items with `#[lang]` and their implementations for primitive types are removed; `core` has them, and an import gives each item
//!   its original name;
//! - functions of `extern "rust-intrinsic"` are imported from `core::intrinsics`;
//! - `main` with a result becomes a function whose result is the exit code;
//! - a call of `printf` becomes a macro call: C's own function on the host, and ours on the 6502;
//! - a string that may be passed to a C function gets a terminating zero, as all strings have in gccrs.
//!
//! rustc rejects a program that needs more than this, and the report says so.

use std::fmt::Write;

/// A module that is appended to each translated program.
const SUPPORT: &str = include_str!("../../../../toolchain/conformance/gccrs.rs");

/// Lang items in gccrs's tests that exist in `core`, with their paths there.
const ITEMS: [(&str, &str); 57] = [
    ("sized", "marker::Sized"),
    ("copy", "marker::Copy"),
    ("clone", "clone::Clone"),
    ("sync", "marker::Sync"),
    ("phantom_data", "marker::PhantomData"),
    ("unsize", "marker::Unsize"),
    ("coerce_unsized", "ops::CoerceUnsized"),
    ("drop", "ops::Drop"),
    ("manually_drop", "mem::ManuallyDrop"),
    ("fn", "ops::Fn"),
    ("fn_mut", "ops::FnMut"),
    ("fn_once", "ops::FnOnce"),
    ("add", "ops::Add"),
    ("sub", "ops::Sub"),
    ("mul", "ops::Mul"),
    ("div", "ops::Div"),
    ("rem", "ops::Rem"),
    ("bitand", "ops::BitAnd"),
    ("bitor", "ops::BitOr"),
    ("bitxor", "ops::BitXor"),
    ("shl", "ops::Shl"),
    ("shr", "ops::Shr"),
    ("neg", "ops::Neg"),
    ("not", "ops::Not"),
    ("add_assign", "ops::AddAssign"),
    ("sub_assign", "ops::SubAssign"),
    ("mul_assign", "ops::MulAssign"),
    ("div_assign", "ops::DivAssign"),
    ("rem_assign", "ops::RemAssign"),
    ("bitand_assign", "ops::BitAndAssign"),
    ("bitor_assign", "ops::BitOrAssign"),
    ("bitxor_assign", "ops::BitXorAssign"),
    ("shl_assign", "ops::ShlAssign"),
    ("shr_assign", "ops::ShrAssign"),
    ("deref", "ops::Deref"),
    ("deref_mut", "ops::DerefMut"),
    ("receiver", "ops::Receiver"),
    ("index", "ops::Index"),
    ("index_mut", "ops::IndexMut"),
    ("Range", "ops::Range"),
    ("RangeFrom", "ops::RangeFrom"),
    ("RangeTo", "ops::RangeTo"),
    ("RangeFull", "ops::RangeFull"),
    ("RangeInclusive", "ops::RangeInclusive"),
    ("RangeToInclusive", "ops::RangeToInclusive"),
    ("range", "ops::Range"),
    ("eq", "cmp::PartialEq"),
    ("partial_ord", "cmp::PartialOrd"),
    ("Ordering", "cmp::Ordering"),
    ("Option", "option::Option"),
    ("Result", "result::Result"),
    ("Try", "ops::Try"),
    ("iterator", "iter::Iterator"),
    ("hash", "hash::Hash"),
    ("Default", "default::Default"),
    ("future_trait", "future::Future"),
    ("discriminant_kind", "marker::DiscriminantKind"),
];

/// rustc features that the translated programs need.
const FEATURES: [&str; 8] = [
    "core_intrinsics",
    "lang_items",
    "intrinsics",
    "unboxed_closures",
    "fn_traits",
    "rustc_attrs",
    "coerce_unsized",
    "unsize",
];

/// A program for gccrs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gccrs {
    /// The program in rustc's language.
    pub text: String,
    /// The beginning of its output, according to a comment in the file.
    pub output: String,
}

impl Gccrs {
    /// Reads the program in a file; `None` if nothing in it is specific to gccrs.
    pub fn read(text: &str) -> Option<Gccrs> {
        let own = ["{ dg-", "#[lang = ", "extern \"rust-intrinsic\"", "#![no_core]"];
        let is_own = own.iter().any(|sign| text.contains(sign)) || main(text).is_some();
        (is_own && !text.contains("//@")).then(|| Gccrs { text: translate(text), output: output(text) })
    }
}

/// Returns the flags in comments such as `{ dg-additional-options "-frust-cfg=A -frust-edition=2018" }`.
pub fn flags(text: &str) -> Vec<String> {
    let options = directives(text, &["dg-additional-options", "dg-options"]);
    let words: Vec<String> =
        options.iter().flat_map(|text| text.split_whitespace()).map(str::to_string).collect();
    let flag = |word: &String| {
        let edition = word.strip_prefix("-frust-edition=").map(|edition| format!("--edition={edition}"));
        edition.or_else(|| Some(format!("--cfg={}", word.strip_prefix("-frust-cfg=")?.replace('\\', ""))))
    };
    words.iter().filter_map(flag).collect()
}

/// Returns the texts in DejaGnu directives: `{ dg-output "…" }`.
fn directives<'a>(text: &'a str, names: &[&str]) -> Vec<&'a str> {
    let mut found = Vec::new();
    for line in text.lines() {
        for name in names {
            let Some(rest) = line.split_once(&format!("{{ {name} ")).map(|(_, rest)| rest) else { continue };
            let quoted = rest.trim_start().strip_prefix('"').and_then(|rest| rest.rsplit_once("\" }"));
            found.extend(quoted.map(|(text, _)| text.split_once("\" }").map_or(text, |(text, _)| text)));
        }
    }
    found
}

/// Returns the expected output. It is a Tcl regular expression, of which the tests use only `\r*` before line ends and escapes.
fn output(text: &str) -> String {
    let pattern = directives(text, &["dg-output"]).concat().replace("\\r*", "").replace("\\r?", "");
    let mut output = String::new();
    let mut rest = pattern.chars();
    while let Some(c) = rest.next() {
        output.push(match c {
            '\\' => match rest.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(c) => c,
                None => '\\',
            },
            c => c,
        });
    }
    output
}

/// The program in rustc's language.
fn translate(text: &str) -> String {
    let text = without_comments(text);
    let mut program = String::new();
    let mut taken: Vec<String> = Vec::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("#[lang = \"") {
        let (before, item) = rest.split_at(at);
        program.push_str(before);
        let (lang, name, end) = item_with_lang(item);
        let path = ITEMS.iter().find(|(known, _)| *known == lang).map(|(_, path)| *path);
        match (path, name) {
            (Some(path), Some(name)) => {
                let _ = write!(program, "#[allow(unused_imports)] pub use core::{path} as {name};");
                taken.push(name.to_string());
                rest = &item[end..];
            }
            // The attribute of a method or variant, which belongs to the item around it, or an item that `core` hides.
            _ => rest = item.split_once(']').map_or("", |(_, rest)| rest),
        }
    }
    program.push_str(rest);
    for name in &taken {
        program = without_impls(&program, name);
    }
    program = with_intrinsics(&program.replace("#![no_core]", ""));
    if ["printf", "puts"].iter().any(|name| program.contains(&format!("fn {name}("))) {
        program = with_zeros(&program);
    }
    program = with_macro(&with_main(&program), "printf");
    // rustc rejects a feature that is enabled twice.
    let features: Vec<&str> = FEATURES.into_iter().filter(|name| !has_feature(&text, name)).collect();
    format!("#![feature({})]\n{program}\nmod gccrs_support {{\n{SUPPORT}}}\n", features.join(", "))
}

/// Returns whether a program enables a rustc feature.
fn has_feature(text: &str, name: &str) -> bool {
    let lists = text.split("#![feature(").skip(1).filter_map(|rest| rest.split(')').next());
    lists.flat_map(|list| list.split(',')).any(|feature| feature.trim() == name)
}

/// Replaces comments by blanks, so that their contents are not mistaken for code.
fn without_comments(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    let mut quoted = false;
    while let Some(c) = rest.chars().next() {
        let end = match () {
            () if !quoted && rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            () if !quoted && rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |at| at + 2),
            () if quoted && c == '\\' => {
                plain.extend(rest.chars().take(2));
                rest = rest.get(2..).unwrap_or_default();
                continue;
            }
            () => {
                let is_character = rest.starts_with("'\"'");
                quoted ^= c == '"' && !plain.ends_with('\'') && !is_character;
                plain.push(c);
                rest = &rest[c.len_utf8()..];
                continue;
            }
        };
        plain.extend(rest[..end].chars().filter(|c| *c == '\n'));
        rest = &rest[end..];
    }
    plain
}

/// Parses the lang item at the start of a text: its name in the attribute, its own name if it has one, and where it ends.
fn item_with_lang(text: &str) -> (&str, Option<&str>, usize) {
    let lang = text.split('"').nth(1).unwrap_or_default();
    let body = text.find(']').map_or(text.len(), |at| at + 1);
    let words = text[body..].split(|c: char| !c.is_alphanumeric() && c != '_');
    let mut words = words.skip_while(|word| !["trait", "struct", "enum", "union"].contains(word)).skip(1);
    // Only visibility and other attributes may precede it.
    let head =
        ["trait ", "struct ", "enum ", "union "].iter().filter_map(|kind| text[body..].find(kind)).min();
    let is_item = head.is_some_and(|head| {
        !text[body..body + head].contains(['{', ';', '('])
            || text[body..body + head].trim_start().starts_with("pub(")
    });
    (lang, words.next().filter(|_| is_item), end_of_item(text, body))
}

/// Finds the end of the item that begins at `from`: after its braces, or after `;` if that comes first.
fn end_of_item(text: &str, from: usize) -> usize {
    let mut depth = 0;
    for (at, c) in text[from..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return from + at + 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return from + at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Removes implementations of `core`'s trait `name` for `core`'s own types.
fn without_impls(text: &str, name: &str) -> String {
    const PRIMITIVES: [&str; 17] = [
        "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "f32", "f64",
        "bool", "char", "$t",
    ];
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("impl") {
        let end = end_of_item(rest, at);
        let head = rest[at..end].split('{').next().unwrap_or_default();
        let (of, target) = head.split_once(" for ").unwrap_or((head, ""));
        let is_of = of.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
        let target = target.trim_start();
        let word =
            target.split(|c: char| !c.is_alphanumeric() && c != '$' && c != '_').next().unwrap_or_default();
        let is_cores = PRIMITIVES.contains(&word) || target.starts_with(['&', '*', '[']);
        let end = if is_of && is_cores { end } else { at + "impl".len() };
        kept.push_str(&rest[..at]);
        if !(is_of && is_cores) {
            kept.push_str("impl");
        }
        rest = &rest[end..];
    }
    kept + rest
}

/// Replaces declarations of intrinsics by imports from `core::intrinsics`.
fn with_intrinsics(text: &str) -> String {
    const BLOCK: &str = "extern \"rust-intrinsic\"";
    let mut program = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(BLOCK) {
        let end = end_of_item(rest, at);
        let names = rest[at..end].split("fn ").skip(1).filter_map(|rest| rest.split(['<', '(']).next());
        program.push_str(&rest[..at]);
        for name in names {
            let _ = write!(
                program,
                "#[allow(unused_imports)] pub use crate::gccrs_support::intrinsics::{};",
                name.trim()
            );
        }
        rest = &rest[end..];
    }
    program + rest
}

/// Finds a `main` that returns a number, with the name of the number's type.
fn main(text: &str) -> Option<(usize, &str)> {
    let at = text.find("fn main()")?;
    let result = text[at + "fn main()".len()..].trim_start().strip_prefix("->")?;
    let kind = result.split('{').next()?.trim();
    ["i32", "u32", "i8", "u8", "isize", "usize"].contains(&kind).then_some((at, kind))
}

/// Turns a `main` that returns a number into an ordinary function and adds a `main` that exits with its result.
fn with_main(text: &str) -> String {
    let Some((at, _)) = main(text) else { return text.to_string() };
    let (before, function) = text.split_at(at);
    let before = before.trim_end().strip_suffix("pub").unwrap_or(before);
    let function = function.replacen("main", "gccrs_main", 1);
    format!("{before} fn main() {{ ::std::process::exit(gccrs_main() as i32) }} {function}")
}

/// Gives texts without a zero at the end one that does not belong to their length. Only those are meant that are the value of a variable,
/// an argument of a function or converted: in patterns, attributes and arguments of macros, there must be plain texts.
fn with_zeros(text: &str) -> String {
    let mut program = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('"') {
        let is_character = rest[..start].ends_with('\'') && rest[start + 1..].starts_with('\'');
        let end = if is_character { Some(1) } else { end_of_text(&rest[start..]) };
        let end = end.map_or(rest.len(), |end| start + end);
        let (before, literal) = (&rest[..start], &rest[start..end]);
        program.push_str(before);
        let after = rest[end..].trim_start();
        let before = program.trim_end();
        let is_value = before.ends_with('=') && !before.ends_with("==") && after.starts_with(';');
        let is_argument = before.ends_with('(')
            && before.trim_end_matches('(').ends_with(|c: char| c.is_alphanumeric() || c == '_')
            && after.starts_with([')', ',']);
        let is_converted = after.starts_with("as ") && before.ends_with(['(', '=', ',']);
        let is_plain = (is_value || is_argument || is_converted) && !literal.ends_with("\\0\"");
        match is_plain {
            true => {
                let _ = write!(program, "crate::gccrs_support::zeroed!({literal})");
            }
            false => program.push_str(literal),
        }
        rest = &rest[end..];
    }
    program + rest
}

/// Finds the end of the quoted string that begins here.
fn end_of_text(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Removes the declaration of a variadic function and calls the macro with this name instead. If the declaration has no result, the call
/// has none either.
fn with_macro(text: &str, name: &str) -> String {
    let declared = text.split(&format!("fn {name}(")).nth(1).and_then(|rest| rest.split(';').next());
    let has_result = declared.is_some_and(|rest| rest.contains("->"));
    let called = if has_result { name.to_string() } else { format!("{name}_without_result") };
    let mut program = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let is_whole = !rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let after = &rest[at + name.len()..];
        let is_declared = rest[..at].trim_end().ends_with("fn");
        match (is_whole, after.starts_with('('), is_declared) {
            (true, true, true) => {
                let start = rest[..at].rfind("fn").unwrap_or(at);
                let before = rest[..start].trim_end();
                program.push_str(before.strip_suffix("pub").unwrap_or(before));
                program.push(' ');
                rest = after.split_once(';').map_or("", |(_, rest)| rest);
                continue;
            }
            (true, true, false) => {
                let _ = write!(program, "{}crate::gccrs_support::{called}!", &rest[..at]);
            }
            _ => {
                program.push_str(&rest[..at + name.len()]);
            }
        }
        rest = after;
    }
    program + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_of_gccrs_becomes_one_of_rustc() {
        let text = "// { dg-additional-options \"-w -frust-cfg=A -frust-edition=2021\" }\n\
            /* { dg-output \"1\\r*\\n2 [x]\\r*\\n\" }*/\n#![no_core]\n#[lang = \"sized\"]\npub trait Sized {}\n\
            #[lang = \"add\"]\ntrait Plus { fn add(self) { a } }\nimpl Plus for i32 { fn add() {} }\nimpl Plus for S {}\n\
            extern \"rust-intrinsic\" { pub fn ctlz<T>(x: T) -> T; }\n\
            extern \"C\" { fn printf(s: *const i8, ...); }\npub fn main() -> i32 { printf(\"// {\\n\\0\"); 0 }\n";
        let program = Gccrs::read(text).unwrap();
        assert_eq!(program.output, "1\n2 [x]\n");
        assert_eq!(flags(text), ["--cfg=A", "--edition=2021"]);
        let own = program.text.split("mod gccrs_support").next().unwrap();
        for kept in [
            "pub use core::marker::Sized as Sized;",
            "pub use core::ops::Add as Plus;",
            "impl Plus for S {}",
            "pub use crate::gccrs_support::intrinsics::ctlz;",
            "fn main() { ::std::process::exit(gccrs_main() as i32) }",
            "fn gccrs_main() -> i32 { crate::gccrs_support::printf_without_result!(\"// {\\n\\0\"); 0 }",
        ] {
            assert!(own.contains(kept), "{kept} is not in {own}");
        }
        for left_out in ["no_core", "trait ", "for i32", "fn printf", "dg-output"] {
            assert!(!own.contains(left_out), "{left_out} is in {own}");
        }
    }

    #[test]
    fn no_feature_is_asked_for_twice() {
        let text = "#![feature(no_core, lang_items)]\n#![feature(intrinsics)]\n#![no_core]\nfn main() -> i32 { 0 }\n";
        let program = Gccrs::read(text).unwrap().text;
        let lists = program.split("#![feature(").skip(1).map(|rest| rest.split(')').next().unwrap());
        let all: Vec<&str> = lists.flat_map(|list| list.split(',')).map(str::trim).collect();
        for name in FEATURES {
            assert_eq!(all.iter().filter(|asked| **asked == name).count(), 1, "{name} in {all:?}");
        }
    }

    #[test]
    fn texts_for_c_end_in_a_zero() {
        let text = "let q = '\"'; let a = \"x \\\" y\"; f(\"b\"); (\"c\" as *const str); m!(\"d\"); match e { \"f\" => 1 } if g == \"h\" {} p(\"i\\0\");";
        let expected = "let q = '\"'; let a = crate::gccrs_support::zeroed!(\"x \\\" y\"); f(crate::gccrs_support::zeroed!(\"b\")); \
            (crate::gccrs_support::zeroed!(\"c\") as *const str); m!(\"d\"); match e { \"f\" => 1 } if g == \"h\" {} p(\"i\\0\");";
        assert_eq!(with_zeros(text), expected);
    }

    #[test]
    fn a_program_of_rustc_is_left_alone() {
        assert_eq!(Gccrs::read("fn main() { println!(\"{}\", 1); }"), None);
        assert_eq!(Gccrs::read("//@edition:2024\n#![no_core]\nfn main() {}"), None);
    }
}
