//! Debug information, as far as it gives the place of an instruction or a function in the Rust source.

use super::lexer::{Kind, Token};
use super::state::Parser;
use crate::Error;
use crate::ir::sources::{Source, SourceId, Sources, shortened};

/// The contents of a `!DILocation` or `!DISubprogram`.
struct Location {
    /// The token at which the node begins.
    node: usize,
    /// The path of the file, if it names one.
    file: Option<String>,
    /// The line, 0 if the code belongs to none.
    line: u32,
    /// The node of the location it was inlined at.
    inlined_at: Option<usize>,
}

impl Location {
    /// Returns the number of this place. Code that belongs to no line gets the place that it was inlined at.
    fn place(&self, inlined_at: SourceId, sources: &mut Sources) -> SourceId {
        if self.line == 0 {
            return inlined_at;
        }
        let file = self.file.as_ref().map(|path| sources.file(path));
        sources.place(Source { file, line: self.line, inlined_at })
    }
}

impl Parser<'_> {
    /// Returns the place that the node here refers to, without advancing.
    ///
    /// # Errors
    /// The node is not defined.
    pub(super) fn source_here(&mut self) -> Result<SourceId, Error> {
        let Some(node) = self.node_at(self.at) else {
            return self.error(format!("the metadata `!{}` is not defined", self.slice(self.token())));
        };
        let mut chain = Vec::new();
        let mut outer = SourceId::UNKNOWN;
        let mut next = Some(node);
        while let Some(node) = next {
            if let Some(known) = self.sources.get(&node) {
                outer = *known;
                break;
            }
            next = self.follow(node, &mut chain);
        }
        for location in chain.iter().rev() {
            outer = location.place(outer, &mut self.module.sources);
            self.sources.insert(location.node, outer);
        }
        Ok(outer)
    }

    /// Returns the place in the Rust source for the line of a token, from the `!dbg` of that line; empty if it has none.
    pub(super) fn source_on_line(&self, token: Token) -> String {
        let from = self.tokens.partition_point(|other| other.line < token.line);
        let to = self.tokens.partition_point(|other| other.line <= token.line);
        let mut attached = (from..to).rev().filter(|at| {
            let token = self.tokens[*at];
            token.kind == Kind::Meta && self.slice(token) == "dbg"
        });
        let mut next = attached.next().and_then(|at| self.node_at(at + 1));
        let mut chain = Vec::new();
        while let Some(node) = next {
            next = self.follow(node, &mut chain);
        }
        let mut sources = Sources::default();
        let inwards = chain.iter().rev();
        let place = inwards.fold(SourceId::UNKNOWN, |outer, location| location.place(outer, &mut sources));
        sources.text(place)
    }

    /// Appends the location of a node to a chain. Returns the node it was inlined at.
    fn follow(&self, node: usize, chain: &mut Vec<Location>) -> Option<usize> {
        let location = self.location(node)?;
        // Only a malformed module has a cycle here.
        let inlined_at = location.inlined_at.filter(|outer| chain.iter().all(|inner| inner.node != *outer));
        chain.push(location);
        inlined_at
    }

    /// Returns the contents of the node at a token if it is a location or a function.
    fn location(&self, node: usize) -> Option<Location> {
        let kind = self.node_kind(node)?;
        if !matches!(kind, "DILocation" | "DISubprogram") {
            return None;
        }
        let scope = if kind == "DISubprogram" { Some(node) } else { self.field_node(node, "scope") };
        let file = scope.and_then(|scope| self.field_node(scope, "file"));
        let path = file.and_then(|file| self.file_path(file));
        Some(Location {
            node,
            file: path,
            line: self.field(node, "line").map_or(0, |at| self.slice(self.tokens[at]).parse().unwrap_or(0)),
            inlined_at: self.field_node(node, "inlinedAt"),
        })
    }

    /// Remembers the folder of the node at a token if it is the first file that is named.
    pub(super) fn see_folder(&mut self, node: usize) {
        if self.folder.is_none() && self.node_kind(node) == Some("DIFile") {
            self.folder = self.text_field(node, "directory");
        }
    }

    /// Returns the path of a file: relative as given for the crate being built, prefixed with the name of its folder for another
    /// crate nearby, absolute for a library.
    fn file_path(&self, file: usize) -> Option<String> {
        let name = self.text_field(file, "filename")?;
        let folder = self.text_field(file, "directory").unwrap_or_default();
        let whole = format!("{folder}/{name}");
        let nearby = self.folder.as_ref().is_some_and(|own| *own != folder);
        Some(match folder.rsplit_once('/') {
            _ if name.starts_with('/') => name,
            _ if shortened(&whole).1 => whole,
            Some((_, last)) if nearby => format!("{last}/{name}"),
            _ => name,
        })
    }

    /// Returns the text of a node's field.
    fn text_field(&self, node: usize, field: &str) -> Option<String> {
        Some(self.name(self.tokens[self.field(node, field)?]).ok()?.into_owned())
    }

    /// Returns the kind of a node at a token, such as `DILocation`.
    fn node_kind(&self, node: usize) -> Option<&str> {
        let token = *self.tokens.get(node)?;
        (token.kind == Kind::Meta).then(|| self.slice(token))
    }

    /// Returns the token after `name:` in the node at a token.
    fn field(&self, node: usize, name: &str) -> Option<usize> {
        let mut depth = 0_u32;
        for at in node + 1..self.tokens.len() {
            match self.tokens[at].kind {
                Kind::Punct(b'(' | b'{') => depth += 1,
                Kind::Punct(b')' | b'}') if depth <= 1 => return None,
                Kind::Punct(b')' | b'}') => depth -= 1,
                Kind::Label if depth == 1 && self.slice(self.tokens[at]) == name => return Some(at + 1),
                _ if depth == 0 => return None,
                _ => {}
            }
        }
        None
    }

    /// Returns the node that a field of a node refers to.
    fn field_node(&self, node: usize, name: &str) -> Option<usize> {
        self.field(node, name).and_then(|at| self.node_at(at))
    }

    /// Returns the token at which a node begins, for a token that is that node or refers to it.
    fn node_at(&self, at: usize) -> Option<usize> {
        let token = *self.tokens.get(at)?;
        let text = self.slice(token);
        let node = match token.kind {
            Kind::Meta if text.as_bytes()[0].is_ascii_digit() => *self.nodes.get(text)?,
            _ => at,
        };
        let first = *self.tokens.get(node)?;
        let distinct = first.kind == Kind::Word && self.slice(first) == "distinct";
        Some(node + usize::from(distinct))
    }
}
