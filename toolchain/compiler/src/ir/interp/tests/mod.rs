//! Tests of the interpreter on modules built by hand.

use super::*;
use crate::ir::sources::SourceId;
use crate::ir::{
    self, BinOp, Block, BlockId, Callee, CastOp, Extern, Function, Inst, Op, Operand, Param, Pred, RmwOp,
    SymbolInfo, ValueInfo,
};

mod calls;
mod objects;

/// An instruction with the type of its result.
type Line = (Option<Type>, Op);

const I1: Type = Type::Int(1);
const I8: Type = Type::Int(8);
const I16: Type = Type::Int(16);
const I32: Type = Type::Int(32);

fn n(n: u128) -> Operand {
    Operand::Const(Const::Int(n))
}

/// The parameter or result of this number.
fn v(number: u32) -> Operand {
    Operand::Value(ir::Value(number))
}

fn undef() -> Operand {
    Operand::Const(Const::Undef)
}

fn address(symbol: u32, offset: i32) -> Operand {
    Operand::Const(Const::Address(Symbol(symbol), offset))
}

fn gives(ty: &Type, op: Op) -> Line {
    (Some(ty.clone()), op)
}

fn does(op: Op) -> Line {
    (None, op)
}

fn ret(operand: Operand) -> Line {
    does(Op::Ret(Some(operand)))
}

fn binary(op: BinOp, lhs: Operand, rhs: Operand) -> Op {
    Op::Binary { op, lhs, rhs, nuw: false, nsw: false }
}

fn load(ptr: Operand) -> Op {
    Op::Load { ptr, volatile: false, atomic: false, range: None }
}

fn store(ty: &Type, value: Operand, ptr: Operand) -> Line {
    does(Op::Store { ty: ty.clone(), value, ptr, volatile: false, atomic: false })
}

fn gep(base: Operand, offset: i32, index: Operand, scale: i32) -> Op {
    Op::Gep { base, offset, indices: vec![(I16, index, scale)], inbounds: true, nuw: false }
}

fn call(callee: Callee, args: Vec<(Type, Operand)>) -> Op {
    Op::Call { callee, args, noreturn: false }
}

fn intrinsic(name: &str, ty: &Type, args: &[Operand]) -> Op {
    call(Callee::Intrinsic(name.to_string()), args.iter().map(|a| (ty.clone(), a.clone())).collect())
}

fn pair(first: Type, second: Type) -> Type {
    Type::Struct(vec![first, second])
}

fn ints(parts: &[u128]) -> Value {
    Value::Aggregate(parts.iter().map(|n| Value::Int(*n)).collect())
}

#[derive(Default)]
struct Build(Module);

impl Build {
    fn symbol(&mut self, name: &str, kind: SymbolKind) -> Symbol {
        self.0.symbols.push(SymbolInfo { name: name.to_string(), kind });
        Symbol(self.0.symbols.len() as u32 - 1)
    }

    fn global(mut self, name: &str, ty: Type, constant: bool, init: Option<Const>) -> Self {
        let symbol = self.symbol(name, SymbolKind::Global(self.0.globals.len() as u32));
        let global = Global { symbol, ty, constant, exported: false, init, align: 1, section: None, line: 0 };
        self.0.globals.push(global);
        self
    }

    fn external(mut self, name: &str, ret: Type, params: Vec<Type>) -> Self {
        let symbol = self.symbol(name, SymbolKind::Extern(self.0.externs.len() as u32));
        self.0.externs.push(Extern { symbol, ret, params, line: 0 });
        self
    }

