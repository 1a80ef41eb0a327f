//! Programs that do operations on numbers out of memory and show what they give.

use std::fmt::Write;

use crate::model::{Kind, Operation, mask};

const HEADER: &str = "target datalayout = \"e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8\"\n";

/// Shows the first bytes of `@out`.
const EMIT: &str = "
@out = internal global [40 x i8] zeroinitializer, align 1
define internal void @emit(i16 %n) unnamed_addr addrspace(1) {
  br label %loop
loop:
  %i = phi i16 [ 0, %0 ], [ %next, %loop ]
  %p = getelementptr inbounds i8, ptr @out, i16 %i
  %v = load i8, ptr %p, align 1
  store volatile i8 %v, ptr inttoptr (i16 -10242 to ptr), align 1
  %next = add i16 %i, 1
  %end = icmp eq i16 %next, %n
  br i1 %end, label %done, label %loop
done:
  ret void
}
";

fn bytes(number: u128, size: usize) -> String {
    number.to_le_bytes()[..size].iter().map(|byte| format!("\\{byte:02X}")).collect()
}

/// Stores `%r` to `@out` and shows it.
fn show(kind: Kind) -> String {
    let size = |bits: u16| bits.div_ceil(8);
    match kind {
        Kind::Int(1) => "  %z = zext i1 %r to i8\n  store i8 %z, ptr @out\n  call void @emit(i16 1)\n".into(),
        Kind::Int(n) => format!("  store i{n} %r, ptr @out\n  call void @emit(i16 {})\n", size(n)),
        Kind::Pair(n) => {
            let first = show(Kind::Int(n)).replace("%r", "%v").replace("%z", "%y");
            let flag = show(Kind::Int(1)).replace("%r", "%w");
            let ty = format!("{{ i{n}, i1 }}");
            format!("  %v = extractvalue {ty} %r, 0\n  %w = extractvalue {ty} %r, 1\n{first}{flag}")
        }
    }
}

/// Does the operations on each triple of operands in turn.
pub fn text(n: u16, operations: &[Operation], operands: &[[u128; 3]]) -> String {
    let size = usize::from(n.div_ceil(8));
    let table: String = operands.iter().flatten().map(|number| bytes(*number, size)).collect();
    let mut text = format!(
        "{HEADER}{EMIT}\n@table = internal constant [{} x i8] c\"{table}\", align 1\n",
        3 * size * operands.len()
    );
    let load = |name: &str, at: usize| match n {
        1 => format!(
            "  %{name}p = getelementptr i8, ptr %p, i16 {at}\n  %{name}b = load i8, ptr %{name}p\n  %{name} = trunc i8 %{name}b to i1\n"
        ),
        _ => {
            format!("  %{name}p = getelementptr i8, ptr %p, i16 {at}\n  %{name} = load i{n}, ptr %{name}p\n")
        }
    };
    let mut main = String::new();
    for (i, operation) in operations.iter().enumerate() {
        writeln!(text, "define internal void @op{i}(ptr %p) unnamed_addr addrspace(1) {{").unwrap();
        text += &[load("a", 0), load("b", size), load("c", 2 * size)].concat();
        if operation.text.contains("%s") {
            writeln!(text, "  %s = urem i{n} %b, {}", if n == 1 { "true".into() } else { n.to_string() })
                .unwrap();
        }
        if operation.text.contains("%d") {
            let (one, all) = if n == 1 { ("true", "true") } else { ("1", "-1") };
            writeln!(text, "  %o = or i{n} %b, {one}\n  %e = icmp eq i{n} %o, {all}").unwrap();
            writeln!(text, "  %d = select i1 %e, i{n} {one}, i{n} %o").unwrap();
        }
        writeln!(text, "  {}\n{}  ret void\n}}", operation.text, show(operation.result)).unwrap();
    }
    for at in 0..operands.len() {
        for i in 0..operations.len() {
            let offset = 3 * size * at;
            writeln!(main, "  call void @op{i}(ptr getelementptr (i8, ptr @table, i16 {offset}))").unwrap();
        }
    }
    let all = if n == 1 { "true".to_string() } else { "-1".to_string() };
    let zero = if n == 1 { "false" } else { "0" };
    write!(
        text,
        "define internal i{n} @choose(i{n} %a, i{n} %b, i{n} %c) unnamed_addr addrspace(1) {{
  switch i{n} %a, label %other [ i{n} {zero}, label %zero
    i{n} {all}, label %all ]
zero:
  br label %other
all:
  br label %other
other:
  %x = phi i{n} [ %a, %0 ], [ %b, %zero ], [ %c, %all ]
  %less = icmp slt i{n} %x, %c
  %r = select i1 %less, i{n} %b, i{n} %x
  ret i{n} %r
}}
define void @main() unnamed_addr addrspace(1) {{
{main}  ret void
}}
"
    )
    .unwrap();
    text
}

