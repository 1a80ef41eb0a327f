//! Intrinsics, library functions and functions that the host supplies.

use super::*;

#[test]
fn integer_intrinsics() {
    let cases: [(&str, &[u128], u128); 31] = [
        ("umin", &[3, 200], 3),
        ("umax", &[3, 200], 200),
        ("smin", &[3, 200], 200),
        ("smax", &[3, 200], 3),
        ("abs", &[0xfe, 1], 2),
        ("abs", &[0x80, 0], 0x80),
        ("fshl", &[0x81, 0x40, 1], 2),
        ("fshl", &[0x81, 0x40, 8], 0x81),
        ("fshr", &[0x81, 0x41, 9], 0xa0),
        ("fshr", &[0x81, 0x40, 0], 0x40),
        ("bswap", &[0x12], 0x12),
        ("bitreverse", &[0x13], 0xc8),
        ("ctpop", &[0xf1], 5),
        ("ctlz", &[0x10, 0], 3),
        ("ctlz", &[0, 0], 8),
        ("cttz", &[0x10, 1], 4),
        ("cttz", &[0, 0], 8),
        ("uadd.sat", &[200, 100], 255),
        ("usub.sat", &[1, 2], 0),
        ("sadd.sat", &[0x7f, 1], 0x7f),
        ("sadd.sat", &[0x80, 0xff], 0x80),
        ("ssub.sat", &[0x80, 1], 0x80),
        ("ssub.sat", &[0x7f, 0xff], 0x7f),
        ("ssub.sat", &[5, 7], 0xfe),
        ("ushl.sat", &[0x40, 2], 0xff),
        ("sshl.sat", &[0x40, 1], 0x7f),
        ("sshl.sat", &[0xbf, 1], 0x80),
        ("ucmp", &[1, 0xff], 0xff),
        ("scmp", &[1, 0xff], 1),
        ("scmp", &[4, 4], 0),
        ("expect", &[7, 1], 7),
    ];
    for (name, args, expected) in cases {
        assert_eq!(value(name, &I8, args), Value::Int(expected), "{name} {args:?}");
    }
    assert_eq!(value("bswap", &I32, &[0x1234_5678]), Value::Int(0x7856_3412));
    assert_eq!(value("is.constant", &I1, &[1]), Value::Int(0));
    for (name, args) in [("abs", [0x80, 1]), ("ctlz", [0, 1]), ("cttz", [0, 1]), ("ushl.sat", [1, 8])] {
        assert_eq!(value(name, &I8, &args), Value::Undef, "{name}");
    }
}

#[test]
fn overflow_intrinsics() {
    let cases = [
        ("uadd", 200, 100, [44, 1]),
        ("uadd", 200, 55, [255, 0]),
        ("sadd", 0x7f, 1, [0x80, 1]),
        ("usub", 1, 2, [255, 1]),
        ("ssub", 1, 2, [255, 0]),
        ("umul", 16, 16, [0, 1]),
        ("smul", 0xf0, 8, [0x80, 0]),
        ("smul", 16, 8, [0x80, 1]),
    ];
    for (name, a, b, expected) in cases {
        let op = intrinsic(&format!("{name}.with.overflow"), &I8, &[n(a), n(b)]);
        assert_eq!(result(&pair(I8, I1), op), Ok(ints(&expected)), "{name}");
    }
}

#[test]
fn float_intrinsics() {
    let f = |x: f32| Operand::Const(Const::Float(x.to_bits().into()));
    let float = |name: &str, args: &[f32]| {
        let args: Vec<Operand> = args.iter().map(|x| f(*x)).collect();
        result(&Type::Float, intrinsic(name, &Type::Float, &args)).unwrap()
    };
    let is = |x: f32| Value::Float(x.to_bits());
    assert_eq!(float("fabs", &[-2.5]), is(2.5));
    assert_eq!(float("maximumnum", &[f32::NAN, 1.0]), is(1.0));
    assert_eq!(float("maximumnum", &[-0.0, 0.0]), is(0.0));
    assert_eq!(float("minimumnum", &[2.0, -1.0]), is(-1.0));
    assert_eq!(float("minimumnum", &[0.0, -0.0]), is(-0.0));
    assert_eq!(float("trunc", &[-1.5]), is(-1.0));
    assert_eq!(float("fma", &[2.0, 3.0, 4.0]), is(10.0));
    let class =
        call(Callee::Intrinsic("is.fpclass".to_string()), vec![(Type::Float, f(-0.0)), (I32, n(0x60))]);
    assert_eq!(result(&I1, class), Ok(Value::Int(1)));
    let saturate = |name: &str, x: f32| result(&I8, intrinsic(name, &Type::Float, &[f(x)])).unwrap();
    assert_eq!(saturate("fptoui.sat", 300.0), Value::Int(255));
    assert_eq!(saturate("fptosi.sat", -300.0), Value::Int(0x80));
}

