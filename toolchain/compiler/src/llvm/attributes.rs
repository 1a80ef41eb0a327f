//! Attributes, linkage and metadata of functions, parameters, globals and instructions.

use super::lexer::Kind;
use super::state::{Attributes, Parser};
use crate::Error;
use crate::ir::sources::SourceId;
use crate::ir::{Interrupt, Type};

/// The largest alignment, in bytes: the only multiple of a larger one in memory is 0.
const LARGEST_ALIGNMENT: u32 = 0x8000;

/// Every attribute that has no effect here, or that [`Attributes`] keeps; sorted.
const KNOWN: [&str; 100] = [
    "align",
    "alignstack",
    "allocalign",
    "allockind",
    "allocptr",
    "allocsize",
    "alwaysinline",
    "argmemonly",
    "builtin",
    "byref",
    "captures",
    "cold",
    "convergent",
    "coro_elide_safe",
    "coro_only_destroy_when_complete",
    "dead_on_return",
    "dead_on_unwind",
    "denormal_fpenv",
    "dereferenceable",
    "dereferenceable_or_null",
    "disable_sanitizer_instrumentation",
    "elementtype",
    "flatten",
    "fn_ret_thunk_extern",
    "hot",
    "hybrid_patchable",
    "immarg",
    "inaccessiblemem_or_argmemonly",
    "inaccessiblememonly",
    "initializes",
    "inlinehint",
    "inreg",
    "jumptable",
    "memory",
    "minsize",
    "mustprogress",
    "noalias",
    "nobuiltin",
    "nocallback",
    "nocapture",
    "nocf_check",
    "nocreateundeforpoison",
    "nodivergencesource",
    "noduplicate",
    "noext",
    "nofpclass",
    "nofree",
    "noimplicitfloat",
    "noinline",
    "noipa",
    "nomerge",
    "nonlazybind",
    "nonnull",
    "nooutline",
    "noprofile",
    "norecurse",
    "noredzone",
    "noreturn",
    "nosanitize_bounds",
    "nosanitize_coverage",
    "nosync",
    "noundef",
    "nounwind",
    "null_pointer_is_valid",
    "optdebug",
    "optforfuzzing",
    "optnone",
    "optsize",
    "range",
    "readnone",
    "readonly",
    "returned",
    "safestack",
    "sanitize_address",
    "sanitize_alloc_token",
    "sanitize_hwaddress",
    "sanitize_memory",
    "sanitize_memtag",
    "sanitize_numerical_stability",
    "sanitize_realtime",
    "sanitize_realtime_blocking",
    "sanitize_thread",
    "sanitize_type",
    "shadowcallstack",
    "signext",
    "skipprofile",
    "speculatable",
    "speculative_load_hardening",
    "sret",
    "ssp",
    "sspreq",
    "sspstrong",
    "strictfp",
    "swiftself",
    "uwtable",
    "vscale_range",
    "willreturn",
    "writable",
    "writeonly",
    "zeroext",
];

/// Attributes that change the meaning of code.
const REFUSED: [&str; 9] = [
    "byval",
    "inalloca",
    "naked",
    "nest",
    "preallocated",
    "presplitcoroutine",
    "returns_twice",
    "swiftasync",
    "swifterror",
];

/// The metadata that is kept for an instruction.
#[derive(Default)]
pub(super) struct Attached {
    pub range: Option<(u128, u128)>,
    pub source: SourceId,
}