/// A program with an intrinsic that is refused.
pub fn refused(name: &str) -> String {
    format!(
        "{HEADER}define void @main() unnamed_addr addrspace(1) {{
  %a = load volatile i8, ptr inttoptr (i16 100 to ptr)
  %r = call i8 @llvm.{name}.i8(i8 %a, i8 %a, i32 3)
  store volatile i8 %r, ptr inttoptr (i16 100 to ptr)
  ret void
}}
declare i8 @llvm.{name}.i8(i8, i8, i32)
"
    )
}

/// Operations on 256 bits, made of two numbers of 128 bits each way, and what they show.
pub fn long(operands: &[[u128; 3]]) -> (String, Vec<u8>) {
    let mut text = format!("{HEADER}{EMIT}");
    let table: String = operands.iter().flatten().map(|number| bytes(*number, 16)).collect();
    writeln!(text, "@table = internal constant [{} x i8] c\"{table}\", align 1", 48 * operands.len())
        .unwrap();
    text += "define internal void @op(ptr %p) unnamed_addr addrspace(1) {
  %a = load i128, ptr %p
  %bp = getelementptr i8, ptr %p, i16 16
  %b = load i128, ptr %bp
  %cp = getelementptr i8, ptr %p, i16 32
  %c = load i128, ptr %cp
  %aw = zext i128 %a to i256
  %bw = zext i128 %b to i256
  %cw = sext i128 %c to i256
  %m = mul i256 %aw, %bw
  store i256 %m, ptr @out
  call void @emit(i16 32)
  %s = add i256 %m, %cw
  store i256 %s, ptr @out
  call void @emit(i16 32)
  %l = shl i256 %cw, 77
  %x = xor i256 %l, -1
  %y = ashr i256 %x, 140
  store i256 %y, ptr @out
  call void @emit(i16 32)
  %h = lshr i256 %s, 128
  %t = trunc i256 %h to i128
  store i128 %t, ptr @out
  call void @emit(i16 16)
  %less = icmp slt i256 %l, %m
  %z = zext i1 %less to i8
  store i8 %z, ptr @out
  call void @emit(i16 1)
  ret void
}
define void @main() unnamed_addr addrspace(1) {
";
    let mut expected = Vec::new();
    for (i, [a, b, c]) in operands.iter().enumerate() {
        writeln!(text, "  call void @op(ptr getelementptr (i8, ptr @table, i16 {}))", 48 * i).unwrap();
        let product = multiplied(*a, *b);
        let wide_c = (*c, if (*c as i128) < 0 { u128::MAX } else { 0 });
        let (low, carry) = product.0.overflowing_add(wide_c.0);
        let sum = (low, product.1.wrapping_add(wide_c.1).wrapping_add(carry.into()));
        let left = (wide_c.0 << 77, wide_c.1 << 77 | wide_c.0 >> 51);
        let high = (!left.1 as i128) >> 12;
        let right = (high as u128, if high < 0 { mask(128) } else { 0 });
        for number in [product, sum, right] {
            expected.extend(number.0.to_le_bytes());
            expected.extend(number.1.to_le_bytes());
        }
        expected.extend(sum.1.to_le_bytes());
        expected.push(((left.1 as i128, left.0) < (product.1 as i128, product.0)).into());
    }
    text += "  ret void\n}\n";
    (text, expected)
}