    /// Parameters and results are numbered in order; line `i` of the text is instruction `i` from 1.
    fn function(mut self, name: &str, ret: Type, params: &[Type], blocks: Vec<Vec<Line>>) -> Self {
        let symbol = self.symbol(name, SymbolKind::Function(self.0.functions.len() as u32));
        let value = |ty: &Type| ValueInfo { ty: ty.clone(), name: "x".to_string() };
        let mut values: Vec<ValueInfo> = params.iter().map(value).collect();
        let param = |i| Param { value: ir::Value(i), range: None, dereferenceable: 0, sret: false };
        let params = (0..values.len() as u32).map(param).collect();
        let mut line = 0;
        let mut inst = |(ty, op): Line| {
            line += 1;
            let result = ty.map(|ty| {
                values.push(value(&ty));
                ir::Value(values.len() as u32 - 1)
            });
            Inst { result, op, line, source: SourceId::UNKNOWN }
        };
        let mut block = |lines: Vec<Line>| Block {
            name: String::new(),
            insts: lines.into_iter().map(&mut inst).collect(),
        };
        let blocks = blocks.into_iter().map(&mut block).collect();
        self.0.functions.push(Function {
            symbol,
            exported: true,
            interrupt: None,
            small: false,
            ret,
            params,
            values,
            blocks,
            line: 0,
            source: SourceId::UNKNOWN,
        });
        self
    }

    fn run(&self, name: &str, args: &[Value], host: &mut dyn Host) -> Result<Value, Trap> {
        Interpreter::new(&self.0, Config { fuel: 10_000, ..Config::default() })?.call(name, args, host)
    }

    fn trap(&self, name: &str, args: &[Value]) -> TrapKind {
        self.run(name, args, &mut NoHost).unwrap_err().kind
    }
}

/// Runs the lines as the body of a function without parameters.
fn body(ret: &Type, lines: Vec<Line>) -> Result<Value, TrapKind> {
    let build = Build::default().function("f", ret.clone(), &[], vec![lines]);
    build.run("f", &[], &mut NoHost).map_err(|trap| trap.kind)
}

/// The result of one instruction.
fn result(ty: &Type, op: Op) -> Result<Value, TrapKind> {
    body(ty, vec![gives(ty, op), ret(v(0))])
}

fn value(name: &str, ty: &Type, args: &[u128]) -> Value {
    let args: Vec<Operand> = args.iter().map(|a| n(*a)).collect();
    result(ty, intrinsic(name, ty, &args)).unwrap()
}

/// `sum(n) = n + ... + 1` with two phis.
fn sum() -> Build {
    let phi = |start, next| Op::Phi(vec![(BlockId(0), n(start)), (BlockId(1), v(next))]);
    let blocks = vec![
        vec![does(Op::Br(BlockId(1)))],
        vec![
            gives(&I16, phi(0, 3)),
            gives(&I16, Op::Phi(vec![(BlockId(0), v(0)), (BlockId(1), v(4))])),
            gives(&I16, binary(BinOp::Add, v(1), v(2))),
            gives(&I16, binary(BinOp::Sub, v(2), n(1))),
            gives(&I1, Op::Icmp { pred: Pred::Eq, ty: I16, lhs: v(4), rhs: n(0) }),
            does(Op::CondBr { cond: v(5), then: BlockId(2), other: BlockId(1) }),
        ],
        vec![ret(v(3))],
    ];
    Build::default().function("sum", I16, &[I16], blocks)
}

#[test]
fn loops_run_until_the_fuel_is_used_up() {
    assert_eq!(sum().run("sum", &[Value::Int(100)], &mut NoHost), Ok(Value::Int(5050)));
    assert_eq!(sum().trap("sum", &[Value::Int(0)]), TrapKind::OutOfFuel);
    assert_eq!(sum().trap("sum", &[]), TrapKind::Arguments { expected: 1, found: 0 });
    let wide = sum().trap("sum", &[Value::Int(0x1_0000)]);
    assert_eq!(wide, TrapKind::Malformed("argument 0 has more than 16 bits".into()));
    assert_eq!(sum().trap("product", &[]), TrapKind::NoFunction("product".into()));
}

