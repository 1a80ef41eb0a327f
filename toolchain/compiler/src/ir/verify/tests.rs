//! One module per rule, which violates exactly that rule.

use super::{verify, verify_function};
use crate::ir::*;
use crate::llvm::parse;

/// A function with a loop, a phi, a switch and a call.
const TEXT: &str = "
@table = internal constant [2 x i8] c\"ab\"
declare i8 @next(i8, ptr)
define i8 @f(i8 %n, ptr %p) {
start:
  %zero = icmp eq i8 %n, 0
  br i1 %zero, label %end, label %loop
loop:
  %i = phi i8 [ %n, %start ], [ %less, %loop ]
  %less = sub i8 %i, 1
  %got = call i8 @next(i8 %less, ptr @table)
  switch i8 %got, label %loop [
    i8 0, label %end
    i8 1, label %end
  ]
end:
  %r = phi i8 [ 0, %start ], [ %got, %loop ], [ %got, %loop ]
  store i8 %r, ptr %p
  ret i8 %r
}
";

fn module() -> Module {
    parse("t", TEXT).expect("a correct module")
}

/// Returns the messages after a change.
fn after(change: impl FnOnce(&mut Module)) -> Vec<String> {
    let mut module = module();
    change(&mut module);
    verify(&module).expect_err("a broken module")
}

fn inst(module: &mut Module, block: usize, inst: usize) -> &mut Inst {
    &mut module.functions[0].blocks[block].insts[inst]
}

fn value(module: &Module, name: &str) -> Value {
    let values = &module.functions[0].values;
    Value(values.iter().position(|v| v.name == name).expect("a value of this name") as u32)
}

#[test]
fn accepts_the_whole() {
    let module = module();
    assert_eq!(verify(&module), Ok(()));
    assert_eq!(verify_function(&module, &module.functions[0]), Ok(()));
}

#[test]
fn terminators_end_blocks() {
    let faults = after(|m| m.functions[0].blocks[1].insts.truncate(3));
    assert_eq!(faults, ["in f: line 11: the block %loop does not end with a terminator"]);
    let faults = after(|m| m.functions[0].blocks[2].insts[1].op = Op::Unreachable);
    assert_eq!(faults, ["in f: line 19: the block %end has a terminator before its end"]);
    let faults = after(|m| m.functions[0].blocks[1].insts.clear());
    assert_eq!(faults, ["in f: line 4: the block %loop is empty"]);
}

#[test]
fn phis_come_first() {
    let faults = after(|m| m.functions[0].blocks[2].insts.swap(0, 1));
    assert_eq!(faults, ["in f: line 19: the block %end has a phi after other instructions"]);
}

#[test]
fn targets_are_blocks_but_not_the_entry() {
    let faults = after(|m| inst(m, 0, 1).op = Op::Br(BlockId(0)));
    assert_eq!(faults, ["in f: line 7: the block %start goes to the entry"]);
    let faults = after(|m| inst(m, 0, 1).op = Op::Br(BlockId(9)));
    assert_eq!(faults, ["in f: line 7: the block %start goes to a block 9 that is not there"]);
}

#[test]
fn phis_have_their_predecessors() {
    let faults = after(|m| inst(m, 0, 1).op = Op::Br(BlockId(1)));
    assert_eq!(faults, ["in f: line 17: a phi has a value from %start, which does not come here"]);
    let faults = after(|m| match &mut inst(m, 2, 0).op {
        Op::Phi(incoming) => {
            incoming.remove(0);
        }
        _ => panic!("no phi"),
    });
    assert_eq!(faults, ["in f: line 17: a phi has no value from %start"]);
    let faults = after(|m| match &mut inst(m, 2, 0).op {
        Op::Phi(incoming) => incoming[2].1 = Operand::Const(Const::Int(3)),
        _ => panic!("no phi"),
    });
    assert_eq!(faults, ["in f: line 17: a phi has two values from %loop"]);
}

#[test]
fn definitions_dominate_uses() {
    let faults = after(|m| {
        let got = value(m, "got");
        inst(m, 2, 2).op = Op::Ret(Some(Operand::Value(got)));
    });
    assert_eq!(faults, ["in f: line 19: %got is not defined on every way to this use"]);
    let faults = after(|m| m.functions[0].blocks[1].insts.swap(1, 2));
    assert_eq!(faults, ["in f: line 11: %less is not defined on every way to this use"]);
}

