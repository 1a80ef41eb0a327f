//! Every construct that rustc's output may hold, one small text each.

use compiler::ir::{BinOp, BlockId, Callee, CastOp, Const, Op, Operand, Pred, RmwOp, Symbol, Type, Value};

use super::{insts, module, op};

fn int(n: u128) -> Operand {
    Operand::Const(Const::Int(n))
}

fn value(n: u32) -> Operand {
    Operand::Value(Value(n))
}

/// The constant a store writes.
fn constant(ty: &str, text: &str) -> Const {
    match op("ptr %p", &format!("store {ty} {text}, ptr %p")) {
        Op::Store { value: Operand::Const(constant), .. } => constant,
        other => panic!("{other:?}"),
    }
}

#[test]
fn arithmetic_and_its_flags() {
    for (text, op_, nuw, nsw) in [
        ("add i8 %a, -1", BinOp::Add, false, false),
        ("add nuw nsw i8 %a, 255", BinOp::Add, true, true),
        ("sub nsw i8 %a, -1", BinOp::Sub, false, true),
        ("or disjoint i8 %a, -1", BinOp::Or, true, true),
        ("or i8 %a, -1", BinOp::Or, false, false),
        ("lshr exact i8 %a, -1", BinOp::LShr, false, false),
        ("shl nuw i8 %a, -1", BinOp::Shl, true, false),
        ("srem i8 %a, -1", BinOp::SRem, false, false),
    ] {
        let expected = Op::Binary { op: op_, lhs: value(0), rhs: int(255), nuw, nsw };
        assert_eq!(op("i8 %a", &format!("%r = {text}")), expected, "{text}");
    }
    let frem = Op::Binary { op: BinOp::FRem, lhs: value(0), rhs: value(0), nuw: false, nsw: false };
    assert_eq!(op("double %a", "%r = frem nnan fast double %a, %a"), frem);
    assert_eq!(op("float %a", "%r = fneg contract float %a"), Op::FNeg(value(0)));
    assert_eq!(op("i1 %a", "%r = freeze i1 %a"), Op::Freeze(value(0)));
}

#[test]
fn comparisons() {
    let icmp = Op::Icmp { pred: Pred::Ult, ty: Type::Int(8), lhs: value(0), rhs: int(160) };
    assert_eq!(op("i8 %a", "%r = icmp ult i8 %a, -96"), icmp);
    assert_eq!(op("i8 %a", "%r = icmp samesign ult i8 %a, -96"), icmp);
    let null = Op::Icmp { pred: Pred::Eq, ty: Type::Ptr, lhs: value(0), rhs: int(0) };
    assert_eq!(op("ptr %a", "%r = icmp eq ptr %a, null"), null);
    let fcmp = Op::Fcmp { pred: "une".to_string(), ty: Type::Float, lhs: value(0), rhs: value(0) };
    assert_eq!(op("float %a", "%r = fcmp reassoc une float %a, %a"), fcmp);
}

#[test]
fn conversions() {
    for (text, op_, from) in [
        ("trunc nuw nsw i16 %a to i8", CastOp::Trunc, Type::Int(16)),
        ("zext nneg i16 %a to i32", CastOp::ZExt, Type::Int(16)),
        ("sext i16 %a to i17", CastOp::SExt, Type::Int(16)),
        ("inttoptr i16 %a to ptr addrspace(1)", CastOp::IntToPtr, Type::Int(16)),
        ("uitofp nneg i16 %a to float", CastOp::UiToFp, Type::Int(16)),
        ("sitofp i16 %a to double", CastOp::SiToFp, Type::Int(16)),
    ] {
        assert_eq!(
            op("i16 %a", &format!("%r = {text}")),
            Op::Cast { op: op_, from, value: value(0) },
            "{text}"
        );
    }
    for (text, op_) in [
        ("ptrtoint ptr %a to i16", CastOp::PtrToInt),
        ("ptrtoaddr ptr %a to i16", CastOp::PtrToInt),
        ("addrspacecast ptr addrspace(1) %a to ptr", CastOp::Bitcast),
    ] {
        let cast = Op::Cast { op: op_, from: Type::Ptr, value: value(0) };
        assert_eq!(op("ptr %a", &format!("%r = {text}")), cast, "{text}");
    }
    for (text, op_) in [
        ("fptoui float %a to i8", CastOp::FpToUi),
        ("fptosi float %a to i8", CastOp::FpToSi),
        ("fpext float %a to double", CastOp::FpExt),
        ("bitcast float %a to i32", CastOp::Bitcast),
    ] {
        let cast = Op::Cast { op: op_, from: Type::Float, value: value(0) };
        assert_eq!(op("float %a", &format!("%r = {text}")), cast, "{text}");
    }
}

