//! Accesses to parts of structures and arrays held as values.

use super::state::Lower;
use crate::Error;
use crate::ir::{self, Operand, Type};

impl Lower<'_> {
    /// Extracts the part at `path` from `value`, an aggregate of type `ty`.
    pub(super) fn extract(
        &mut self,
        inst: &ir::Inst,
        ty: &Type,
        value: &Operand,
        path: &[u32],
    ) -> Result<(), Error> {
        let (offset, part) = self.part(ty, path)?;
        let bytes = self.operand(value, ty)?;
        let result = inst.result.expect("an extract defines a value");
        // The condition stored for an aggregate is that of its flag, next to a number.
        if part == Type::Int(1)
            && path == [1]
            && let Some(cond) = value.value().and_then(|v| self.conds[v.index()].clone())
        {
            self.conds[result.index()] = Some(cond);
        }
        self.define(result, bytes[offset as usize..(offset + part.size()) as usize].to_vec());
        Ok(())
    }

    /// Replaces the part at `path` in an aggregate; both come with their types.
    pub(super) fn insert(
        &mut self,
        inst: &ir::Inst,
        (value, ty): (&Operand, &Type),
        (part, part_ty): (&Operand, &Type),
        path: &[u32],
    ) -> Result<(), Error> {
        let (offset, _) = self.part(ty, path)?;
        let mut bytes = self.operand(value, ty)?;
        let part = self.operand(part, part_ty)?;
        bytes[offset as usize..offset as usize + part.len()].copy_from_slice(&part);
        self.define_result(inst, bytes);
        Ok(())
    }
}