impl Parser<'_> {
    /// Reads a sequence of `#0`, `"key"="value"` and attribute words.
    pub fn attributes(&mut self) -> Result<Attributes, Error> {
        let mut attributes = Attributes::default();
        while self.attribute(&mut attributes)? {}
        Ok(attributes)
    }

    /// Reads one attribute, if there is one.
    pub fn attribute(&mut self, into: &mut Attributes) -> Result<bool, Error> {
        let token = self.token();
        let text = self.slice(token);
        match token.kind {
            Kind::Hash if text.as_bytes()[0].is_ascii_digit() => {
                let Some(group) = self.groups.get(text) else {
                    return self.error(format!("the attribute group `#{text}` is not defined"));
                };
                into.noreturn |= group.noreturn;
                into.small |= group.small;
                self.at += 1;
            }
            Kind::Str => {
                self.at += 1;
                if self.eat(b'=') {
                    self.expect_kind(Kind::Str, "the value of the attribute")?;
                }
            }
            Kind::Word if REFUSED.contains(&text) => {
                return self.unsupported(&format!("the attribute `{text}`"));
            }
            Kind::Word if KNOWN.binary_search(&text).is_ok() => {
                self.at += 1;
                match text {
                    "align" => {
                        self.alignment()?;
                    }
                    "range" => into.range = Some(self.range_attribute()?),
                    "dereferenceable" => {
                        self.expect(b'(')?;
                        into.dereferenceable = self.number("a number of bytes")?;
                        self.expect(b')')?;
                    }
                    _ => {
                        into.sret |= text == "sret";
                        into.noreturn |= text == "noreturn";
                        into.small |= matches!(text, "optsize" | "minsize");
                        if self.is(b'(') {
                            self.skip_group()?;
                        } else if self.eat(b'=') {
                            self.number("the value of the attribute")?;
                        }
                    }
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads `4`, `=4` or `(4)` after `align`; a power of two.
    pub fn alignment(&mut self) -> Result<u32, Error> {
        let group = self.eat(b'(');
        if !group {
            self.eat(b'=');
        }
        let token = self.token();
        let align = self.number("an alignment")?;
        if !align.is_power_of_two() {
            return Err(self.error_at(token, "expected an alignment that is a power of two".to_string()));
        }
        if align > LARGEST_ALIGNMENT {
            return self.unsupported_at(token, &format!("an alignment of {align} bytes"));
        }
        if group {
            self.expect(b')')?;
        }
        Ok(align)
    }

    /// Reads `(i8 0, -1)`: bounds reduced to the width.
    fn range_attribute(&mut self) -> Result<(u128, u128), Error> {
        self.expect(b'(')?;
        let ty = self.value_type()?;
        let low = self.integer(&ty)?;
        self.expect(b',')?;
        let high = self.integer(&ty)?;
        self.expect(b')')?;
        Ok((low, high))
    }

    /// Reads `attributes #0 = { ... }`.
    pub fn attribute_group(&mut self) -> Result<(), Error> {
        self.at += 1;
        let token = self.expect_kind(Kind::Hash, "`#` and a number")?;
        self.expect(b'=')?;
        self.expect(b'{')?;
        let attributes = self.attributes()?;
        if !self.eat(b'}') {
            return match self.word() {
                "" => self.expected("an attribute or `}`"),
                word => self.unsupported(&format!("the attribute `{word}`")),
            };
        }
        self.groups.insert(self.slice(token), attributes);
        Ok(())
    }

    /// Reads linkage, visibility, thread-local and address words before a global, alias or function. Returns whether it is visible
    /// from outside, if a linkage is given.
    pub fn linkage(&mut self) -> Result<Option<bool>, Error> {
        let mut exported = None;
        loop {
            match self.word() {
                "private" | "internal" | "linkonce" | "linkonce_odr" => exported = Some(false),
                "external" | "weak" | "weak_odr" | "common" | "appending" => exported = Some(true),
                "available_externally" | "extern_weak" => {
                    return self.unsupported(&format!("`{}` linkage", self.word()));
                }
                "thread_local" => return self.unsupported("a thread-local variable"),
                "dso_local" | "dso_preemptable" | "default" | "hidden" | "protected" | "dllimport"
                | "dllexport" | "unnamed_addr" | "local_unnamed_addr" => {}
                "addrspace" => {
                    self.address_space()?;
                    continue;
                }
                _ => return Ok(exported),
            }
            self.at += 1;
        }
    }

    /// Reads a calling convention, if there is one. Returns the kind of interrupt handler that it is for.
    pub fn convention(&mut self) -> Result<Option<Interrupt>, Error> {
        match self.word() {
            "avr_signalcc" => {
                self.at += 1;
                return Ok(Some(Interrupt::Kernal));
            }
            "avr_intrcc" => {
                self.at += 1;
                return Ok(Some(Interrupt::Hardware));
            }
            "ccc" | "fastcc" | "coldcc" | "tailcc" | "preserve_mostcc" | "preserve_allcc"
            | "preserve_nonecc" => {
                self.at += 1;
            }
            "cc" => {
                self.at += 1;
                // LLVM's numbers for avr_intrcc and avr_signalcc.
                return Ok(match self.number("a calling convention")? {
                    84 => Some(Interrupt::Hardware),
                    85 => Some(Interrupt::Kernal),
                    _ => None,
                });
            }
            _ => {}
        }
        Ok(None)
    }

    /// Reads the metadata after an instruction whose result has this type.
    pub fn attached(&mut self, ty: &Type) -> Result<Attached, Error> {
        let mut attached = Attached::default();
        while self.eat(b',') {
            let kind = self.expect_kind(Kind::Meta, "metadata")?;
            match self.slice(kind) {
                "range" if matches!(ty, Type::Int(_)) => {
                    let back = self.at;
                    self.follow_node()?;
                    attached.range = Some(self.range_node(ty)?);
                    self.at = back;
                }
                "dbg" => {
                    attached.source = self.source_here()?;
                }
                _ => {}
            }
            self.skip_node()?;
        }
        Ok(attached)
    }

    /// Moves from `!12` to the text of that node; does nothing elsewhere.
    fn follow_node(&mut self) -> Result<(), Error> {
        let token = self.token();
        let text = self.slice(token);
        if token.kind == Kind::Meta && text.as_bytes()[0].is_ascii_digit() {
            let Some(node) = self.nodes.get(text) else {
                return self.error(format!("the metadata `!{text}` is not defined"));
            };
            self.at = *node;
        }
        self.eat_word("distinct");
        Ok(())
    }

    /// Reads `!{i8 0, i8 2}`; of several pairs, returns the first low and the last high bound.
    fn range_node(&mut self, ty: &Type) -> Result<(u128, u128), Error> {
        self.expect(b'!')?;
        self.expect(b'{')?;
        let mut bounds = Vec::new();
        while !self.is(b'}') {
            if !bounds.is_empty() {
                self.expect(b',')?;
            }
            let token = self.token();
            if self.value_type()? != *ty {
                return Err(self.error_at(token, "expected bounds of the type of the value".to_string()));
            }
            bounds.push(self.integer(ty)?);
        }
        match bounds[..] {
            [low, .., high] if bounds.len().is_multiple_of(2) => Ok((low, high)),
            _ => self.expected("pairs of bounds"),
        }
    }

    /// Skips `!12`, `!{...}`, `!"text"` or `!DILocation(...)`.
    pub fn skip_node(&mut self) -> Result<(), Error> {
        match (self.kind(), self.ahead(1)) {
            (Kind::Meta, Kind::Punct(b'(')) => {
                self.at += 1;
                self.skip_group()
            }
            (Kind::Meta, _) => {
                self.at += 1;
                Ok(())
            }
            (Kind::Punct(b'!'), Kind::Str) => {
                self.at += 2;
                Ok(())
            }
            (Kind::Punct(b'!'), Kind::Punct(b'{')) => {
                self.at += 1;
                self.skip_group()
            }
            _ => self.expected("metadata"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::KNOWN;

    #[test]
    fn attributes_are_sorted() {
        assert!(KNOWN.is_sorted());
    }
}