#[test]
fn loads_and_stores() {
    let load = |volatile, atomic, range| Op::Load { ptr: value(0), volatile, atomic, range };
    let text = "%r = load i8, ptr addrspace(1) %p, align 1, !noundef !{}, !range !{i8 1, i8 -1}";
    assert_eq!(op("ptr %p", text), load(false, false, Some((1, 255))));
    assert_eq!(op("ptr %p", "%r = load volatile i16, ptr %p"), load(true, false, None));
    let text = "%r = load atomic i16, ptr %p syncscope(\"singlethread\") acquire, align 2";
    assert_eq!(op("ptr %p", text), load(false, true, None));
    let store = Op::Store { ty: Type::Ptr, value: int(0), ptr: value(0), volatile: true, atomic: true };
    assert_eq!(op("ptr %p", "store atomic volatile ptr null, ptr %p release, align 1"), store);
}

#[test]
fn several_ranges_become_one() {
    let text = "define i8 @f(ptr %p) {\n  %r = load i8, ptr %p, align 1, !range !7\n  ret i8 %r\n}\n\
                !7 = !{i8 -3, i8 -1, i8 2, i8 5}";
    let m = module(text);
    let Op::Load { range, .. } = &m.functions[0].blocks[0].insts[0].op else { panic!("no load") };
    assert_eq!(*range, Some((253, 5)));
}

#[test]
fn addresses_are_normalised() {
    let gep = |offset, indices: &[(u16, u32, i32)]| Op::Gep {
        base: value(0),
        offset,
        indices: indices.iter().map(|(bits, v, scale)| (Type::Int(*bits), value(*v), *scale)).collect(),
        inbounds: false,
        nuw: false,
    };
    let params = "ptr %p, i16 %i, i8 %j";
    for (text, expected) in [
        ("i8, ptr %p, i16 -2", gep(-2, &[])),
        ("i8, ptr %p, i16 %i", gep(0, &[(16, 1, 1)])),
        ("{ i8, [4 x { i16, i8 }] }, ptr %p, i16 1, i32 1, i16 %i, i32 1", gep(16, &[(16, 1, 3)])),
        ("[5 x i16], ptr %p, i16 %i, i8 %j", gep(0, &[(16, 1, 10), (8, 2, 2)])),
        ("[0 x i8], ptr %p, i16 %i, i8 %j", gep(0, &[(8, 2, 1)])),
        ("<{ i8, ptr addrspace(1), i8 }>, ptr %p, i16 0, i32 2", gep(3, &[])),
        ("[300 x i8], ptr %p, i16 200, i16 0", gep(60_000 - 65_536, &[])),
        ("{ [0 x i8], [65535 x i8] }, ptr %p, i16 %i, i32 0, i64 5", gep(5, &[(16, 1, -1)])),
    ] {
        assert_eq!(op(params, &format!("%r = getelementptr {text}")), expected, "{text}");
    }
    let flags = op("ptr %p", "%r = getelementptr inbounds nusw nuw i8, ptr %p, i16 3");
    assert_eq!(flags, Op::Gep { base: value(0), offset: 3, indices: Vec::new(), inbounds: true, nuw: true });
}

#[test]
fn integers() {
    for (ty, text, expected) in [
        ("i8", "-1", 255),
        ("i8", "255", 255),
        ("i8", "-128", 128),
        ("i1", "true", 1),
        ("i1", "-1", 1),
        ("i16", "u0xFFFE", 0xFFFE),
        ("i16", "s0xFE", 0xFFFE),
        ("i16", "s0x0FE", 0xFE),
        ("i128", "-1", u128::MAX),
        ("i128", "340282366920938463463374607431768211455", u128::MAX),
        ("i32", "zeroinitializer", 0),
    ] {
        assert_eq!(constant(ty, text), Const::Int(expected), "{ty} {text}");
    }
}