/// The product of two numbers by digits of 32 bits, lower half first.
fn multiplied(a: u128, b: u128) -> (u128, u128) {
    let digits = |n: u128| [0, 32, 64, 96].map(|at| (n >> at) as u32);
    let mut sums = [0_u32; 8];
    for (i, x) in digits(a).into_iter().enumerate() {
        let mut carry = 0_u64;
        for (j, y) in digits(b).into_iter().enumerate() {
            carry += u64::from(sums[i + j]) + u64::from(x) * u64::from(y);
            sums[i + j] = carry as u32;
            carry >>= 32;
        }
        sums[i + 4] = carry as u32;
    }
    let half = |digits: &[u32]| digits.iter().rev().fold(0, |n, digit| n << 32 | u128::from(*digit));
    (half(&sums[..4]), half(&sums[4..]))
}

/// Asks for each class of floats by itself, and for some of them together, as `llvm.is.fpclass` numbers them.
pub fn classes() -> (String, Vec<u8>) {
    let singles =
        [0, 1, 0x7f_ffff, 0x80_0000, 0x3f80_0000, 0x7f7f_ffff, 0x7f80_0000, 0x7f80_0001, 0x7fbf_ffff];
    let singles = singles.into_iter().chain([0x7fc0_0000, 0x7fff_ffff_u32]).flat_map(|n| [n, n | 1 << 31]);
    let numbers: Vec<u32> = singles.collect();
    let masks: Vec<u32> =
        (0..10).map(|bit| 1 << bit).chain([0x3, 0x60, 0x90, 0x108, 0x204, 0x1f8, 0x3ff, 0]).collect();
    let table: String = numbers.iter().map(|number| bytes(u128::from(*number), 4)).collect();
    let mut text = format!("{HEADER}{EMIT}");
    writeln!(text, "@table = internal constant [{} x i8] c\"{table}\", align 1", 4 * numbers.len()).unwrap();
    text += "define internal void @op(ptr %p) unnamed_addr addrspace(1) {\n  %n = load float, ptr %p\n";
    for (i, mask) in masks.iter().enumerate() {
        writeln!(text, "  %c{i} = call i1 @llvm.is.fpclass.f32(float %n, i32 {mask})").unwrap();
        writeln!(text, "  %z{i} = zext i1 %c{i} to i8\n  store i8 %z{i}, ptr @out").unwrap();
        writeln!(text, "  call void @emit(i16 1)").unwrap();
    }
    text += "  ret void\n}\ndefine void @main() unnamed_addr addrspace(1) {\n";
    let mut expected = Vec::new();
    for (i, number) in numbers.iter().enumerate() {
        writeln!(text, "  call void @op(ptr getelementptr (i8, ptr @table, i16 {}))", 4 * i).unwrap();
        let class = class(f32::from_bits(*number));
        expected.extend(masks.iter().map(|mask| u8::from(mask & class != 0)));
    }
    text += "  ret void\n}\ndeclare i1 @llvm.is.fpclass.f32(float, i32)\n";
    (text, expected)
}

/// The bit of a float's class.
fn class(number: f32) -> u32 {
    use std::num::FpCategory::{Infinite, Nan, Normal, Subnormal, Zero};
    let positive = number.is_sign_positive();
    match number.classify() {
        Nan => 1 << u32::from(number.to_bits() & 1 << 22 != 0),
        Infinite => 1 << if positive { 9 } else { 2 },
        Normal => 1 << if positive { 8 } else { 3 },
        Subnormal => 1 << if positive { 7 } else { 4 },
        Zero => 1 << if positive { 6 } else { 5 },
    }
}
