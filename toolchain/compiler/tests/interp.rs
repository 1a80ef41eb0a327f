//! Small programs in LLVM text, run by the IR interpreter.

use compiler::ir::interp::{Config, Host, Interpreter, Memory, NoHost, Stop, Trap, TrapKind, Value};
use compiler::llvm;

const HEADER: &str = "target datalayout = \"e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8\"\n\
                      target triple = \"avr-unknown-unknown\"\n";

/// Collects what `putch` prints; `halt` ends the program.
#[derive(Default)]
struct Console(Vec<u8>);

impl Host for Console {
    fn call_extern(&mut self, name: &str, args: &[u128], _: &mut Memory) -> Option<Result<u128, Stop>> {
        match (name, args) {
            ("putch", [c]) => {
                self.0.push(*c as u8);
                Some(Ok(0))
            }
            ("halt", []) => Some(Err(Stop::Halt)),
            _ => None,
        }
    }
}

fn run_on(host: &mut dyn Host, text: &str, name: &str, args: &[u128]) -> Result<Value, Trap> {
    let module = llvm::parse("test.ll", &format!("{HEADER}{text}")).unwrap_or_else(|e| panic!("{e}"));
    let args: Vec<Value> = args.iter().map(|n| Value::Int(*n)).collect();
    Interpreter::new(&module, Config { fuel: 1_000_000, ..Config::default() })?.call(name, &args, host)
}

fn run(text: &str, name: &str, args: &[u128]) -> Result<Value, Trap> {
    run_on(&mut NoHost, text, name, args)
}

/// The number that the program returns.
fn returns(text: &str, name: &str, args: &[u128]) -> u128 {
    run(text, name, args).unwrap_or_else(|trap| panic!("{trap}")).int().expect("a number")
}

/// Line of the module that holds the first line of `text` with these words.
fn line_of(text: &str, words: &str) -> usize {
    let line = text.lines().position(|l| l.contains(words)).expect("such a line");
    HEADER.lines().count() + line + 1
}

const SIEVE: &str = "
@flags = internal unnamed_addr global [200 x i8] zeroinitializer, align 1

define i16 @sieve(i16 %limit) unnamed_addr addrspace(1) {
start:
  br label %next
next:
  %n = phi i16 [ 2, %start ], [ %n1, %skip ]
  %count = phi i16 [ 0, %start ], [ %count2, %skip ]
  %done = icmp uge i16 %n, %limit
  br i1 %done, label %end, label %test
test:
  %p = getelementptr inbounds nuw i8, ptr @flags, i16 %n
  %flag = load i8, ptr %p, align 1
  %composite = icmp ne i8 %flag, 0
  br i1 %composite, label %skip, label %strike
strike:
  %m = phi i16 [ %n, %test ], [ %m1, %mark ]
  %past = icmp uge i16 %m, %limit
  br i1 %past, label %skip, label %mark
mark:
  %q = getelementptr inbounds nuw i8, ptr @flags, i16 %m
  store i8 1, ptr %q, align 1
  %m1 = add nuw i16 %m, %n
  br label %strike
skip:
  %prime = phi i16 [ 0, %test ], [ 1, %strike ]
  %count2 = add nuw nsw i16 %count, %prime
  %n1 = add nuw i16 %n, 1
  br label %next
end:
  ret i16 %count
}
";

#[test]
fn a_sieve_counts_the_primes() {
    assert_eq!(returns(SIEVE, "sieve", &[200]), 46);
    assert_eq!(returns(SIEVE, "sieve", &[2]), 0);
}

#[test]
fn a_loop_beyond_its_table_is_caught_at_its_line() {
    let trap = run(SIEVE, "sieve", &[202]).unwrap_err();
    let object = "flags".to_string();
    assert_eq!(trap.kind, TrapKind::OutOfBounds { address: 0x8e8, size: 1, write: true, object });
    assert_eq!((trap.stack.len(), trap.stack[0].line as usize), (1, line_of(SIEVE, "store i8 1")));
}

#[test]
fn recursion_returns_through_every_frame() {
    let ackermann = "
define i16 @ack(i16 %m, i16 %n) addrspace(1) {
  %1 = icmp eq i16 %m, 0
  br i1 %1, label %2, label %4
2:
  %3 = add i16 %n, 1
  ret i16 %3
4:
  %5 = add i16 %m, -1
  %6 = icmp eq i16 %n, 0
  br i1 %6, label %10, label %7
7:
  %8 = add i16 %n, -1
  %9 = tail call addrspace(1) i16 @ack(i16 %m, i16 %8)
  br label %10
10:
  %11 = phi i16 [ %9, %7 ], [ 1, %4 ]
  %12 = tail call addrspace(1) i16 @ack(i16 %5, i16 %11)
  ret i16 %12
}
";
    assert_eq!(returns(ackermann, "ack", &[2, 3]), 9);
    assert_eq!(returns(ackermann, "ack", &[3, 3]), 61);
}