#[test]
fn phis_of_a_block_move_at_once() {
    let swap = |start, other| Op::Phi(vec![(BlockId(0), n(start)), (BlockId(1), other)]);
    let blocks = vec![
        vec![does(Op::Br(BlockId(1)))],
        vec![
            gives(&I8, swap(1, v(1))),
            gives(&I8, swap(2, v(0))),
            gives(&I1, Op::Icmp { pred: Pred::Ugt, ty: I8, lhs: v(0), rhs: v(1) }),
            does(Op::CondBr { cond: v(2), then: BlockId(2), other: BlockId(1) }),
        ],
        vec![ret(v(1))],
    ];
    let build = Build::default().function("f", I8, &[], blocks);
    assert_eq!(build.run("f", &[], &mut NoHost), Ok(Value::Int(1)));
}

#[test]
fn a_trap_tells_the_call_stack() {
    let build = Build::default()
        .function(
            "inner",
            I8,
            &[I1],
            vec![vec![does(Op::CondBr { cond: v(0), then: BlockId(1), other: BlockId(1) })], vec![ret(n(1))]],
        )
        .function(
            "outer",
            I8,
            &[],
            vec![vec![
                gives(&I8, binary(BinOp::Add, n(1), n(2))),
                gives(&I8, call(Callee::Direct(Symbol(0)), vec![(I1, undef())])),
                ret(v(1)),
            ]],
        );
    let trap = build.run("outer", &[], &mut NoHost).unwrap_err();
    assert_eq!(trap.kind, TrapKind::Undefined("the condition of a branch".into()));
    let place = |function: &str, line| Place { function: function.into(), line, source: String::new() };
    assert_eq!(trap.stack, [place("inner", 1), place("outer", 2)]);
}

#[test]
fn recursion_ends_at_the_depth_or_the_stack() {
    let lines = |first| vec![first, gives(&I8, call(Callee::Direct(Symbol(0)), vec![])), ret(v(1))];
    let alloca = gives(&Type::Ptr, Op::Alloca { ty: Type::Array(Box::new(I32), 1024), align: 1 });
    let deep = Build::default().function("f", I8, &[], vec![lines(alloca)]);
    assert_eq!(deep.trap("f", &[]), TrapKind::StackOverflow);
    let add = gives(&I8, binary(BinOp::Add, n(1), n(1)));
    let build = Build::default().function("f", I8, &[], vec![lines(add)]);
    let mut interpreter = Interpreter::new(&build.0, Config { depth: 10, ..Config::default() }).unwrap();
    let trap = interpreter.call("f", &[], &mut NoHost).unwrap_err();
    assert_eq!((trap.kind, trap.stack.len()), (TrapKind::StackOverflow, 10));
}

#[test]
fn a_switch_takes_its_case_or_the_default() {
    let blocks = vec![
        vec![does(Op::Switch {
            ty: I8,
            value: v(0),
            default: BlockId(2),
            cases: vec![(7, BlockId(1)), (255, BlockId(3))],
        })],
        vec![ret(n(1))],
        vec![ret(n(2))],
        vec![does(Op::Unreachable)],
    ];
    let build = Build::default().function("f", I8, &[I8], blocks);
    assert_eq!(build.run("f", &[Value::Int(7)], &mut NoHost), Ok(Value::Int(1)));
    assert_eq!(build.run("f", &[Value::Int(8)], &mut NoHost), Ok(Value::Int(2)));
    assert_eq!(build.trap("f", &[Value::Int(255)]), TrapKind::Unreachable);
    assert_eq!(build.trap("f", &[Value::Undef]), TrapKind::Undefined("the value of a switch".into()));
}