#[test]
fn intrinsics_without_result() {
    let alone =
        |name: &str, ty: &Type, args: &[Operand]| body(&I8, vec![does(intrinsic(name, ty, args)), ret(n(0))]);
    let zero = Ok(Value::Int(0));
    assert_eq!(alone("lifetime.start", &Type::Ptr, &[n(0)]), zero);
    assert_eq!(alone("assume", &I1, &[n(1)]), zero);
    assert_eq!(alone("assume", &I1, &[n(0)]), Err(TrapKind::FalseAssumption));
    assert_eq!(alone("trap", &I1, &[]), Err(TrapKind::Abort));
    assert_eq!(alone("va_start", &Type::Ptr, &[n(0)]), Err(TrapKind::UnknownIntrinsic("va_start".into())));
    let unknown = result(&I8, intrinsic("umedian", &I8, &[n(0)]));
    assert_eq!(unknown, Err(TrapKind::UnknownIntrinsic("umedian".into())));
}

#[test]
fn memory_intrinsics_and_library() {
    let i64_ty = Type::Int(64);
    let with = |callee: Callee, from: Operand, to: Operand, size: u128, size_ty: &Type| {
        let args = vec![(Type::Ptr, to), (Type::Ptr, from), (size_ty.clone(), n(size)), (I1, n(0))];
        let args = if matches!(callee, Callee::Direct(_)) { args[..3].to_vec() } else { args };
        let build = Build::default()
            .global("data", I32, false, Some(Const::Int(0x0403_0201)))
            .external("memmove", Type::Ptr, vec![])
            .function(
                "f",
                I32,
                &[],
                vec![vec![does(call(callee, args)), gives(&I32, load(address(0, 0))), ret(v(0))]],
            );
        build.run("f", &[], &mut NoHost).map_err(|t| t.kind)
    };
    let named = |name: &str| Callee::Intrinsic(name.to_string());
    let data = |offset| address(0, offset);
    assert_eq!(with(named("memcpy"), data(0), data(2), 2, &i64_ty), Ok(Value::Int(0x0201_0201)));
    assert_eq!(with(named("memcpy"), data(0), data(1), 3, &I16), Err(TrapKind::Overlap));
    assert_eq!(with(named("memmove"), data(0), data(1), 3, &I16), Ok(Value::Int(0x0302_0101)));
    assert_eq!(with(Callee::Direct(Symbol(1)), data(1), data(0), 3, &I16), Ok(Value::Int(0x0404_0302)));
    let outside =
        TrapKind::OutOfBounds { address: 0x820, size: 0x1_0000, write: false, object: "data".into() };
    assert_eq!(with(named("memmove"), data(0), data(0), 1 << 32, &i64_ty), Err(outside));
    let undefined = TrapKind::Undefined("the source of a memory intrinsic".into());
    assert_eq!(with(named("memcpy"), undef(), data(0), 0, &I16), Err(undefined));

    let compare = |a: i32, b: i32, size: u128| {
        let args = vec![(Type::Ptr, address(0, a)), (Type::Ptr, address(0, b)), (I16, n(size))];
        let build = Build::default()
            .global("text", Type::Array(Box::new(I8), 6), true, Some(Const::Bytes(b"abcabd".to_vec())))
            .external("memcmp", I16, vec![])
            .function(
                "f",
                I16,
                &[],
                vec![vec![gives(&I16, call(Callee::Direct(Symbol(1)), args)), ret(v(0))]],
            );
        build.run("f", &[], &mut NoHost).unwrap()
    };
    assert_eq!((compare(0, 3, 2), compare(0, 3, 3)), (Value::Int(0), Value::Int(0xffff)));
    assert_eq!(compare(3, 0, 3), Value::Int(1));
}

/// A minimal C64: `$FFE4` returns a key, the raster line counts up, writes to `$D020` are recorded.
#[derive(Default)]
struct Machine {
    raster: u8,
    written: Vec<(u16, u8)>,
    printed: Vec<u8>,
}

impl Host for Machine {
    fn call_extern(&mut self, name: &str, args: &[u128], memory: &mut Memory) -> Option<Result<u128, Stop>> {
        match (name, args) {
            ("putch", [c]) => {
                self.printed.push(*c as u8);
                memory.write(0xd3, self.printed.len() as u8);
                Some(Ok(0x1ff))
            }
            ("halt", []) => Some(Err(Stop::Halt)),
            ("putch", _) => Some(Err(Stop::Fault("putch prints one byte".into()))),
            _ => None,
        }
    }

    fn asm(&mut self, text: &str, _: &str, args: &[u128], _: &mut Memory) -> Option<Result<Vec<u128>, Stop>> {
        match text {
            "jsr $$ffe4" => Some(Ok(vec![u128::from(b'A')])),
            "plot" => Some(Ok(args.to_vec())),
            _ => None,
        }
    }

    fn load_volatile(&mut self, address: u16, _: &mut Memory) -> Option<u8> {
        (address == 0xd012).then(|| {
            self.raster += 1;
            self.raster
        })
    }

