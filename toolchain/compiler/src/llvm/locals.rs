//! The values and blocks of the function being read: names, numbers, uses before definitions.

use std::borrow::Cow;

use super::lexer::Token;
use super::state::{Label, Parser};
use super::types::type_text;
use crate::Error;
use crate::ir::{Block, BlockId, Op, Type, Value, ValueInfo};

impl<'a> Parser<'a> {
    /// Returns the value of this name, which may be defined later.
    pub fn use_value(&mut self, token: Token, ty: &Type) -> Result<Value, Error> {
        let name = self.name(token)?;
        if let Some(&value) = self.locals.values.get(&name) {
            return self.same_type(token, value, ty);
        }
        Ok(self.add_value(name, ty, Some(token)))
    }

    /// Defines a parameter or result; without a name it gets the next number.
    pub fn define_value(&mut self, token: Option<Token>, ty: &Type) -> Result<Value, Error> {
        let name = match token {
            Some(token) => self.name(token)?,
            None => self.locals.unnamed(),
        };
        self.locals.count(&name);
        let place = token.unwrap_or(self.token());
        let Some(&value) = self.locals.values.get(&name) else {
            return Ok(self.add_value(name, ty, None));
        };
        if self.locals.pending[value.index()].take().is_none() {
            return Err(self.error_at(place, format!("`%{name}` is defined twice")));
        }
        self.same_type(place, value, ty)
    }

    fn same_type(&self, token: Token, value: Value, ty: &Type) -> Result<Value, Error> {
        let info = &self.locals.infos[value.index()];
        if info.ty != *ty {
            let (has, wants) = (type_text(&info.ty), type_text(ty));
            return Err(self.error_at(token, format!("`%{}` is of type {has}, not {wants}", info.name)));
        }
        Ok(value)
    }

    /// Whether no value has this name yet.
    pub fn is_free(&self, name: &str) -> bool {
        !self.locals.values.contains_key(name)
    }

    pub fn add_value(&mut self, name: Cow<'a, str>, ty: &Type, pending: Option<Token>) -> Value {
        let value = Value(self.locals.infos.len() as u32);
        self.locals.infos.push(ValueInfo { ty: ty.clone(), name: name.to_string() });
        self.locals.pending.push(pending);
        self.locals.values.insert(name, value);
        value
    }

    /// Returns the block of this name, which may be defined later.
    pub fn use_block(&mut self, token: Token) -> Result<BlockId, Error> {
        let name = self.name(token)?;
        Ok(self.block(name, token))
    }

    fn block(&mut self, name: Cow<'a, str>, first: Token) -> BlockId {
        if let Some(&block) = self.locals.blocks.get(&name) {
            return block;
        }
        let block = BlockId(self.locals.labels.len() as u32);
        self.locals.labels.push(Label { name: name.to_string(), first, place: None });
        self.locals.blocks.insert(name, block);
        block
    }

    /// Begins a block here; without a label it gets the next number. Returns its name.
    pub fn define_block(&mut self, label: Option<Token>) -> Result<String, Error> {
        let token = label.unwrap_or(self.token());
        let name = match label {
            Some(label) => self.name(label)?,
            None => self.locals.unnamed(),
        };
        self.locals.count(&name);
        let block = self.block(name, token);
        let place = self.locals.order.len() as u32;
        let label = &mut self.locals.labels[block.index()];
        let name = label.name.clone();
        if label.place.replace(place).is_some() {
            return Err(self.error_at(token, format!("the block `%{name}` is defined twice")));
        }
        self.locals.order.push(block);
        Ok(name)
    }

    /// Ends the function: checks that all names are defined, and puts the blocks into the order of the text.
    pub fn end_locals(&mut self, blocks: &mut [Block]) -> Result<Vec<ValueInfo>, Error> {
        let locals = std::mem::take(&mut self.locals);
        for (info, pending) in locals.infos.iter().zip(&locals.pending) {
            if let Some(token) = pending {
                return Err(self.error_at(*token, format!("`%{}` is not defined", info.name)));
            }
        }
        let mut places = Vec::with_capacity(locals.labels.len());
        for label in &locals.labels {
            match label.place {
                Some(place) => places.push(BlockId(place)),
                None => {
                    let what = format!("the block `%{}` is not defined", label.name);
                    return Err(self.error_at(label.first, what));
                }
            }
        }
        let place = |block: &mut BlockId| *block = places[block.index()];
        for inst in blocks.iter_mut().flat_map(|b| &mut b.insts) {
            match &mut inst.op {
                Op::Br(to) => place(to),
                Op::CondBr { then, other, .. } => {
                    place(then);
                    place(other);
                }
                Op::Switch { default, cases, .. } => {
                    place(default);
                    cases.iter_mut().for_each(|(_, to)| place(to));
                }
                Op::Phi(incoming) => incoming.iter_mut().for_each(|(from, _)| place(from)),
                _ => {}
            }
        }
        for (block, insts) in std::mem::take(&mut self.computed_at_ends) {
            let insts_there = &mut blocks[places[block.index()].index()].insts;
            let end = insts_there.len() - 1;
            insts_there.splice(end..end, insts);
        }
        Ok(locals.infos)
    }
}
