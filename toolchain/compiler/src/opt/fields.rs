//! Replaces loads of a field that only ever gets one value by that value, and drops stores to fields that nothing loads.
//!
//! Requires: reachable code only.  Keeps: signatures, existing symbols.  Breaks: global indices, which it updates in the symbols.
//!
//! Loads are only replaced in variables whose initial bytes are undefined, so that a load before the first store may yield the
//! value, too. A structure with references to other variables is often one, since local objects became variables
//! ([`super::objects`]).
//!
//! Before: `@s = global ptr undef`, `store ptr @a, ptr @s`, `%p = load ptr, ptr @s`, `call @f(ptr %p)`      After: `call @f(ptr @a)`

use super::objects::{self, Object};
use super::split::{self, Bytes, Place};
use crate::fault::{self, Fault};
use crate::ir::operands::{mentions, replace_values};
use crate::ir::{Const, Global, Module, Op, Operand, Symbol, Type, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The uses of a field.
#[derive(Default)]
struct Field {
    loads: Vec<Place>,
    stores: Vec<Place>,
    /// Whether it, or a part of it, has other uses.
    other: bool,
}

/// A value stored in a field.
#[derive(Clone, PartialEq)]
enum Stored {
    Constant(Type, Const),
    /// The address of a local object.
    Object(Object),
    Other,
}

/// Replaces loads and drops stores. Returns whether there were any, or an object whose address is a field's only value became a
/// variable.
pub fn constant_fields(module: &mut Module) -> bool {
    let fields = fields(module);
    let mut constants: BTreeMap<usize, BTreeMap<Value, Const>> = BTreeMap::new();
    let mut dropped: BTreeSet<(usize, usize, usize)> = BTreeSet::new();
    let mut objects = BTreeSet::new();
    for ((symbol, _), field) in &fields {
        if field.other && !fault::is(Fault::FieldReadByIndex) {
            continue;
        }
        let drop = |places: &[Place]| places.iter().map(|&(f, b, i, _)| (f, b, i)).collect::<Vec<_>>();
        if field.loads.is_empty() {
            dropped.extend(drop(&field.stores));
            continue;
        }
        let undefined = module.global(*symbol).is_some_and(|global| global.init == Some(Const::Undef));
        let mut stored = field.stores.iter().map(|place| stored(module, *place));
        let Some(first) = stored.next().filter(|_| undefined) else { continue };
        if !stored.all(|other| other == first) {
            continue;
        }
        match first {
            Stored::Constant(ty, constant)
                if field.loads.iter().all(|place| *loaded(module, *place).1 == ty) =>
            {
                for place in &field.loads {
                    constants.entry(place.0).or_default().insert(loaded(module, *place).0, constant.clone());
                }
                dropped.extend(drop(&field.loads));
                dropped.extend(drop(&field.stores));
            }
            Stored::Object(object) => {
                objects.insert(object);
            }
            _ => {}
        }
    }
    let changed = !dropped.is_empty();
    for (f, function) in module.functions.iter_mut().enumerate() {
        for (b, block) in function.blocks.iter_mut().enumerate() {
            let mut i = 0;
            block.insts.retain(|_| {
                i += 1;
                !dropped.contains(&(f, b, i - 1))
            });
        }
        if let Some(constants) = constants.get(&f) {
            for inst in function.blocks.iter_mut().flat_map(|b| &mut b.insts) {
                replace_values(&mut inst.op, constants);
            }
        }
    }
    if changed {
        let emptied: BTreeSet<Symbol> = fields.into_keys().map(|(symbol, _)| symbol).collect();
        drop_unused(module, &emptied);
        return true;
    }
    objects::make_these_variables(module, &objects)
}

/// Returns the fields of variables that are not known outside, by variable and bytes.
fn fields(module: &Module) -> BTreeMap<(Symbol, Bytes), Field> {
    let uses = split::uses(module);
    let parts = split::parts(module, &uses);
    let mut fields: BTreeMap<(Symbol, Bytes), Field> = BTreeMap::new();
    for (place @ &(f, b, i, number), (symbol, bytes)) in &uses.reached {
        let (Some(parts), Some(global)) = (parts.get(symbol), module.global(*symbol)) else { continue };
        // An index may seem to reach beyond the variable.
        let bytes = &split::inside(*bytes, global);
        let part =
            parts.iter().find(|part| part.0 <= bytes.0 && bytes.1 <= part.1).expect("the part of a use");
        let field = fields.entry((*symbol, *part)).or_default();
        match (&module.functions[f].blocks[b].insts[i].op, number) {
            (Op::Load { volatile: false, atomic: false, .. }, 0) if part == bytes => field.loads.push(*place),
            (Op::Store { volatile: false, atomic: false, .. }, 1) if part == bytes => {
                field.stores.push(*place)
            }
            _ => field.other = true,
        }
    }
    fields
}

/// Returns the value that a store stores.
fn stored(module: &Module, (f, b, i, _): Place) -> Stored {
    let function = &module.functions[f];
    match &function.blocks[b].insts[i].op {
        Op::Store { value: Operand::Const(c @ (Const::Int(_) | Const::Address(..))), ty, .. } => {
            Stored::Constant(ty.clone(), c.clone())
        }
        Op::Store { value: Operand::Value(value), .. } => {
            let made = function.blocks[0]
                .insts
                .iter()
                .any(|inst| inst.result == Some(*value) && matches!(inst.op, Op::Alloca { .. }));
            if made { Stored::Object((function.symbol, *value)) } else { Stored::Other }
        }
        _ => Stored::Other,
    }
}

/// Returns the value that a load defines, and its type.
fn loaded(module: &Module, (f, b, i, _): Place) -> (Value, &Type) {
    let function = &module.functions[f];
    let value = function.blocks[b].insts[i].result.expect("what a load defines");
    (value, function.ty(value))
}

/// Drops those of these variables that neither code nor another variable mentions any more.
fn drop_unused(module: &mut Module, variables: &BTreeSet<Symbol>) {
    let mut used = BTreeSet::new();
    let mut note = |symbol| {
        used.insert(symbol);
    };
    for function in &module.functions {
        mentions(function, &mut note);
    }
    // No initial value and no assembly contains an address of one of `variables`: it would have escaped.
    let is_kept = |global: &&Global| used.contains(&global.symbol) || !variables.contains(&global.symbol);
    let kept = module.globals.iter().filter(is_kept).cloned().collect();
    module.set_globals(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::verify;
    use crate::llvm;

    /// Returns how many loads and stores of a module of two functions are left, and its variables.
    fn left(text: &str) -> (usize, usize, Vec<String>) {
        let mut module = llvm::parse("test.ll", text).unwrap();
        while constant_fields(&mut module) {}
        verify::verify(&module).unwrap();
        let all = || module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.insts);
        (
            all().filter(|inst| matches!(inst.op, Op::Load { .. })).count(),
            all().filter(|inst| matches!(inst.op, Op::Store { .. })).count(),
            module.globals.iter().map(|g| module.name_of(g.symbol).to_string()).collect(),
        )
    }

    /// A function that stores something in a field of a variable, and one that loads the field.
    fn text(init: &str, stores: &str) -> String {
        format!(
            "@a = internal global i8 zeroinitializer, align 1
             @s = internal global [5 x i8] {init}, align 1
             define void @set(ptr %n) {{\n{stores}ret void\n}}
             define i8 @get() {{
               %p = load ptr, ptr getelementptr (i8, ptr @s, i16 2), align 1
               %x = load i8, ptr %p, align 1
               ret i8 %x
             }}\n"
        )
    }

    fn store(value: &str) -> String {
        format!("store ptr {value}, ptr getelementptr (i8, ptr @s, i16 2), align 1\n")
    }

    #[test]
    fn the_only_value_of_a_field_is_known() {
        assert_eq!(left(&text("undef", &store("@a"))), (1, 0, vec!["a".into()]));
        assert_eq!(left(&text("undef", &(store("@a") + &store("@a")))), (1, 0, vec!["a".into()]));
    }

    #[test]
    fn a_field_with_a_first_value_or_others_stays() {
        let both = vec!["a".to_string(), "s".into()];
        assert_eq!(left(&text("zeroinitializer", &store("@a"))), (2, 1, both.clone()));
        assert_eq!(left(&text("undef", &(store("@a") + &store("%n")))), (2, 2, both.clone()));
        let volatile = store("@a").replace("store ptr", "store volatile ptr");
        assert_eq!(left(&text("undef", &volatile)), (2, 1, both.clone()));
        // Half of the field.
        let half = "store i8 1, ptr getelementptr (i8, ptr @s, i16 3), align 1\n";
        assert_eq!(left(&text("undef", &(store("@a") + half))), (2, 2, both));
    }

    #[test]
    fn a_field_that_nobody_loads_is_not_stored() {
        let more = "store i8 1, ptr @s, align 1\n";
        assert_eq!(left(&text("zeroinitializer", &(store("%n") + more))).1, 1);
    }

    #[test]
    fn an_index_that_may_reach_further_than_the_variable_loads_all_of_it() {
        let text = "@s = internal global [8 x i8] undef, align 1
             define void @set(i64 %n) {
               store i64 %n, ptr @s, align 1
               ret void
             }
             define i8 @get(i8 range(i8 0, 100) %i) {
               %n = zext i8 %i to i16
               %p = getelementptr inbounds nuw i8, ptr @s, i16 %n
               %x = load i8, ptr %p, align 1
               ret i8 %x
             }\n";
        assert_eq!(left(text), (1, 1, vec!["s".into()]));
    }

    #[test]
    fn an_object_whose_address_is_the_only_value_becomes_a_variable() {
        let object = format!("%o = alloca i8, align 1\n{}", store("%o"));
        let (loads, stores, variables) = left(&text("undef", &object));
        assert_eq!((loads, stores), (1, 0));
        assert!(variables.contains(&"set.o".to_string()), "{variables:?}");
    }
}