#[test]
fn casts_between_integers_floats_and_pointers() {
    let cast = |op, from: Type, operand, to: &Type| result(to, Op::Cast { op, from, value: operand });
    assert_eq!(cast(CastOp::Trunc, I16, n(0x1234), &I8), Ok(Value::Int(0x34)));
    assert_eq!(cast(CastOp::ZExt, I8, n(0x80), &I32), Ok(Value::Int(0x80)));
    assert_eq!(cast(CastOp::SExt, I8, n(0x80), &I32), Ok(Value::Int(0xffff_ff80)));
    let pointer = Value::Ptr(Pointer::wild(0xd020));
    assert_eq!(cast(CastOp::IntToPtr, I32, n(0x1_d020), &Type::Ptr), Ok(pointer));
    assert_eq!(cast(CastOp::PtrToInt, Type::Ptr, n(0xd020), &I8), Ok(Value::Int(0x20)));
    assert_eq!(cast(CastOp::Bitcast, I32, n(0x3f80_0000), &Type::Float), Ok(Value::Float(0x3f80_0000)));
    assert_eq!(cast(CastOp::SiToFp, I8, n(0xff), &Type::Double), Ok(Value::Double((-1f64).to_bits())));
    let one = Operand::Const(Const::Float(1f32.to_bits().into()));
    assert_eq!(cast(CastOp::FpToSi, Type::Float, one, &I8), Ok(Value::Int(1)));
    let half = Value::Partial(Box::new(Bits { bits: 0, undef: 0xff }));
    assert_eq!(cast(CastOp::ZExt, I8, undef(), &I16), Ok(half));
    assert!(matches!(cast(CastOp::ZExt, Type::Float, n(0), &I16), Err(TrapKind::Malformed(_))));
}

#[test]
fn undefined_values_pass_until_something_depends_on_them() {
    let lines = |last: Vec<Line>| {
        let mut lines = vec![
            gives(&Type::Ptr, Op::Alloca { ty: I16, align: 1 }),
            store(&I8, n(5), v(0)),
            gives(&I16, load(v(0))),
        ];
        lines.extend(last);
        lines
    };
    let low = vec![gives(&I16, binary(BinOp::And, v(1), n(0xff))), ret(v(2))];
    assert_eq!(body(&I16, lines(low)), Ok(Value::Int(5)));
    let frozen = vec![gives(&I16, Op::Freeze(v(1))), ret(v(2))];
    assert_eq!(body(&I16, lines(frozen)), Ok(Value::Int(0xa505)));
    let compared = vec![
        gives(&I1, Op::Icmp { pred: Pred::Ult, ty: I16, lhs: v(1), rhs: n(0x105) }),
        gives(&I8, Op::Select { cond: v(2), then: n(3), other: n(3) }),
        gives(&I8, Op::Select { cond: v(2), then: n(3), other: n(4) }),
    ];
    let mut compared = lines(compared);
    let insert = |part| Op::InsertValue { value: undef(), part_ty: I8, part, path: vec![1] };
    compared.extend([gives(&pair(I8, I8), insert(v(3))), ret(v(5))]);
    let expected = Value::Aggregate(vec![Value::Undef, Value::Int(3)]);
    assert_eq!(body(&pair(I8, I8), compared), Ok(expected));
    let at = vec![gives(&I8, load(undef())), ret(v(2))];
    assert_eq!(body(&I8, lines(at)), Err(TrapKind::Undefined("the address of a load".into())));
}

#[test]
fn parts_of_aggregates() {
    let ty = pair(I8, pair(I16, I1));
    let inner =
        Op::InsertValue { value: Operand::Const(Const::Zero), part_ty: I16, part: n(9), path: vec![1, 0] };
    let lines = vec![
        gives(&ty, inner),
        gives(&I16, Op::ExtractValue { ty: ty.clone(), value: v(0), path: vec![1, 0] }),
        gives(&pair(I16, I1), Op::ExtractValue { ty: ty.clone(), value: v(0), path: vec![1] }),
        ret(v(2)),
    ];
    assert_eq!(body(&pair(I16, I1), lines), Ok(ints(&[9, 0])));
    let wrong = Op::ExtractValue { ty: ty.clone(), value: Operand::Const(Const::Zero), path: vec![2] };
    assert!(matches!(result(&I8, wrong), Err(TrapKind::Malformed(_))));
}

#[test]
fn an_integer_that_is_too_long_is_refused() {
    let long = Type::Int(256);
    let lines = vec![gives(&long, load(address(0, 0))), ret(n(1))];
    assert_eq!(body(&I8, lines), Err(TrapKind::Malformed("an integer of 256 bits".into())));
}
