//! Finds all top-level definitions before any of them is read, because a definition may use later ones.

use super::lexer::Kind;
use super::state::{NamedType, Parser};
use crate::Error;

/// A named entity at the top level.
#[derive(Clone, Copy)]
pub(super) struct Entity {
    pub kind: EntityKind,
    /// Token of its name.
    pub name: usize,
    /// The range of its tokens.
    pub from: usize,
    pub to: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EntityKind {
    Global,
    Alias,
    Define,
    Declare,
}

impl Parser<'_> {
    /// Skips the rest of an entity.
    fn skip_entity(&mut self) -> Result<(), Error> {
        loop {
            match self.kind() {
                Kind::End => return Ok(()),
                Kind::Punct(b'(' | b'[' | b'{') => self.skip_group()?,
                Kind::Global | Kind::Local | Kind::Comdat | Kind::Meta
                    if self.ahead(1) == Kind::Punct(b'=') =>
                {
                    return Ok(());
                }
                Kind::Word if is_entity_word(self.word()) => return Ok(()),
                _ => self.at += 1,
            }
        }
    }

    /// Finds all entities at the top level, and reads target, assembly and attribute groups.
    pub fn scan(&mut self) -> Result<Vec<Entity>, Error> {
        let mut entities = Vec::new();
        loop {
            let token = self.token();
            let from = self.at;
            match token.kind {
                Kind::End => return Ok(entities),
                Kind::Word => match self.slice(token) {
                    "define" => entities.push(self.scan_function(EntityKind::Define)?),
                    "declare" => entities.push(self.scan_function(EntityKind::Declare)?),
                    "source_filename" => {
                        self.at += 1;
                        self.expect(b'=')?;
                        self.expect_kind(Kind::Str, "a file name")?;
                    }
                    "target" => self.target()?,
                    "module" => self.module_asm()?,
                    "attributes" => self.attribute_group()?,
                    _ => return self.expected("a definition"),
                },
                Kind::Global | Kind::Local | Kind::Comdat | Kind::Meta => {
                    self.at += 1;
                    self.expect(b'=')?;
                    let body = self.at;
                    self.skip_entity()?;
                    let to = self.at;
                    match token.kind {
                        Kind::Global => {
                            let kind = self.global_kind(body, to)?;
                            entities.push(Entity { kind, name: from, from: body, to });
                        }
                        Kind::Local => {
                            let name = self.name(token)?;
                            let ty = NamedType::Unread { from: body, to };
                            if self.types.insert(name, ty).is_some() {
                                return Err(self.error_at(token, "this type is defined twice".to_string()));
                            }
                        }
                        Kind::Meta => {
                            self.nodes.insert(self.slice(token), body);
                            self.see_folder(body);
                        }
                        _ => {}
                    }
                }
                _ => return self.expected("a definition"),
            }
        }
    }

    /// Reads `module asm "line"`, or with properties and several lines: `module asm(target_cpu: "...") "line" "line"`.
    fn module_asm(&mut self) -> Result<(), Error> {
        self.at += 1;
        self.expect_word("asm")?;
        if self.eat(b'(') {
            while !self.eat(b')') {
                let token = self.expect_kind(Kind::Label, "a property of the assembly")?;
                let name = self.slice(token);
                // Our assembler supports one processor, whatever these say.
                if !matches!(name, "target_cpu" | "target_features") {
                    return self.unsupported_at(token, &format!("the property `{name}` of assembly"));
                }
                self.expect_kind(Kind::Str, "the value of the property")?;
                if !self.is(b')') {
                    self.expect(b',')?;
                }
            }
        }
        loop {
            let line = self.string("a line of assembly in UTF-8")?;
            self.module.asm.push(line);
            if self.kind() != Kind::Str {
                return Ok(());
            }
        }
    }

    /// Skips a whole function.
    fn scan_function(&mut self, kind: EntityKind) -> Result<Entity, Error> {
        let from = self.at;
        self.at += 1;
        loop {
            match self.kind() {
                Kind::Global => break,
                Kind::Punct(b'(' | b'{' | b'[') => self.skip_group()?,
                Kind::Word if is_entity_word(self.word()) => return self.expected("a function name"),
                Kind::End => return self.expected("a function name"),
                _ => self.at += 1,
            }
        }
        let name = self.at;
        self.at += 1;
        if kind == EntityKind::Declare {
            self.skip_entity()?;
        } else {
            while !self.is(b'{') {
                match self.kind() {
                    Kind::End => return self.expected("a function body"),
                    Kind::Punct(b'(' | b'[') => self.skip_group()?,
                    _ => self.at += 1,
                }
            }
            self.skip_group()?;
        }
        Ok(Entity { kind, name, from, to: self.at })
    }

    fn global_kind(&mut self, from: usize, to: usize) -> Result<EntityKind, Error> {
        for at in from..to {
            let token = self.tokens[at];
            match self.slice(token) {
                _ if token.kind != Kind::Word => {}
                "global" | "constant" => return Ok(EntityKind::Global),
                "alias" => return Ok(EntityKind::Alias),
                "ifunc" => {
                    self.at = at;
                    return self.unsupported("ifunc");
                }
                _ => {}
            }
        }
        self.at = from;
        self.expected("a global, a constant or an alias")
    }

    fn target(&mut self) -> Result<(), Error> {
        self.at += 1;
        let layout = self.eat_word("datalayout");
        if !layout {
            self.expect_word("triple")?;
        }
        self.expect(b'=')?;
        let token = self.token();
        let text = self.string("a target")?;
        match layout.then(|| layout_fault(&text)).flatten() {
            Some(fault) => Err(self.error_at(token, format!("data layout: {fault}"))),
            None => Ok(()),
        }
    }
}

/// Whether a word begins an entity at the top level.
fn is_entity_word(word: &str) -> bool {
    matches!(word, "define" | "declare" | "attributes" | "source_filename" | "target" | "module")
}

/// Explains how a data layout differs from `toolchain/targets/mos-c64-none.json`: everything relies on little endian, pointers of
/// two bytes and no padding.
fn layout_fault(layout: &str) -> Option<String> {
    let mut pointer = false;
    for part in layout.split('-') {
        let (key, values) = part.split_once(':').unwrap_or((part, ""));
        let values: Vec<&str> = values.split(':').collect();
        match key.as_bytes() {
            [b'E'] => return Some("big endian".to_string()),
            [b'p', ..] => {
                pointer |= key == "p" || key == "p0";
                if values.first() != Some(&"16") || values.get(1) != Some(&"8") {
                    return Some(format!("`{part}`, expected pointers of 16 bits aligned to 8"));
                }
            }
            [b'i' | b'f', b'0'..=b'9', ..] if values.first() != Some(&"8") => {
                return Some(format!("`{part}`, expected all types aligned to 8 bits"));
            }
            [b'a'] if values.first() != Some(&"8") => {
                return Some(format!("`{part}`, expected aggregates aligned to 8 bits"));
            }
            _ => {}
        }
    }
    (!pointer).then(|| "expected pointers of 16 bits (`p:16:8`)".to_string())
}