#[test]
fn floats() {
    for (ty, text, expected) in [
        ("double", "1.500000e+00", 1.5_f64.to_bits()),
        ("double", "-0.0", (-0.0_f64).to_bits()),
        ("double", "0x7FF8000000000001", 0x7FF8_0000_0000_0001),
        ("float", "1.5", u64::from(1.5_f32.to_bits())),
        ("float", "0x36A0000000000000", 1),
        ("float", "0x7FF8000000000000", 0x7FC0_0000),
        ("float", "zeroinitializer", 0),
    ] {
        assert_eq!(constant(ty, text), Const::Float(expected), "{ty} {text}");
    }
}

#[test]
fn constant_expressions_are_folded() {
    let g = |offset| Const::Address(Symbol(0), offset);
    for (ty, text, expected) in [
        ("ptr", "@g", g(0)),
        ("ptr", "getelementptr inbounds nuw (i8, ptr @g, i16 93)", g(93)),
        ("ptr", "getelementptr inrange(-2, 4) ([4 x i16], ptr @g, i16 0, i16 -1)", g(-2)),
        ("ptr", "getelementptr (i8, ptr getelementptr (i8, ptr @g, i16 5), i16 -7)", g(-2)),
        ("ptr", "inttoptr (i16 -12256 to ptr)", Const::Int(0xD020)),
        ("ptr", "getelementptr (i8, ptr inttoptr (i16 -1 to ptr), i16 3)", Const::Int(2)),
        ("ptr", "getelementptr (i8, ptr null, i16 -1)", Const::Int(0xFFFF)),
        ("ptr", "addrspacecast (ptr addrspace(1) @f to ptr)", Const::Address(Symbol(1), 0)),
        ("i16", "ptrtoint (ptr addrspace(1) @g to i16)", g(0)),
        ("i16", "add nuw (i16 ptrtoint (ptr @g to i16), i16 4)", g(4)),
        ("i16", "sub (i16 ptrtoint (ptr @g to i16), i16 4)", g(-4)),
        (
            "i16",
            "sub (i16 ptrtoint (ptr getelementptr (i8, ptr @g, i16 7) to i16), i16 ptrtoint (ptr @g to i16))",
            Const::Int(7),
        ),
        ("ptr", "inttoptr (i16 add (i16 ptrtoint (ptr @g to i16), i16 1) to ptr)", g(1)),
        ("i8", "trunc (i16 511 to i8)", Const::Int(255)),
        ("i8", "xor (i8 -1, i8 1)", Const::Int(254)),
        ("float", "bitcast (i32 1 to float)", Const::Float(1)),
        ("ptr", "undef", Const::Undef),
        ("i16", "ptrtoint (ptr poison to i16)", Const::Undef),
    ] {
        assert_eq!(constant(ty, text), expected, "{text}");
    }
}

#[test]
fn aggregates() {
    let pair = vec![(Type::Int(8), Const::Int(1)), (Type::Ptr, Const::Undef)];
    assert_eq!(constant("{ i8, ptr }", "{ i8 1, ptr poison }"), Const::Aggregate(pair.clone()));
    assert_eq!(constant("<{ i8, ptr }>", "<{ i8 1, ptr undef }>"), Const::Aggregate(pair));
    assert_eq!(constant("[3 x i8]", "c\"a\\00\\22\""), Const::Bytes(b"a\0\"".to_vec()));
    assert_eq!(constant("[0 x i8]", "zeroinitializer"), Const::Zero);
    let path = insts(
        "{ i8, [2 x i16] } %a",
        "%x = extractvalue { i8, [2 x i16] } %a, 1, 0\n%y = insertvalue { i8, [2 x i16] } %a, i16 %x, 1, 1",
    );
    let whole = Type::Struct(vec![Type::Int(8), Type::Array(Box::new(Type::Int(16)), 2)]);
    assert_eq!(path[0].op, Op::ExtractValue { ty: whole, value: value(0), path: vec![1, 0] });
    let insert =
        Op::InsertValue { value: value(0), part_ty: Type::Int(16), part: value(1), path: vec![1, 1] };
    assert_eq!(path[1].op, insert);
}

#[test]
fn locals() {
    let alloca = |ty, align| Op::Alloca { ty, align };
    assert_eq!(op("", "%r = alloca [3 x i8], align 2"), alloca(Type::Array(Box::new(Type::Int(8)), 3), 2));
    assert_eq!(op("", "%r = alloca i16"), alloca(Type::Int(16), 1));
    let many = alloca(Type::Array(Box::new(Type::Ptr), 4), 1);
    assert_eq!(op("", "%r = alloca ptr, i16 4, align 1, addrspace(0)"), many);
}

