//! Pointers of several address spaces, where LLVM prints one type and where it prints two: all are the same pointers.
//!
//! LLVM's printer (`AssemblyWriter::printInstruction`) writes the type of each operand of `select`, `store`, `cmpxchg` and
//! `atomicrmw`, and of other instructions as soon as two of the types differ.

use compiler::llvm::{parse, print};

/// Lines of a function `void (ptr %p, ptr %q, i16 %n, i1 %c)`, with address spaces.
const LINES: [&str; 40] = [
    "%r = icmp eq ptr addrspace(1) %p, %q",
    "%r = icmp eq ptr addrspace(1) %p, ptr %q",
    "%r = icmp ult ptr %p, ptr addrspace(1) null",
    "%r = icmp ne ptr addrspace(1) null, ptr %p",
    "%r = icmp eq ptr @g, ptr addrspace(1) @f",
    "%r = icmp eq ptr addrspace(\"code\") %p, ptr null",
    "%r = icmp ule ptr %p, ptr addrspace(1) getelementptr inbounds (i8, ptr addrspace(1) @f, i16 3)",
    "%r = icmp ugt ptr addrspace(1) %p, ptr inttoptr (i16 7 to ptr)",
    "%r = icmp eq ptr addrspace(1) %p, ptr addrspacecast (ptr addrspace(1) @f to ptr)",
    "%r = icmp eq ptr %p, ptr addrspace(1) poison",
    "%r = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q",
    "%r = select i1 %c, ptr %p, ptr addrspace(1) null",
    "%r = select i1 %c, ptr addrspace(1) undef, ptr poison",
    "%r = select i1 %c, { ptr, i16 } undef, { ptr addrspace(1), i16 } zeroinitializer",
    "%r = load ptr addrspace(1), ptr %p, align 1",
    "%r = load volatile ptr, ptr addrspace(1) %p, align 1",
    "%r = load atomic i8, ptr addrspace(1) %p seq_cst, align 1",
    "store ptr addrspace(1) @f, ptr %p, align 1",
    "store ptr addrspace(1) null, ptr addrspace(1) %p, align 1",
    "store { i16, ptr addrspace(1) } { i16 1, ptr addrspace(1) @f }, ptr addrspace(2) %p, align 1",
    "store [2 x ptr addrspace(1)] [ptr addrspace(1) @f, ptr addrspace(1) null], ptr %p, align 1",
    "%r = getelementptr inbounds i8, ptr addrspace(1) %p, i16 %n",
    "%r = getelementptr inbounds nuw { i8, ptr addrspace(1) }, ptr addrspace(1) %p, i16 %n, i32 1",
    "%r = insertvalue { ptr, ptr addrspace(1) } poison, ptr addrspace(1) %p, 0",
    "%r = extractvalue { ptr addrspace(1), i16 } { ptr addrspace(1) @f, i16 1 }, 0",
    "%r = addrspacecast ptr addrspace(1) %p to ptr",
    "%r = bitcast ptr %p to ptr addrspace(1)",
    "%r = ptrtoint ptr addrspace(1) %p to i16",
    "%r = inttoptr i16 %n to ptr addrspace(1)",
    "%r = freeze ptr addrspace(1) %p",
    "%r = alloca i8, align 1, addrspace(1)",
    "%r = alloca ptr addrspace(1), i16 2, align 2, addrspace(1)",
    "%r = cmpxchg ptr addrspace(1) %p, ptr addrspace(1) null, ptr %q seq_cst monotonic, align 1",
    "%r = atomicrmw xchg ptr addrspace(1) %p, ptr addrspace(1) %q seq_cst, align 1",
    "%r = call addrspace(1) ptr addrspace(1) @h(ptr addrspace(1) %p, ptr %q)",
    "%r = call addrspace(1) ptr (ptr addrspace(1), ptr) %p(ptr %p, ptr addrspace(1) %q)",
    "call addrspace(1) void addrspacecast (ptr @g to ptr addrspace(1))(ptr addrspace(1) elementtype(ptr addrspace(1)) %p)",
    "call addrspace(1) void @llvm.memcpy.p1.p0.i16(ptr addrspace(1) align 1 %p, ptr align 1 %q, i16 %n, i1 false)",
    "call void @llvm.memset.p1.i16(ptr addrspace(1) %p, i8 0, i16 %n, i1 false)",
    "call void @llvm.lifetime.start.p1(ptr addrspace(1) %p)",
];

/// A module with the line in its first function.
fn module(line: &str) -> String {
    format!(
        "@g = addrspace(1) global [2 x ptr addrspace(1)] [ptr addrspace(1) @f, ptr addrspace(1) addrspacecast (ptr @g to ptr addrspace(1))]
@a = alias void (ptr, ptr, i16, i1), ptr addrspace(1) @f
declare ptr addrspace(1) @h(ptr addrspace(1), ptr) addrspace(1)
declare void @llvm.memcpy.p1.p0.i16(ptr addrspace(1), ptr, i16, i1) addrspace(1)
define void @f(ptr %p, ptr addrspace(1) %q, i16 %n, i1 %c) addrspace(1) {{
start:
  {line}
  br i1 %c, label %again, label %end
again:
  br label %end
end:
  %x = phi ptr addrspace(1) [ %p, %start ], [ null, %again ]
  %y = phi ptr [ @f, %start ], [ getelementptr (i8, ptr addrspace(1) @f, i16 1), %again ]
  call addrspace(1) void @a(ptr addrspace(1) %x, ptr %y, i16 %n, i1 %c)
  ret void
}}
define ptr addrspace(1) @k(ptr %p) addrspace(1) {{
  ret ptr addrspace(1) %p
}}
"
    )
}

/// The text without address spaces and second types, which LLVM prints if all pointers are of the same space.
fn plain(text: &str) -> String {
    let mut plain = text.replace(" addrspace(\"code\")", "").replace(", addrspace(1)\n", "\n");
    for space in ["addrspace(1) ", " addrspace(1)", " addrspace(2)"] {
        plain = plain.replace(space, "");
    }
    let lines: Vec<String> = plain
        .lines()
        .map(|line| match line.contains(" icmp ") {
            true => line.replacen(", ptr ", ", ", 1),
            false => line.replace(".p1", ".p0"),
        })
        .collect();
    lines.join("\n")
}

#[test]
fn pointers_of_all_address_spaces_are_the_same() {
    for line in LINES {
        let text = module(line);
        let mixed = parse("t.ll", &text).unwrap_or_else(|error| panic!("{error}\n{line}"));
        let plain = plain(&text);
        assert!(!plain.contains("addrspace("), "{plain}");
        let one = parse("t.ll", &plain).unwrap_or_else(|error| panic!("{error}\n{plain}"));
        assert_eq!(print(&mixed), print(&one), "{line}");
    }
}

#[test]
fn only_pointers_have_a_second_type() {
    for line in ["%r = icmp eq i16 %n, i16 3", "%r = icmp eq i16 %n, ptr null", "%r = icmp eq ptr %p, i16 %n"]
    {
        let error = parse("t.ll", &module(line)).expect_err("LLVM does not write this");
        assert!(error.to_string().starts_with("t.ll:7:"), "{error}");
    }
}