    fn store_volatile(&mut self, address: u16, byte: u8, _: &mut Memory) {
        self.written.push((address, byte));
    }
}

#[test]
fn externs_are_the_hosts() {
    let build = Build::default()
        .external("putch", I8, vec![I8])
        .external("halt", Type::Void, vec![])
        .external("sound", Type::Void, vec![])
        .function(
            "prints",
            I8,
            &[I8],
            vec![vec![gives(&I8, call(Callee::Direct(Symbol(0)), vec![(I8, v(0))])), ret(v(1))]],
        )
        .function(
            "halts",
            Type::Void,
            &[Type::Ptr],
            vec![vec![does(call(Callee::Indirect(v(0)), vec![])), does(Op::Unreachable)]],
        )
        .function(
            "twice",
            I8,
            &[],
            vec![vec![gives(&I8, call(Callee::Direct(Symbol(0)), vec![(I8, n(1)), (I8, n(1))])), ret(v(0))]],
        );
    let mut machine = Machine::default();
    assert_eq!(build.run("prints", &[Value::Int(65)], &mut machine), Ok(Value::Int(0xff)));
    assert_eq!(machine.printed, b"A");
    let undefined = TrapKind::Undefined("argument 0 of putch".into());
    assert_eq!(build.trap("prints", &[Value::Undef]), undefined);
    assert_eq!(build.trap("prints", &[Value::Int(1)]), TrapKind::UnknownExtern("putch".into()));
    let trap = build.run("twice", &[], &mut machine).unwrap_err();
    assert_eq!(trap.kind, TrapKind::Host("putch prints one byte".into()));

    let mut interpreter = Interpreter::new(&build.0, Config::default()).unwrap();
    let mut indirect = |symbol| {
        let target = Value::Ptr(interpreter.address(Symbol(symbol)).unwrap());
        interpreter.call("halts", &[target], &mut machine).unwrap_err()
    };
    assert!(indirect(1).is_halt());
    assert_eq!(indirect(2).kind, TrapKind::UnknownExtern("sound".into()));
    let nowhere = build.trap("halts", &[Value::Ptr(Pointer::wild(0x1234))]);
    assert_eq!(nowhere, TrapKind::NotAFunction(0x1234));
}

#[test]
fn hardware_and_assembly_are_the_hosts() {
    let asm = |template: &str, constraints: &str| Callee::Asm {
        template: template.to_string(),
        constraints: constraints.to_string(),
        side_effect: true,
    };
    let run = |ty: &Type, lines: Vec<Line>, machine: &mut Machine| {
        let build = Build::default().function("f", ty.clone(), &[], vec![lines]);
        build.run("f", &[], machine).map_err(|t| t.kind)
    };
    let mut machine = Machine::default();
    let key = vec![gives(&I8, call(asm("jsr $$ffe4", "=&{r24}"), vec![])), ret(v(0))];
    assert_eq!(run(&I8, key, &mut machine), Ok(Value::Int(65)));
    let two = vec![(I8, n(3)), (I8, n(4))];
    let plot = vec![gives(&pair(I8, I8), call(asm("plot", "=r,=r,r,r"), two)), ret(v(0))];
    assert_eq!(run(&pair(I8, I8), plot, &mut machine), Ok(ints(&[3, 4])));
    let unknown = vec![does(call(asm("jam", ""), vec![])), does(Op::Ret(None))];
    assert_eq!(run(&Type::Void, unknown, &mut machine), Err(TrapKind::UnknownAsm("jam".into())));
    let comment = vec![gives(&I8, call(asm("/* ${0} */", "=r,0"), vec![(I8, n(6))])), ret(v(0))];
    assert_eq!(run(&I8, comment, &mut machine), Ok(Value::Int(6)));
    let hidden = vec![gives(&pair(I8, I8), call(asm("", "=r,=r,1,~{memory}"), vec![(I8, n(7))])), ret(v(0))];
    let expected = Value::Aggregate(vec![Value::Undef, Value::Int(7)]);
    assert_eq!(run(&pair(I8, I8), hidden, &mut machine), Ok(expected));

    let volatile = |ptr| Op::Load { ptr, volatile: true, atomic: false, range: None };
    let raster = vec![gives(&I8, volatile(n(0xd012))), gives(&I8, volatile(n(0xd012))), ret(v(1))];
    assert_eq!(run(&I8, raster, &mut machine), Ok(Value::Int(2)));
    let border = |value| {
        let op = Op::Store { ty: I16, value, ptr: n(0xd020), volatile: true, atomic: false };
        vec![does(op), does(Op::Ret(None))]
    };
    assert_eq!(run(&Type::Void, border(n(0x0602)), &mut machine), Ok(Value::void()));
    assert_eq!(machine.written, [(0xd020, 2), (0xd021, 6)]);
    let undefined = TrapKind::Undefined("what a volatile store writes".into());
    assert_eq!(run(&Type::Void, border(undef()), &mut machine), Err(undefined));
}