#[test]
fn unreachable_blocks_need_no_dominance() {
    let text =
        "define i8 @f() {\na:\n  ret i8 0\nb:\n  %x = add i8 %y, 1\n  %y = add i8 %x, 1\n  br label %b\n}";
    assert_eq!(verify(&parse("t", text).expect("parses")), Ok(()));
}

#[test]
fn values_are_defined_once() {
    let faults = after(|m| {
        let less = value(m, "less");
        inst(m, 2, 0).result = Some(less);
    });
    assert_eq!(faults[0], "in f: line 17: %less is defined twice");
    let faults = after(|m| {
        m.functions[0].blocks[1].insts.remove(1);
    });
    assert_eq!(faults[0], "in f: line 9: %less is not defined");
    let faults = after(|m| inst(m, 1, 1).result = Some(Value(99)));
    assert_eq!(faults[0], "in f: line 10: a result is value 99, which is not there");
    let faults = after(|m| inst(m, 0, 0).result = None);
    assert_eq!(faults[0], "in f: line 6: an instruction without its result");
    let faults = after(|m| inst(m, 2, 1).result = Some(m_new(m)));
    assert_eq!(faults, ["in f: line 18: a result of an instruction that has none"]);
}

/// A fresh value of a module's function.
fn m_new(module: &mut Module) -> Value {
    module.functions[0].new_value(Type::Int(8), "new".to_string())
}

#[test]
fn operands_have_the_types_of_their_places() {
    let wide = || Operand::Const(Const::Int(256));
    let faults = after(|m| match &mut inst(m, 1, 1).op {
        Op::Binary { rhs, .. } => *rhs = wide(),
        _ => panic!("no arithmetic"),
    });
    assert_eq!(faults, ["in f: line 10: Int(256) is no constant of type Int(8)"]);
    let faults = after(|m| {
        let (n, store) = (value(m, "n"), inst(m, 2, 1));
        match &mut store.op {
            Op::Store { ptr, .. } => *ptr = Operand::Value(n),
            _ => panic!("no store"),
        }
    });
    assert_eq!(faults, ["in f: line 18: %n is of type Int(8), not Ptr"]);
    let faults = after(|m| match &mut inst(m, 1, 3).op {
        Op::Switch { cases, .. } => cases[1].0 = 0,
        _ => panic!("no switch"),
    });
    assert_eq!(faults, ["in f: line 12: two cases of the same value"]);
    let faults = after(|m| {
        let n = value(m, "n");
        inst(m, 1, 1).op = Op::Cast { op: CastOp::ZExt, from: Type::Int(8), value: Operand::Value(n) };
    });
    assert_eq!(faults, ["in f: line 10: ZExt from Int(8) to Int(8)"]);
}

#[test]
fn calls_match_their_functions() {
    let faults = after(|m| match &mut inst(m, 1, 2).op {
        Op::Call { args, .. } => {
            args.pop();
        }
        _ => panic!("no call"),
    });
    assert_eq!(faults, ["in f: line 11: next takes 2 arguments, not 1"]);
    let faults = after(|m| m.externs[0].params[0] = Type::Int(16));
    assert_eq!(faults, ["in f: line 11: next takes arguments of other types"]);
    let faults = after(|m| m.externs[0].ret = Type::Int(16));
    assert_eq!(faults, ["in f: line 11: a result of type Int(8), not Int(16)"]);
    let faults = after(|m| {
        let table = m.symbol("table").expect("the table");
        match &mut inst(m, 1, 2).op {
            Op::Call { callee, .. } => *callee = Callee::Direct(table),
            _ => panic!("no call"),
        }
    });
    assert_eq!(faults, ["in f: line 11: a call of table, which is no function"]);
}

#[test]
fn symbols_and_entities_agree() {
    let faults = after(|m| m.symbols[0].kind = SymbolKind::Global(4));
    assert_eq!(faults[0], "in table: the symbol stands for nothing");
    let faults = after(|m| m.globals[0].symbol = Symbol(1));
    assert_eq!(faults, ["in next: line 2: its symbol stands for something else than Global(0)"]);
    let faults = after(|m| m.symbols[1].name = "f".to_string());
    assert_eq!(faults, ["in f: two symbols of this name"]);
    let faults = after(|m| m.globals[0].init = Some(Const::Bytes(vec![1])));
    assert_eq!(faults, ["in table: line 2: Bytes([1]) is no constant of type Array(Int(8), 2)"]);
}
