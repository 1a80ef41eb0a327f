//! Functions: headers, blocks and the terminators between them.

use super::lexer::{Kind, Token};
use super::state::Parser;
use crate::Error;
use crate::error::demangled;
use crate::ir::sources::SourceId;
use crate::ir::{Block, Function, Inst, Interrupt, Op, Param, Symbol, Type};

/// A parameter in a header.
pub(super) struct HeaderParam {
    pub ty: Type,
    name: Option<Token>,
    range: Option<(u128, u128)>,
    dereferenceable: u32,
    sret: bool,
}

/// A function without its body.
pub(super) struct Header {
    /// `None` for an intrinsic.
    pub symbol: Option<Symbol>,
    pub ret: Type,
    pub params: Vec<HeaderParam>,
    pub line: u32,
    pub source: SourceId,
    exported: bool,
    interrupt: Option<Interrupt>,
    small: bool,
}

impl Parser<'_> {
    /// Reads from behind `define` or `declare` to the body or the end.
    pub fn header(&mut self) -> Result<Header, Error> {
        self.header_metadata()?;
        let exported = self.linkage()?.unwrap_or(true);
        let interrupt = self.convention()?;
        let mut attributes = self.attributes()?;
        let ret = self.ty()?;
        let token = self.expect_kind(Kind::Global, "the name of the function")?;
        let name = self.name(token)?;
        let symbol = if name.starts_with("llvm.") { None } else { Some(self.address(token)?.0) };
        let params = self.header_params(symbol.is_none())?;
        loop {
            match self.word() {
                "unnamed_addr" | "local_unnamed_addr" => self.at += 1,
                "addrspace" => self.address_space()?,
                "section" => {
                    self.at += 1;
                    let token = self.token();
                    let section = self.string("a section")?;
                    if section != ".text" && !section.starts_with(".text.") {
                        let what = format!(
                            "the section {section:?} of {} (functions can only be in .text)",
                            demangled(&name)
                        );
                        return self.unsupported_at(token, &what);
                    }
                }
                "partition" | "gc" => {
                    self.at += 1;
                    self.expect_kind(Kind::Str, "a string")?;
                }
                "comdat" => self.comdat()?,
                // A performance hint, unlike `align`, on which the program may rely.
                "prefalign" => {
                    self.at += 1;
                    self.alignment()?;
                }
                "align" => {
                    let token = self.token();
                    self.at += 1;
                    let align = self.alignment()?;
                    if align > 1 {
                        let what = format!("the alignment of {} to {align} bytes", demangled(&name));
                        return self.unsupported_at(token, &what);
                    }
                }
                "personality" => {
                    self.at += 1;
                    self.pointer_type()?;
                    self.constant(&Type::Ptr)?;
                }
                word @ ("prefix" | "prologue") => {
                    return self.unsupported(&format!("`{word}` data of a function"));
                }
                _ => {
                    if !self.attribute(&mut attributes)? {
                        break;
                    }
                }
            }
        }
        let source = self.header_metadata()?;
        if let (Some(symbol), true) = (symbol, attributes.noreturn) {
            self.noreturn.insert(symbol);
        }
        let small = attributes.small;
        Ok(Header { symbol, ret, params, line: token.line, source, exported, interrupt, small })
    }

    /// Reads the metadata of the function itself. Returns the place of its definition.
    fn header_metadata(&mut self) -> Result<SourceId, Error> {
        let mut source = SourceId::UNKNOWN;
        while self.kind() == Kind::Meta && self.ahead(1) != Kind::Punct(b'=') {
            let kind = self.advance();
            if self.slice(kind) == "dbg" {
                source = self.source_here()?;
            }
            self.skip_node()?;
        }
        Ok(source)
    }

    fn header_params(&mut self, intrinsic: bool) -> Result<Vec<HeaderParam>, Error> {
        if intrinsic {
            self.skip_group()?;
            return Ok(Vec::new());
        }
        self.expect(b'(')?;
        let mut params = Vec::new();
        while !self.is(b')') {
            if !params.is_empty() {
                self.expect(b',')?;
            }
            if self.kind() == Kind::Dots {
                return self.unsupported("a variadic function");
            }
            let ty = self.value_type()?;
            let attributes = self.attributes()?;
            let name = (self.kind() == Kind::Local).then(|| self.advance());
            params.push(HeaderParam {
                ty,
                name,
                range: attributes.range,
                dereferenceable: attributes.dereferenceable,
                sret: attributes.sret,
            });
        }
        self.at += 1;
        Ok(params)
    }

    /// Reads a whole `define`.
    pub fn define_function(&mut self) -> Result<Function, Error> {
        self.at += 1;
        let header = self.header()?;
        let Some(symbol) = header.symbol else {
            return self.unsupported("the definition of an intrinsic");
        };
        self.function = self.name_of(symbol);
        let mut params = Vec::with_capacity(header.params.len());
        for param in header.params {
            params.push(Param {
                value: self.define_value(param.name, &param.ty)?,
                range: param.range,
                dereferenceable: param.dereferenceable,
                sret: param.sret,
            });
        }
        self.expect(b'{')?;
        let mut blocks = self.blocks(&header.ret)?;
        let values = self.end_locals(&mut blocks)?;
        self.function.clear();
        Ok(Function {
            symbol,
            exported: header.exported,
            interrupt: header.interrupt,
            small: header.small,
            ret: header.ret,
            params,
            values,
            blocks,
            line: header.line,
            source: header.source,
        })
    }

    /// Reads all blocks, the closing brace included.
    fn blocks(&mut self, ret: &Type) -> Result<Vec<Block>, Error> {
        let mut blocks = Vec::new();
        while !self.eat(b'}') {
            let label = (self.kind() == Kind::Label).then(|| self.advance());
            let name = self.define_block(label)?;
            let mut insts = Vec::new();
            loop {
                let inst = self.line(ret)?;
                let source = inst.as_ref().map_or(SourceId::UNKNOWN, |inst| inst.source);
                insts.extend(self.computed.drain(..).map(|computed| Inst { source, ..computed }));
                let Some(inst) = inst else { continue };
                let last = inst.op.is_terminator();
                insts.push(inst);
                if last {
                    break;
                }
            }
            blocks.push(Block { name, insts });
        }
        if blocks.is_empty() {
            self.at -= 1;
            return self.expected("a block");
        }
        Ok(blocks)
    }

    /// Reads one instruction; `None` if it leaves no trace.
    fn line(&mut self, ret: &Type) -> Result<Option<Inst>, Error> {
        let start = self.token();
        if start.kind == Kind::Hash && self.slice(start).starts_with("dbg_") {
            self.at += 1;
            self.skip_group()?;
            return Ok(None);
        }
        let name = (start.kind == Kind::Local).then(|| self.advance());
        if name.is_some() {
            self.expect(b'=')?;
        }
        let word = self.expect_kind(Kind::Word, "an instruction")?;
        let parsed = match self.slice(word) {
            "ret" => Some((self.ret(ret)?, Type::Void)),
            "br" => Some((self.branch()?, Type::Void)),
            "switch" => Some((self.switch()?, Type::Void)),
            "unreachable" => Some((Op::Unreachable, Type::Void)),
            _ => self.instruction(word)?,
        };
        let Some((mut op, ty)) = parsed else {
            self.attached(&Type::Void)?;
            return Ok(None);
        };
        let attached = self.attached(&ty)?;
        if let Op::Load { range, .. } = &mut op {
            *range = attached.range;
        }
        let result = match (&ty, name) {
            (Type::Void, Some(name)) => {
                return Err(self.error_at(name, "a name for an instruction without a value".to_string()));
            }
            (Type::Void, None) => None,
            _ => Some(self.define_value(name, &ty)?),
        };
        Ok(Some(Inst { result, op, line: word.line, source: attached.source }))
    }

    fn ret(&mut self, ret: &Type) -> Result<Op, Error> {
        let token = self.token();
        let ty = self.ty()?;
        if ty != *ret {
            return Err(self.error_at(token, "the type of the function is another".to_string()));
        }
        Ok(Op::Ret(if ty == Type::Void { None } else { Some(self.operand(&ty)?) }))
    }

    fn label(&mut self) -> Result<crate::ir::BlockId, Error> {
        self.expect_word("label")?;
        let token = self.expect_kind(Kind::Local, "the name of a block")?;
        self.use_block(token)
    }

    fn branch(&mut self) -> Result<Op, Error> {
        if self.word() == "label" {
            return Ok(Op::Br(self.label()?));
        }
        if !self.eat_word("i1") {
            return self.expected("`label` or `i1`");
        }
        let cond = self.operand(&Type::Int(1))?;
        self.expect(b',')?;
        let then = self.label()?;
        self.expect(b',')?;
        Ok(Op::CondBr { cond, then, other: self.label()? })
    }

    fn switch(&mut self) -> Result<Op, Error> {
        let (ty, value) = self.typed_operand()?;
        self.expect(b',')?;
        let default = self.label()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.eat(b']') {
            let token = self.token();
            if self.value_type()? != ty {
                return Err(self.error_at(token, "a case of another type than the value".to_string()));
            }
            let case = self.integer(&ty)?;
            self.expect(b',')?;
            cases.push((case, self.label()?));
        }
        Ok(Op::Switch { ty, value, default, cases })
    }
}
