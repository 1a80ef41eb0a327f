//! Texts with tokens deleted, doubled and exchanged: an error or a module that obeys the rules, never a panic.

use std::panic::catch_unwind;

use compiler::ir::verify::verify;
use compiler::llvm::{parse, print};

/// Small, with much in little space.
const SEEDS: [&str; 4] = [
    include_str!("../data/asm.ll"),
    include_str!("../data/io.ll"),
    r#"%T = type { i8, [2 x i16] }
@t = internal constant <{ ptr, [2 x i8], %T }> <{ ptr getelementptr inbounds (i8, ptr @u, i16 1), [2 x i8] c"\01b", %T zeroinitializer }>, align 1
@u = global [4 x i8] zeroinitializer, section ".zp", align 256
@a = alias i8, ptr @u
define internal fastcc noundef range(i8 0, 3) i8 @f(ptr noundef dereferenceable(4) %p, i16 range(i16 0, -1) %i, i8 %0) unnamed_addr addrspace(1) #0 {
start:
  %q = getelementptr inbounds nuw %T, ptr %p, i16 %i, i32 1, i16 1
  %v = load i8, ptr %q, align 1, !range !1, !dbg !2
  switch i8 %v, label %out [
    i8 0, label %loop
    i8 -1, label %out
  ]
loop:
  %n = phi i8 [ %v, %start ], [ %m, %loop ]
  %m = add nuw nsw i8 %n, -1
  %c = icmp samesign ult i8 %m, %0
  br i1 %c, label %loop, label %out
out:
  %r = phi i8 [ 1, %start ], [ 1, %start ], [ %m, %loop ]
  %w = tail call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %r, i8 1) #0
  %x = extractvalue { i8, i1 } %w, 0
  ret i8 %x
}
attributes #0 = { nounwind memory(none) "target-cpu"="x" }
!1 = !{i8 0, i8 3}
!2 = !DILocation(line: 7, scope: !3)
!3 = !{}
"#,
    r#"define double @f(double %a, i64 %b, ptr %p) {
  %1 = fmul fast double %a, 1.5e+00
  %2 = uitofp nneg i64 %b to double
  %3 = fcmp une double %1, %2
  %4 = select i1 %3, double %1, double 0x7FF8000000000000
  %5 = cmpxchg ptr %p, i8 1, i8 2 seq_cst monotonic, align 1
  %6 = insertvalue { i8, i1 } %5, i1 true, 1
  %7 = alloca [4 x i8], i16 2, align 2
  store volatile { i8, i1 } %6, ptr %7, align 1
  %8 = call double asm sideeffect "", "=r,r"(double %4)
  %9 = atomicrmw umin ptr inttoptr (i16 add (i16 ptrtoint (ptr @f to i16), i16 3) to ptr), i128 -5 acquire
  call void inttoptr (i16 -46 to ptr)(metadata !1)
  ret double %8
}
"#,
];

/// Knuth's 64-bit generator (MMIX).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// The text in pieces: words, spaces, single characters.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let same = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '%' | '@' | '!' | '#');
        let length =
            if same(first) { rest.find(|c| !same(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        pieces.push(&rest[..length]);
        rest = &rest[length..];
    }
    pieces
}

/// Parses; `true` if the text was accepted, and then it must be a module in every respect.
fn survives(text: &str) -> bool {
    let outcome = catch_unwind(|| match parse("t.ll", text) {
        Err(error) => {
            assert!(error.to_string().starts_with("t.ll:"), "{error}");
            false
        }
        Ok(module) => {
            assert_eq!(verify(&module), Ok(()));
            let again = parse("t.ll", &print(&module)).expect("what is printed can be read");
            assert_eq!(print(&again), print(&module));
            true
        }
    });
    outcome.unwrap_or_else(|_| panic!("failed on:\n{text}"))
}

#[test]
fn mutations_never_panic() {
    let mut random = Random(2026);
    let (mut accepted, mut refused) = (0, 0);
    for seed in SEEDS {
        assert!(survives(seed), "a seed is right");
        let whole = pieces(seed);
        for _ in 0..4000 {
            let mut changed = whole.clone();
            for _ in 0..=random.below(3) {
                let (at, other) = (random.below(changed.len()), random.below(changed.len()));
                match random.below(4) {
                    0 => {
                        changed.remove(at);
                    }
                    1 => changed.insert(at, changed[other]),
                    2 => changed[at] = changed[other],
                    _ => changed.swap(at, other),
                }
            }
            if survives(&changed.concat()) {
                accepted += 1;
            } else {
                refused += 1;
            }
        }
    }
    assert!(accepted > 500 && refused > 5000, "{accepted} accepted, {refused} refused: the mutations miss");
}

#[test]
fn truncations_never_panic() {
    for seed in SEEDS {
        for at in (0..seed.len()).filter(|at| seed.is_char_boundary(*at)) {
            survives(&seed[..at]);
        }
    }
}