#[test]
fn calls_through_a_vtable_find_their_function() {
    let text = r#"
@vtable = private unnamed_addr constant <{ [6 x i8], ptr addrspace(1), ptr addrspace(1) }> <{ [6 x i8] c"\00\00\02\00\01\00", ptr addrspace(1) @twice, ptr addrspace(1) @square }>, align 1

define internal i16 @twice(ptr %self) addrspace(1) {
  %n = load i16, ptr %self, align 1
  %r = shl nuw i16 %n, 1
  ret i16 %r
}
define internal i16 @square(ptr %self) addrspace(1) {
  %n = load i16, ptr %self, align 1
  %r = mul nuw i16 %n, %n
  ret i16 %r
}
define i16 @both(i16 %n) addrspace(1) {
  %object = alloca [2 x i8], align 1
  store i16 %n, ptr %object, align 1
  %1 = getelementptr inbounds nuw i8, ptr @vtable, i16 6
  %2 = load ptr addrspace(1), ptr %1, align 1
  %3 = load ptr addrspace(1), ptr getelementptr inbounds nuw (i8, ptr @vtable, i16 8), align 1
  %4 = call addrspace(1) i16 %2(ptr %object)
  %5 = call addrspace(1) i16 %3(ptr %object)
  %6 = sub i16 %5, %4
  ret i16 %6
}
"#;
    assert_eq!(returns(text, "both", &[7]), 35);
    // The square of 300 breaks `nuw`.
    assert_eq!(run(text, "both", &[300]), Ok(Value::Undef));
}

#[test]
fn a_dependency_on_poison_is_reported_where_it_happens() {
    let text = "
define i8 @f(i8 %a) addrspace(1) {
  %1 = add nuw i8 %a, 1
  %2 = icmp ugt i8 %1, 5
  br i1 %2, label %more, label %less
more:
  ret i8 1
less:
  ret i8 0
}
define i8 @g(i8 %a) addrspace(1) {
  %1 = call addrspace(1) i8 @f(i8 %a)
  ret i8 %1
}
";
    assert_eq!((returns(text, "g", &[5]), returns(text, "g", &[4])), (1, 0));
    let trap = run(text, "g", &[255]).unwrap_err();
    assert_eq!(
        trap.to_string(),
        format!(
            "the condition of a branch is undefined or poison\n  in f, line {}\n  in g, line {}",
            line_of(text, "br i1 %2"),
            line_of(text, "call addrspace(1)")
        )
    );
}

#[test]
fn structs_with_holes_survive_copies_as_integers() {
    let text = "
define i8 @f(i8 %a) addrspace(1) {
  %x = alloca { i8, i16, i8 }, align 1
  %y = alloca { i8, i16, i8 }, align 1
  %last = getelementptr inbounds nuw i8, ptr %x, i16 3
  store i8 %a, ptr %x, align 1
  store i8 7, ptr %last, align 1
  %word = load i32, ptr %x, align 1
  store i32 %word, ptr %y, align 1
  %first = load i8, ptr %y, align 1
  %last2 = getelementptr inbounds nuw i8, ptr %y, i16 3
  %second = load i8, ptr %last2, align 1
  %sum = add i8 %first, %second
  ret i8 %sum
}
";
    assert_eq!(returns(text, "f", &[5]), 12);
}

#[test]
fn a_program_prints_and_halts() {
    let text = r#"
@text = private unnamed_addr constant [6 x i8] c"READY.", align 1
declare void @putch(i8) addrspace(1)
declare void @halt() addrspace(1)
define void @main() addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i16 [ 0, %start ], [ %i1, %print ]
  %end = icmp eq i16 %i, 6
  br i1 %end, label %stop, label %print
print:
  %p = getelementptr inbounds nuw i8, ptr @text, i16 %i
  %c = load i8, ptr %p, align 1
  tail call addrspace(1) void @putch(i8 %c)
  %i1 = add nuw nsw i16 %i, 1
  br label %loop
stop:
  tail call addrspace(1) void @halt()
  unreachable
}
"#;
    let mut console = Console::default();
    assert!(run_on(&mut console, text, "main", &[]).unwrap_err().is_halt());
    assert_eq!(console.0, b"READY.");
    let trap = run(text, "main", &[]).unwrap_err();
    assert_eq!(trap.kind, TrapKind::UnknownExtern("putch".into()));
}

#[test]
fn wide_and_float_arithmetic_agrees_with_the_host() {
    let text = "
define i64 @mulmod(i64 %a, i64 %b, i64 %m) addrspace(1) {
  %1 = zext i64 %a to i128
  %2 = zext i64 %b to i128
  %3 = mul nuw i128 %1, %2
  %4 = zext i64 %m to i128
  %5 = urem i128 %3, %4
  %6 = trunc nuw i128 %5 to i64
  ret i64 %6
}
define i16 @celsius(i16 %f) addrspace(1) {
  %1 = sitofp i16 %f to float
  %2 = fadd float %1, -3.200000e+01
  %3 = fmul float %2, 5.000000e+00
  %4 = fdiv float %3, 9.000000e+00
  %5 = call addrspace(1) i16 @llvm.fptosi.sat.i16.f32(float %4)
  ret i16 %5
}
declare i16 @llvm.fptosi.sat.i16.f32(float) addrspace(1)
";
    let (a, b, m) = (0x0123_4567_89ab_cdef_u128, 0xfedc_ba98_7654_3210, 1_000_000_007);
    assert_eq!(returns(text, "mulmod", &[a, b, m]), a * b % m);
    assert_eq!(returns(text, "celsius", &[212]), 100);
    assert_eq!(run(text, "mulmod", &[1, 1, 0]).unwrap_err().kind, TrapKind::DivisionByZero);
}
