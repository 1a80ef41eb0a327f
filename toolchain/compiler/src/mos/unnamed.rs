//! Joins constants that have no name in the source, such as strings, so that a list of parts names each kind once.

use std::collections::BTreeMap;

use super::code::{Chunk, Item};
use crate::error::Part;

/// Prefixes of the names that rustc and LLVM give to constants without a name.
const NAMES: [&str; 5] = ["alloc_", "anon.", "str.", "vtable.", "__unnamed_"];

/// A kind of constant without a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Unnamed {
    /// Text.
    String,
    /// The vtable of a type that is used through `dyn`.
    Vtable,
    /// Anything else.
    Constant,
}

impl Unnamed {
    /// Returns the kind of a chunk, if it is such a constant.
    pub(super) fn of(name: &str, chunk: &Chunk) -> Option<Unnamed> {
        match is_name(name) {
            false => None,
            true if name.starts_with("vtable.") => Some(Unnamed::Vtable),
            true if is_text(&chunk.items) => Some(Unnamed::String),
            true => Some(Unnamed::Constant),
        }
    }

    /// Returns this many of them in words.
    fn counted(self, count: usize) -> String {
        let noun = match self {
            Unnamed::String => "string",
            Unnamed::Vtable => "vtable",
            Unnamed::Constant => "constant without a name",
        };
        match (self, count) {
            (_, 1) => format!("1 {noun}"),
            (Unnamed::Constant, _) => format!("{count} constants without a name"),
            _ => format!("{count} {noun}s"),
        }
    }
}

fn is_name(name: &str) -> bool {
    NAMES.iter().any(|start| name.starts_with(start)) && !name.contains("::")
}

/// Returns whether these are bytes of a text: UTF-8 without control characters, except for those that lay out text.
fn is_text(items: &[Item]) -> bool {
    let mut bytes = Vec::new();
    for item in items {
        let Item::Bytes(more) = item else { return false };
        bytes.extend_from_slice(more);
    }
    let is_plain = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t');
    std::str::from_utf8(&bytes).is_ok_and(|text| !text.is_empty() && text.chars().all(is_plain))
}

/// Joins constants without a name, one part for each kind.
pub(super) fn join(parts: impl Iterator<Item = (Option<Unnamed>, Part)>) -> Vec<Part> {
    let mut joined = Vec::new();
    let mut kinds: BTreeMap<Unnamed, Vec<Part>> = BTreeMap::new();
    for (kind, part) in parts {
        match kind {
            None => joined.push(part),
            Some(kind) => kinds.entry(kind).or_default().push(part),
        }
    }
    joined.extend(kinds.into_iter().map(|(kind, parts)| together(kind, &parts)));
    joined
}

/// Returns several constants as one part. Its name includes the function that has most of them.
fn together(kind: Unnamed, parts: &[Part]) -> Part {
    let mut users: BTreeMap<&[String], u32> = BTreeMap::new();
    for part in parts {
        // A constant may belong to another one, such as a string to a table of strings.
        let user = part.chain.iter().rposition(|name| !is_name(name)).map_or(0, |at| at + 1);
        *users.entry(&part.chain[..user]).or_default() += part.bytes;
    }
    let bytes = parts.iter().map(|part| part.bytes).sum();
    let mut name = kind.counted(parts.len());
    let mut chain = Vec::new();
    if let Some((way, most)) = users.iter().max_by_key(|(_, bytes)| **bytes)
        && let Some(user) = way.last()
    {
        if users.len() == 1 {
            chain = [*way, &[name.clone()]].concat();
        } else {
            name = format!("{name}, {most} bytes of them in {user}");
        }
    }
    Part { name, bytes, chain }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mos::code::{Label, Section};

    fn constant(items: Vec<Item>) -> Chunk {
        Chunk { label: Label(0), section: Section::Constants, align: 1, items }
    }

    #[test]
    fn texts_are_told_from_other_constants() {
        let kind = |name: &str, bytes: &[u8]| Unnamed::of(name, &constant(vec![Item::Bytes(bytes.to_vec())]));
        assert_eq!(kind("alloc_12ab", "Grüße\n".as_bytes()), Some(Unnamed::String));
        assert_eq!(kind("alloc_12ab", b"\x01\x02"), Some(Unnamed::Constant));
        assert_eq!(kind("alloc_12ab", b"\xff"), Some(Unnamed::Constant));
        assert_eq!(kind("vtable.3", b"text"), Some(Unnamed::Vtable));
        assert_eq!(kind("game::TABLE", b"text"), None);
        assert_eq!(kind("alloc::vec::push", b"text"), None);
        let words = constant(vec![Item::Word(Label(1), 0)]);
        assert_eq!(Unnamed::of("alloc_12ab", &words), Some(Unnamed::Constant));
    }

    #[test]
    fn constants_of_one_function_keep_their_chain() {
        let part = |name: &str, bytes, chain: &[&str]| {
            let chain = chain.iter().map(|name| name.to_string()).collect();
            (is_name(name).then_some(Unnamed::String), Part { name: name.into(), bytes, chain })
        };
        let parts = [
            part("f", 5, &["main", "f"]),
            part("alloc_2", 20, &["main", "f", "alloc_1", "alloc_2"]),
            part("alloc_3", 10, &["main", "f", "alloc_3"]),
        ];
        let joined = join(parts.into_iter());
        assert_eq!(joined[1].chain, ["main", "f", "2 strings"]);
        assert_eq!((&*joined[1].name, joined[1].bytes), ("2 strings", 30));
    }
}
