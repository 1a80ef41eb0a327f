//! Globals, locals, pointers and atomics.

use super::*;

/// `table`: four bytes; `next`: a word that points past it; `reads(i)`, `writes(i)` access `table[i]`.
fn tables() -> Build {
    let bytes = Type::Array(Box::new(I8), 4);
    Build::default()
        .global("table", bytes.clone(), true, Some(Const::Bytes(vec![10, 11, 12, 13])))
        .global("next", Type::Ptr, false, Some(Const::Address(Symbol(0), 4)))
        .global("room", bytes, false, Some(Const::Zero))
        .function(
            "reads",
            I8,
            &[I16],
            vec![vec![
                gives(
                    &Type::Ptr,
                    Op::Gep {
                        base: address(0, 0),
                        offset: 0,
                        indices: vec![(I16, v(0), 1)],
                        inbounds: false,
                        nuw: false,
                    },
                ),
                gives(&I8, load(v(1))),
                ret(v(2)),
            ]],
        )
        .function(
            "writes",
            Type::Void,
            &[I16],
            vec![vec![
                gives(&Type::Ptr, gep(address(0, 0), 0, v(0), 1)),
                store(&I8, n(1), v(1)),
                does(Op::Ret(None)),
            ]],
        )
        .function(
            "back",
            I8,
            &[],
            vec![vec![gives(&Type::Ptr, load(address(1, 0))), gives(&I8, load(v(0))), ret(v(1))]],
        )
}

#[test]
fn accesses_stay_in_their_object() {
    let build = tables();
    assert_eq!(build.run("reads", &[Value::Int(3)], &mut NoHost), Ok(Value::Int(13)));
    let outside = |address| TrapKind::OutOfBounds { address, size: 1, write: false, object: "table".into() };
    assert_eq!(build.trap("reads", &[Value::Int(4)]), outside(0x824));
    assert_eq!(build.trap("reads", &[Value::Int(0xffff)]), outside(0x81f));
    assert_eq!(build.trap("back", &[]), outside(0x824));
    let constant = TrapKind::WriteToConstant { address: 0x821, object: "table".into() };
    assert_eq!(build.trap("writes", &[Value::Int(1)]), constant);
    let poison = TrapKind::Undefined("the address of a store".into());
    assert_eq!(build.trap("writes", &[Value::Int(5)]), poison);
}

#[test]
fn globals_lie_in_order_and_keep_their_contents() {
    let build = tables();
    let mut interpreter = Interpreter::new(&build.0, Config::default()).unwrap();
    let room = interpreter.address(Symbol(2)).unwrap();
    assert_eq!(room.address, 0x826);
    assert_eq!(interpreter.load(&I32, room), Ok(Value::Int(0)));
    interpreter.memory_mut().write(0x827, 9);
    assert_eq!(interpreter.memory().read(0x827), 9);
    assert_eq!(interpreter.call("reads", &[Value::Int(0)], &mut NoHost), Ok(Value::Int(10)));
    assert_eq!(interpreter.load(&I16, room), Ok(Value::Int(0x900)));
    assert_eq!(interpreter.steps(), 3);
    let past = Pointer { address: 0x829, ..room };
    assert!(interpreter.load(&I16, past).is_err());
}

#[test]
fn a_program_that_does_not_fit_is_refused() {
    let big = Type::Array(Box::new(I8), 60_000);
    let build = Build::default().global("big", big, false, Some(Const::Zero));
    let trap = Interpreter::new(&build.0, Config::default()).err().map(|t| t.kind);
    assert_eq!(trap, Some(TrapKind::DoesNotFit { needed: 60_001, available: 0xd000 - 0x820 }));
}

#[test]
fn external_variables_need_an_address() {
    let build = Build::default().global("border", I8, false, None).function(
        "f",
        I8,
        &[],
        vec![vec![gives(&I8, load(address(0, 0))), ret(v(0))]],
    );
    assert_eq!(build.trap("f", &[]), TrapKind::UnknownExtern("border".into()));
    let externs = BTreeMap::from([("border".to_string(), 0xd020)]);
    let mut interpreter = Interpreter::new(&build.0, Config { externs, ..Config::default() }).unwrap();
    interpreter.memory_mut().write(0xd020, 14);
    assert_eq!(interpreter.call("f", &[], &mut NoHost), Ok(Value::Int(14)));
}

