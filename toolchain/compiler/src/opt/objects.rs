//! Turns local objects into variables if that makes the address passed to a function the same in every call.
//!
//! Requires: reachable code only.  Keeps: signatures, existing numbers of symbols and globals; adds new ones.  Breaks: nothing.
//!
//! A function that fills a result for its callers gets the address of a local object from each of them. Local objects are at fixed
//! addresses anyway, as functions that are never active twice have static frames. One variable may hold all objects that are never
//! needed at the same time, and then the function always fills this one.
//!
//! Before: `@a: %r = alloca i16 / call @f(ptr %r)`, `@b: %s = alloca i16 / call @f(ptr %s)`
//! After: `@a.r = global i16 undef`, `@a: call @f(ptr @a.r)`, `@b: call @f(ptr @a.r)`

use super::callgraph::CallGraph;
use super::contexts::closure;
use super::escape::{addresses, uses};
use crate::fault::{self, Fault};
use crate::ir::operands::operands_mut;
use crate::ir::{
    Callee, Const, Function, Global, Inst, Module, Op, Operand, Symbol, SymbolInfo, SymbolKind, Type, Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// The largest object that becomes a variable, in bytes: a variable has memory of its own, while frames share theirs. The frame of
/// `main` is not shared, so its objects may have any size.
const LARGEST: u32 = 64;

/// A local object: the function and the value that is its address.
pub(super) type Object = (Symbol, Value);

/// Objects with their type, alignment and line of the text.
type Candidates = BTreeMap<Object, (Type, u32, u32)>;

/// A place in an object.
type Place = (Object, i32);

/// The arguments that calls pass for a parameter. They only show what is worthwhile: [`apart`] decides whether it is valid.
#[derive(Clone, PartialEq, Default)]
enum Passed {
    #[default]
    Nothing,
    /// The same place in each of these objects.
    Objects(BTreeSet<Object>, i32),
    Other,
}

impl Passed {
    fn add(&mut self, other: &Passed) {
        *self = match (std::mem::take(self), other) {
            (Passed::Nothing, other) => other.clone(),
            (own, Passed::Nothing) => own,
            (Passed::Objects(mut objects, at), Passed::Objects(more, there)) if at == *there => {
                objects.extend(more);
                Passed::Objects(objects, at)
            }
            _ => Passed::Other,
        };
    }
}

/// The times at which an object is needed.
struct Needed {
    /// The instructions of its function at which it is needed, by number.
    at: BTreeSet<usize>,
    /// The functions that may run meanwhile, besides its own.
    meanwhile: BTreeSet<Symbol>,
}

/// Turns local objects into variables. Returns whether there were any.
pub fn make_variables(module: &mut Module) -> bool {
    let graph = CallGraph::new(module);
    let candidates = candidates(module, &graph);
    let passed = passed(module, &graph, &candidates).into_values().flatten();
    let objects = |passed| if let Passed::Objects(objects, _) = passed { Some(objects) } else { None };
    let mut passed: Vec<BTreeSet<Object>> = passed.filter_map(objects).collect();
    passed.sort_by_key(|objects| std::cmp::Reverse(objects.len()));
    // The group of each object, by its smallest object.
    let mut groups: BTreeMap<Object, BTreeSet<Object>> = BTreeMap::new();
    let mut needs: BTreeMap<Object, Needed> = BTreeMap::new();
    for objects in passed {
        let mut together = objects.clone();
        for group in groups.values().filter(|group| !group.is_disjoint(&objects)) {
            together.extend(group);
        }
        for object in &together {
            needs.entry(*object).or_insert_with(|| needed(module, &graph, *object));
        }
        if apart(&graph, &together, &needs) {
            groups.retain(|_, group| group.is_disjoint(&together));
            groups.insert(*together.first().expect("an object"), together);
        }
    }
    for group in groups.values() {
        make_variable(module, group, &candidates);
    }
    !groups.is_empty()
}

/// Turns each of these local objects into a variable of its own, if possible. Returns whether there were any.
pub fn make_these_variables(module: &mut Module, objects: &BTreeSet<Object>) -> bool {
    let candidates = candidates(module, &CallGraph::new(module));
    let mut changed = false;
    for object in objects.iter().filter(|object| candidates.contains_key(object)) {
        make_variable(module, &BTreeSet::from([*object]), &candidates);
        changed = true;
    }
    changed
}

/// Drops local objects that are only written. Returns whether there were any.
pub fn drop_unread(module: &mut Module) -> bool {
    let mut changed = false;
    for function in &mut module.functions {
        let made = function.blocks.iter().flat_map(|b| &b.insts);
        let made = made.filter(|inst| matches!(inst.op, Op::Alloca { .. })).filter_map(|inst| inst.result);
        let unread: Vec<BTreeSet<Value>> = made.filter_map(|object| unread(function, object)).collect();
        for addresses in unread {
            changed = true;
            let is_address = |value: Option<Value>| value.is_some_and(|value| addresses.contains(&value));
            for block in &mut function.blocks {
                block.insts.retain(|inst| match &inst.op {
                    Op::Store { ptr, .. } => !is_address(ptr.value()),
                    Op::Call { callee: Callee::Intrinsic(_), args, .. } => {
                        !args.iter().any(|(_, arg)| is_address(arg.value()))
                    }
                    _ => !is_address(inst.result),
                });
            }
        }
    }
    changed
}

/// Returns the addresses in a local object, if they are only used to write there.
fn unread(function: &Function, object: Value) -> Option<BTreeSet<Value>> {
    let addresses = addresses(function, object);
    let is_address = |operand: &Operand| operand.value().is_some_and(|value| addresses.contains(&value));
    let harmless = |inst: &Inst| match &inst.op {
        Op::Store { value, volatile, atomic, .. } => !volatile && !atomic && !is_address(value),
        Op::Gep { base, indices, .. } => {
            is_address(base) && !indices.iter().any(|index| is_address(&index.1))
        }
        Op::Call { callee: Callee::Intrinsic(name), .. } => name.starts_with("lifetime."),
        _ => false,
    };
    let mut insts = function.blocks.iter().flat_map(|b| &b.insts);
    insts.all(|inst| !uses(&inst.op, &addresses) || harmless(inst)).then_some(addresses)
}

/// Returns the local objects that may become variables: those that are created once per call of a function that is not
/// [reentered](CallGraph::reentered).
fn candidates(module: &Module, graph: &CallGraph) -> Candidates {
    let mut candidates = Candidates::new();
    for function in module.functions.iter().filter(|f| !graph.reentered(f.symbol)) {
        let is_main = module.name_of(function.symbol) == "main";
        let lasts = is_main && !graph.callees.values().any(|callees| callees.contains(&function.symbol));
        let largest = if lasts { u32::MAX } else { LARGEST };
        for inst in &function.blocks[0].insts {
            if let (Op::Alloca { ty, align }, Some(value)) = (&inst.op, inst.result)
                && (1..=largest).contains(&ty.size())
            {
                candidates.insert((function.symbol, value), (ty.clone(), *align, inst.line));
            }
        }
    }
    candidates
}

/// Returns the arguments for every parameter of functions that are only called by name.
fn passed(module: &Module, graph: &CallGraph, candidates: &Candidates) -> BTreeMap<Symbol, Vec<Passed>> {
    let mut passed: BTreeMap<Symbol, Vec<Passed>> = graph.by_parameter(module);
    // Parameters that are passed on, with those of the callers.
    let mut passed_on: Vec<((Symbol, usize), (Symbol, usize))> = Vec::new();
    for function in &module.functions {
        let places = places(function, candidates);
        for inst in function.blocks.iter().flat_map(|b| &b.insts) {
            let Op::Call { callee: Callee::Direct(symbol), args, .. } = &inst.op else { continue };
            let Some(slots) = passed.get_mut(symbol) else { continue };
            for (i, (slot, (_, arg))) in slots.iter_mut().zip(args).enumerate() {
                let value = arg.value();
                let own = value.and_then(|v| function.params.iter().position(|p| p.value == v));
                let place = value.and_then(|v| places.get(&v));
                match (own, place) {
                    (Some(own), _) => passed_on.push(((function.symbol, own), (*symbol, i))),
                    (None, Some((object, at))) => slot.add(&Passed::Objects(BTreeSet::from([*object]), *at)),
                    _ => *slot = Passed::Other,
                }
            }
        }
    }
    loop {
        let mut changed = false;
        for ((caller, own), (callee, i)) in &passed_on {
            let from = passed.get(caller).map_or(Passed::Other, |slots| slots[*own].clone());
            let slot = &mut passed.get_mut(callee).expect("a callee")[*i];
            let before = slot.clone();
            slot.add(&from);
            changed |= *slot != before;
        }
        if !changed {
            return passed;
        }
    }
}

/// Returns the values of a function that are a known place in one of these objects.
fn places(function: &Function, candidates: &Candidates) -> BTreeMap<Value, Place> {
    let mut places: BTreeMap<Value, Place> = BTreeMap::new();
    let object = |value: Value| (function.symbol, value);
    for inst in function.blocks.iter().flat_map(|b| &b.insts) {
        let Some(result) = inst.result else { continue };
        match &inst.op {
            Op::Alloca { .. } if candidates.contains_key(&object(result)) => {
                places.insert(result, (object(result), 0));
            }
            Op::Gep { base: Operand::Value(base), offset, indices, .. } if indices.is_empty() => {
                if let Some((object, at)) = places.get(base).copied() {
                    places.insert(result, (object, at + offset));
                }
            }
            _ => {}
        }
    }
    places
}

/// Whether no two of these objects are needed at the same time.
fn apart(graph: &CallGraph, objects: &BTreeSet<Object>, needs: &BTreeMap<Object, Needed>) -> bool {
    let meets = |a: &Object, b: &Object| {
        let (own, other) = (&needs[a], &needs[b]);
        if a.0 == b.0 {
            !own.at.is_disjoint(&other.at)
        } else {
            own.meanwhile.contains(&b.0) || other.meanwhile.contains(&a.0)
        }
    };
    let interrupts = |a: &Object, b: &Object| graph.contexts.interrupting(a.0).contains(&b.0);
    let clash = |a: &Object, b: &Object| meets(a, b) && !fault::is(Fault::ObjectsNeededTogether);
    objects.iter().all(|a| objects.range(..*a).all(|b| !clash(a, b) && !interrupts(a, b)))
}

/// Returns when an object is needed: between its lifetime markers, if all its uses are there, or else throughout its function.
fn needed(module: &Module, graph: &CallGraph, (symbol, object): Object) -> Needed {
    let function = module.function(symbol).expect("an object's function");
    let mark = |inst: &Inst, name: &str| match &inst.op {
        Op::Call { callee: Callee::Intrinsic(callee), args, .. } => {
            callee == name && args.iter().any(|arg| arg.1.value() == Some(object))
        }
        _ => false,
    };
    let starts = |inst: &Inst| mark(inst, "lifetime.start");
    let ends = |inst: &Inst| mark(inst, "lifetime.end");
    let marked = function.blocks.iter().flat_map(|b| &b.insts).any(starts);
    // For each block, whether the object may be alive at its start.
    let mut alive = vec![!marked; function.blocks.len()];
    let mut work: Vec<usize> = (0..function.blocks.len()).collect();
    while let Some(block) = work.pop() {
        let insts = &function.blocks[block].insts;
        let last = insts.iter().rev().find(|inst| starts(inst) || ends(inst));
        if last.map_or(alive[block], starts) {
            for next in function.blocks[block].successors() {
                if !std::mem::replace(&mut alive[next.index()], true) {
                    work.push(next.index());
                }
            }
        }
    }
    let addresses = addresses(function, object);
    let mut at = BTreeSet::new();
    let mut meanwhile = BTreeSet::new();
    let mut outside = false;
    let mut number = 0;
    for (block, mut alive) in function.blocks.iter().zip(alive) {
        for inst in &block.insts {
            if starts(inst) {
                alive = true;
            } else if ends(inst) {
                alive = !marked;
            } else {
                let is_address = inst.result.is_some_and(|result| addresses.contains(&result));
                outside |= uses(&inst.op, &addresses) && !is_address && !alive;
            }
            if alive {
                at.insert(number);
                meanwhile.extend(called(graph, symbol, inst));
            }
            number += 1;
        }
    }
    if outside {
        let all = function.blocks.iter().flat_map(|b| &b.insts);
        at = (0..number).collect();
        meanwhile = all.flat_map(|inst| called(graph, symbol, inst)).collect();
    }
    let meanwhile =
        closure(meanwhile, |symbol| graph.callees.get(symbol).into_iter().flatten().copied().collect());
    Needed { at, meanwhile }
}

/// Returns the functions that an instruction of a function may call.
fn called(graph: &CallGraph, caller: Symbol, inst: &Inst) -> Vec<Symbol> {
    match &inst.op {
        Op::Call { callee: Callee::Direct(symbol), .. } if graph.callees.contains_key(symbol) => {
            vec![*symbol]
        }
        Op::Call { callee: Callee::Intrinsic(_), .. } => Vec::new(),
        Op::Call { .. } => graph.callees[&caller].iter().copied().collect(),
        _ => Vec::new(),
    }
}

/// Turns objects into one variable. Its initial contents are unknown, as those of the objects were.
fn make_variable(module: &mut Module, objects: &BTreeSet<Object>, candidates: &Candidates) {
    let first = objects.first().expect("an object");
    let (mut ty, mut align, line) = candidates[first].clone();
    for (other, aligned, _) in objects.iter().map(|object| &candidates[object]) {
        if other.size() > ty.size() {
            ty = other.clone();
        }
        align = align.max(*aligned);
    }
    let function = module.function(first.0).expect("an object's function");
    let mut name = format!("{}.{}", module.name_of(first.0), function.values[first.1.index()].name);
    while module.symbol(&name).is_some() {
        name.push_str(".local");
    }
    let symbol = Symbol(module.symbols.len() as u32);
    module.symbols.push(SymbolInfo { name, kind: SymbolKind::Global(module.globals.len() as u32) });
    let (init, constant, exported, section) = (Some(Const::Undef), false, false, None);
    module.globals.push(Global { symbol, ty, constant, exported, init, align, section, line });
    for (function, object) in objects {
        let SymbolKind::Function(at) = module.symbols[function.index()].kind else { continue };
        for block in &mut module.functions[at as usize].blocks {
            block.insts.retain(|inst| match &inst.op {
                // A variable stays alive.
                Op::Call { callee: Callee::Intrinsic(name), args, .. } if name.starts_with("lifetime.") => {
                    !args.iter().any(|arg| arg.1.value() == Some(*object))
                }
                _ => inst.result != Some(*object),
            });
            for inst in &mut block.insts {
                operands_mut(&mut inst.op, &mut |operand| {
                    if operand.value() == Some(*object) {
                        *operand = Operand::Const(Const::Address(symbol, 0));
                    }
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::verify;
    use crate::llvm;

    /// Returns the variables of a module after the pass, by name and size.
    fn variables(text: &str) -> Vec<(String, u32)> {
        let text = format!(
            "declare void @llvm.lifetime.start.p0(ptr)\ndeclare void @llvm.lifetime.end.p0(ptr)\n{FILL}{text}"
        );
        let mut module = llvm::parse("test.ll", &text).unwrap();
        make_variables(&mut module);
        verify::verify(&module).unwrap();
        module.globals.iter().map(|g| (module.name_of(g.symbol).to_string(), g.ty.size())).collect()
    }

    /// A function that others call to fill a result.
    const FILL: &str = "define internal void @fill(ptr %to) {\nstore i8 7, ptr %to, align 1\nret void\n}\n";

    /// Returns a function with one object, which it has filled between two parts of its body.
    fn filled(name: &str, object: &str, before: &str, behind: &str) -> String {
        let fill = format!("call void @fill(ptr %{object})\n%x = load i8, ptr %{object}, align 1\n");
        format!(
            "define i8 @{name}() {{\n%{object} = alloca i8, align 1\n{before}{fill}{behind}ret i8 %x\n}}\n"
        )
    }

    #[test]
    fn objects_of_functions_that_are_not_active_together_share_a_variable() {
        let text = filled("a", "r", "", "") + &filled("b", "s", "", "");
        assert_eq!(variables(&text), [("a.r".into(), 1)]);
    }

    #[test]
    fn a_function_that_calls_another_one_while_it_needs_its_object_keeps_it() {
        let calls = filled("a", "r", "", "%y = call i8 @b()\n");
        assert_eq!(variables(&(calls + &filled("b", "s", "", ""))), []);
    }

    #[test]
    fn what_a_function_calls_before_it_needs_its_object_does_not_matter() {
        let mark = |which: &str| format!("call void @llvm.lifetime.{which}.p0(ptr %r)\n");
        let before = format!("%y = call i8 @b()\n{}", mark("start"));
        let text = filled("a", "r", &before, &mark("end")) + &filled("b", "s", "", "");
        assert_eq!(variables(&text), [("a.r".into(), 1)]);
        // A use outside of the markers means that they are not reliable.
        let used = format!("{}store i8 1, ptr %r, align 1\n", mark("end"));
        let text = filled("a", "r", &before, &used) + &filled("b", "s", "", "");
        assert_eq!(variables(&text), []);
    }

    #[test]
    fn two_objects_of_a_function_share_a_variable_if_they_are_needed_in_turn() {
        let part = |object: &str, number: u32| {
            format!(
                "call void @llvm.lifetime.start.p0(ptr %{object})
                 call void @fill(ptr %{object})
                 %x{number} = load i8, ptr %{object}, align 1
                 call void @llvm.lifetime.end.p0(ptr %{object})\n"
            )
        };
        let whole = |parts: String| {
            format!(
                "define i8 @a() {{\n%r = alloca i8, align 1\n%s = alloca i8, align 1\n{parts}
                 %x = add i8 %x1, %x2\nret i8 %x\n}}\n"
            )
        };
        let in_turn = whole(part("r", 1) + &part("s", 2));
        assert_eq!(variables(&in_turn), [("a.r".into(), 1)]);
        let start = "call void @llvm.lifetime.start.p0(ptr %s)\n";
        assert_eq!(variables(&whole(start.to_string() + &part("r", 1) + &part("s", 2))), []);
    }

    #[test]
    fn objects_of_a_handler_and_of_what_it_interrupts_are_not_one() {
        let handler = filled("h", "s", "", "").replace("define i8 @h()", "define avr_signalcc void @h()");
        let handler = handler.replace("ret i8 %x", "ret void");
        let text = filled("a", "r", "", "") + &handler;
        assert_eq!(variables(&text), []);
    }

    #[test]
    fn a_function_that_calls_itself_keeps_its_objects() {
        assert_eq!(variables(&filled("a", "r", "", "%y = call i8 @a()\n")), []);
    }

    #[test]
    fn only_main_has_large_objects_that_become_variables() {
        let of = |name: &str| filled(name, "r", "", "").replace("alloca i8", "alloca [65 x i8]");
        assert_eq!(variables(&of("a")), []);
        assert_eq!(variables(&of("main")), [("main.r".into(), 65)]);
    }

    #[test]
    fn an_object_that_is_only_written_goes() {
        let text = |last: &str| {
            format!(
                "define i8 @f(i8 %n) {{
                   %r = alloca [4 x i8], align 1
                   %p = getelementptr inbounds i8, ptr %r, i16 2
                   store i8 %n, ptr %p, align 1
                   {last}
                   ret i8 %n
                 }}\ndeclare void @g(ptr)\n"
            )
        };
        let left = |last: &str| {
            let mut module = llvm::parse("test.ll", &text(last)).unwrap();
            let changed = drop_unread(&mut module);
            verify::verify(&module).unwrap();
            (changed, module.functions[0].blocks[0].insts.len())
        };
        assert_eq!(left("store i8 3, ptr %r, align 1"), (true, 1));
        for last in
            ["%x = load i8, ptr %r, align 1", "call void @g(ptr %p)", "store volatile i8 3, ptr %r, align 1"]
        {
            assert_eq!(left(last), (false, 5), "{last}");
        }
    }
}