#[test]
fn atomics() {
    let rmw = Op::AtomicRmw { op: RmwOp::UMax, ptr: value(0), value: int(3) };
    assert_eq!(op("ptr %p", "%r = atomicrmw volatile umax ptr %p, i8 3 monotonic, align 1"), rmw);
    let swap = insts(
        "ptr %p",
        "%r = cmpxchg weak ptr %p, i8 1, i8 2 acq_rel monotonic, align 1\n%ok = extractvalue { i8, i1 } %r, 1",
    );
    assert_eq!(swap[0].op, Op::CmpXchg { ptr: value(0), ty: Type::Int(8), expected: int(1), new: int(2) });
    assert_eq!(op("", "fence syncscope(\"singlethread\") seq_cst"), Op::Fence);
}

#[test]
fn calls() {
    let text = "
declare fastcc noundef range(i8 0, 7) i8 @h(i8 noundef, ptr) #0
define void @f(ptr %p) {
  %r = tail call fastcc noundef zeroext range(i8 0, 7) addrspace(1) i8 @h(i8 noundef 1, ptr nonnull align 2 dereferenceable(3) captures(none) %p) #1, !noalias !{}
  %s = call i8 (i8, ptr) @h(i8 2, ptr null) [ \"kcfi\"(i32 1) ]
  notail call coldcc void %p(i8 %s)
  call void inttoptr (i16 -46 to ptr)()
  call cc 10 void getelementptr (i8, ptr @h, i16 1)()
  ret void
}
attributes #0 = { cold noreturn nounwind memory(read, argmem: none) \"target-cpu\"=\"x\" alignstack=4 }
attributes #1 = { nounwind }
";
    let m = module(text);
    let insts = &m.functions[0].blocks[0].insts;
    let call = |i: usize| match &insts[i].op {
        Op::Call { callee, args, noreturn } => (callee.clone(), args.len(), *noreturn),
        other => panic!("{other:?}"),
    };
    assert_eq!(call(0), (Callee::Direct(Symbol(0)), 2, true));
    assert_eq!(call(1), (Callee::Direct(Symbol(0)), 2, true));
    assert_eq!(call(2), (Callee::Indirect(value(0)), 1, false));
    assert_eq!(call(3), (Callee::Indirect(int(0xFFD2)), 0, false));
    assert_eq!(call(4), (Callee::Indirect(Operand::Const(Const::Address(Symbol(0), 1))), 0, false));
}

#[test]
fn intrinsics_lose_their_overloads() {
    let text = "
define i8 @f(i8 %a, ptr %p) {
  #dbg_value(i8 %a, !3, !DIExpression(), !4)
  call void @llvm.dbg.value(metadata i8 %a, metadata !3, metadata !DIExpression())
  tail call void @llvm.experimental.noalias.scope.decl(metadata !3)
  call void @llvm.memcpy.p0.p0.i16(ptr align 1 %p, ptr %p, i16 4, i1 false)
  %r = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %a, i8 1)
  call addrspace(1) void @llvm.trap()
  ret i8 %a
}
declare void @llvm.trap()
declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8, i8)
!3 = !{}
";
    let m = module(text);
    let names: Vec<(String, usize, bool)> = m.functions[0].blocks[0]
        .insts
        .iter()
        .filter_map(|i| match &i.op {
            Op::Call { callee: Callee::Intrinsic(name), args, noreturn } => {
                Some((name.clone(), args.len(), *noreturn))
            }
            _ => None,
        })
        .collect();
    let expected = [
        ("experimental.noalias.scope.decl", 0, false),
        ("memcpy", 4, false),
        ("uadd.with.overflow", 2, false),
        ("trap", 0, true),
    ];
    assert_eq!(names, expected.map(|(n, a, r)| (n.to_string(), a, r)));
    assert_eq!(m.symbols.len(), 1, "intrinsics have no symbol");
    assert!(m.externs.is_empty());
}

#[test]
fn assembly() {
    let text = "%r = tail call addrspace(0) i8 asm sideeffect alignstack \"lda #5\\0Asta $$d020 \\22\", \"=&{r24},~{memory}\"() #7";
    let text = format!("define void @f() {{\n{text}\nret void\n}}\nattributes #7 = {{ nounwind }}");
    let m = module(&text);
    let asm = Callee::Asm {
        template: "lda #5\nsta $$d020 \"".to_string(),
        constraints: "=&{r24},~{memory}".to_string(),
        side_effect: true,
    };
    assert_eq!(
        m.functions[0].blocks[0].insts[0].op,
        Op::Call { callee: asm, args: Vec::new(), noreturn: false }
    );
}