#[test]
fn geps_scale_and_wrap_only_without_promises() {
    let from = |base: u128, offset, index: u128, scale, inbounds, nuw| {
        let indices = vec![(I8, n(index), scale)];
        result(&Type::Ptr, Op::Gep { base: n(base), offset, indices, inbounds, nuw })
    };
    let wild = |address| Ok(Value::Ptr(Pointer::wild(address)));
    assert_eq!(from(0x400, 2, 3, 40, true, true), wild(0x47a));
    assert_eq!(from(0x400, 0, 0xff, 1, true, false), wild(0x3ff));
    assert_eq!(from(0x400, 0, 0xff, 1, false, true), Ok(Value::Undef));
    assert_eq!(from(0xffff, 3, 0, 1, false, false), wild(2));
    assert_eq!(from(0xffff, 3, 0, 1, true, false), Ok(Value::Undef));
}

#[test]
fn locals_are_aligned_and_die_with_their_function() {
    let build = Build::default()
        .function(
            "local",
            Type::Ptr,
            &[],
            vec![vec![
                gives(&Type::Ptr, Op::Alloca { ty: I8, align: 1 }),
                gives(&Type::Ptr, Op::Alloca { ty: I8, align: 4 }),
                store(&I8, n(1), v(1)),
                ret(v(1)),
            ]],
        )
        .function(
            "f",
            I8,
            &[],
            vec![vec![
                gives(&Type::Ptr, call(Callee::Direct(Symbol(0)), vec![])),
                gives(&I8, load(v(0))),
                ret(v(1)),
            ]],
        );
    let local = build.run("local", &[], &mut NoHost).unwrap();
    assert_eq!(local.int(), Some(0xcffc));
    let gone = TrapKind::OutOfBounds { address: 0xcffc, size: 1, write: false, object: String::new() };
    assert_eq!(build.trap("f", &[]), gone);
}

#[test]
fn atomics_read_modify_and_write() {
    let rmw = |op, old: u128, by: u128| {
        let lines = vec![
            gives(&Type::Ptr, Op::Alloca { ty: I8, align: 1 }),
            store(&I8, n(old), v(0)),
            gives(&I8, Op::AtomicRmw { op, ptr: v(0), value: n(by) }),
            does(Op::Fence),
            gives(&I8, load(v(0))),
            gives(&pair(I8, I8), Op::InsertValue { value: undef(), part_ty: I8, part: v(1), path: vec![0] }),
            gives(&pair(I8, I8), Op::InsertValue { value: v(3), part_ty: I8, part: v(2), path: vec![1] }),
            ret(v(4)),
        ];
        body(&pair(I8, I8), lines).unwrap()
    };
    let cases = [
        (RmwOp::Xchg, 7),
        (RmwOp::Add, 0x87),
        (RmwOp::Sub, 0x79),
        (RmwOp::And, 0),
        (RmwOp::Nand, 0xff),
        (RmwOp::Or, 0x87),
        (RmwOp::Xor, 0x87),
        (RmwOp::Max, 7),
        (RmwOp::Min, 0x80),
        (RmwOp::UMax, 0x80),
        (RmwOp::UMin, 7),
    ];
    for (op, new) in cases {
        assert_eq!(rmw(op, 0x80, 7), ints(&[0x80, new]), "{op:?}");
    }
    let exchange = |expected: u128| {
        let lines = vec![
            gives(&Type::Ptr, Op::Alloca { ty: I8, align: 1 }),
            store(&I8, n(3), v(0)),
            gives(&pair(I8, I1), Op::CmpXchg { ptr: v(0), ty: I8, expected: n(expected), new: n(9) }),
            gives(&I8, load(v(0))),
            gives(&pair(I8, I1), Op::InsertValue { value: v(1), part_ty: I8, part: v(2), path: vec![0] }),
            ret(v(3)),
        ];
        body(&pair(I8, I1), lines).unwrap()
    };
    assert_eq!((exchange(3), exchange(4)), (ints(&[9, 1]), ints(&[3, 0])));
}

#[test]
fn values_out_of_their_promised_range_are_poison() {
    let read = |range| {
        let op = Op::Load { ptr: address(0, 0), volatile: false, atomic: false, range };
        let build = Build::default().global("two", I8, true, Some(Const::Int(2))).function(
            "f",
            I8,
            &[],
            vec![vec![gives(&I8, op), ret(v(0))]],
        );
        build.run("f", &[], &mut NoHost).unwrap()
    };
    assert_eq!((read(Some((0, 3))), read(Some((0, 2)))), (Value::Int(2), Value::Undef));
    let mut build = Build::default().function("f", I8, &[I8], vec![vec![ret(v(0))]]);
    build.0.functions[0].params[0].range = Some((255, 1));
    let given = |n| build.run("f", &[Value::Int(n)], &mut NoHost).unwrap();
    assert_eq!((given(255), given(0), given(1)), (Value::Int(255), Value::Int(0), Value::Undef));
}