#[test]
fn control_flow_and_forward_references() {
    let text = "
define i8 @f(i8 %n) {
start:
  switch i8 %n, label %\"the end\" [
    i8 -1, label %b
    i8 2, label %b
  ]
b:
  %i = phi i8 [ 0, %start ], [ 0, %start ], [ %next, %b ]
  %next = add i8 %i, 1
  %c = icmp eq i8 %next, %n
  br i1 %c, label %dead, label %b, !prof !{}
dead:
  unreachable
\"the end\":
  ret i8 %n
}";
    let m = module(text);
    let blocks = &m.functions[0].blocks;
    assert_eq!(blocks.iter().map(|b| b.name.as_str()).collect::<Vec<_>>(), ["start", "b", "dead", "the end"]);
    assert_eq!(
        blocks[0].insts[0].op,
        Op::Switch {
            ty: Type::Int(8),
            value: value(0),
            default: BlockId(3),
            cases: vec![(255, BlockId(1)), (2, BlockId(1))]
        }
    );
    let next = m.functions[0].values.iter().position(|v| v.name == "next").expect("next") as u32;
    let phi = vec![(BlockId(0), int(0)), (BlockId(0), int(0)), (BlockId(1), value(next))];
    assert_eq!(blocks[1].insts[0].op, Op::Phi(phi));
    assert_eq!(blocks[1].successors(), [BlockId(2), BlockId(1)]);
}

#[test]
fn unnamed_values_and_blocks_are_numbered() {
    let text = "
define i8 @f(i8, i8 %x, i8) {
  %4 = add i8 %0, %1
  call i8 @f(i8 %4, i8 %x, i8 0)
  br label %6
6:
  br i1 true, label %7, label %8
  ret i8 %5
8:
  %9 = select i1 false, i8 %5, i8 poison
  ret i8 %9
}";
    let m = module(text);
    let f = &m.functions[0];
    assert_eq!(f.values.iter().map(|v| v.name.as_str()).collect::<Vec<_>>(), ["0", "x", "1", "4", "5", "9"]);
    assert_eq!(f.blocks.iter().map(|b| b.name.as_str()).collect::<Vec<_>>(), ["2", "6", "7", "8"]);
}

#[test]
fn places_in_the_source_follow_the_metadata() {
    let text = "define void @f() !dbg !1 {\n  fence seq_cst, !dbg !2\n  fence seq_cst, !dbg !DILocation(line: 9, scope: !1)\n  \
                fence seq_cst, !dbg !7\n  ret void\n}\n\
                !1 = distinct !DISubprogram(name: \"f\", file: !4, line: 3, scope: null)\n\
                !2 = !DILocation(line: 41, column: 5, scope: !8, inlinedAt: !3)\n\
                !3 = distinct !DILocation(line: 8, scope: !6)\n\
                !4 = !DIFile(filename: \"src/main.rs\", directory: \"/x\")\n\
                !5 = !DIFile(filename: \"/rustc/12/library/core/src/num.rs\", directory: \"\")\n\
                !6 = !DILexicalBlock(scope: !1, file: !4, line: 7)\n\
                !7 = !DILocation(line: 0, scope: !1, inlinedAt: !3)\n\
                !8 = distinct !DISubprogram(file: !5, line: 1)";
    let m = module(text);
    let f = &m.functions[0];
    assert_eq!(m.sources.text(f.source), "src/main.rs:3");
    let places: Vec<String> = f.blocks[0].insts.iter().map(|i| m.sources.text(i.source)).collect();
    assert_eq!(
        places,
        ["core/src/num.rs:41, inlined at src/main.rs:8", "src/main.rs:9", "src/main.rs:8", ""]
    );
}

#[test]
fn a_circle_of_places_ends() {
    let text = "define void @f() {\n  fence seq_cst, !dbg !1\n  ret void\n}\n\
                !1 = !DILocation(line: 1, scope: null, inlinedAt: !2)\n\
                !2 = distinct !DILocation(line: 2, scope: null, inlinedAt: !1)";
    let m = module(text);
    assert_eq!(m.sources.text(m.functions[0].blocks[0].insts[0].source), "line 1");
}
