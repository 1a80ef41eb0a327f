; test run
; Twenty-four bytes of all kinds of types through a pointer: numbers, a condition, a pointer, a structure, an array.
; run: f(1, 258, 67305985, true) == (1, 258, 67305985, 1, 7, 9, 11, 13)
; run: f(255, 65535, 4294967295, false) == (255, 65535, 4294967295, 0, 7, 9, 11, 13)
@pointer = internal global ptr addrspace(1) @mix, align 1
@byte = internal global i8 7, align 1
define internal { i8, i16, i32, i8, i8, i32, i16, i8 } @mix(i32 %c, i1 %flag, ptr %p, { i32, i16 } %s, i8 %a, i64 %unused, i16 %b, [1 x i8] %last) unnamed_addr addrspace(1) {
  %x = load i8, ptr %p, align 1
  %s0 = extractvalue { i32, i16 } %s, 0
  %s1 = extractvalue { i32, i16 } %s, 1
  %l = extractvalue [1 x i8] %last, 0
  %d = zext i1 %flag to i8
  %r0 = insertvalue { i8, i16, i32, i8, i8, i32, i16, i8 } poison, i8 %a, 0
  %r1 = insertvalue { i8, i16, i32, i8, i8, i32, i16, i8 } %r0, i16 %b, 1
  %r2 = insertvalue { i8, i16, i32, i8, i8, i32, i16, i8 } %r1, i32 %c, 2
  %r3 = insertvalue { i8, i16, i32, i8, i8, i32, i16, i8 } %r2, i8 %d, 3
  %r4 = insertvalue { i8, i16, i32, i8, i8, i32, i16, i8 } %r3, i8 %x, 4
  %r5 = insertvalue { i8, i16, i32, i8, i8, i32, i16, i8 } %r4, i32 %s0, 5
  %r6 = insertvalue { i8, i16, i32, i8, i8, i32, i16, i8 } %r5, i16 %s1, 6
  %r7 = insertvalue { i8, i16, i32, i8, i8, i32, i16, i8 } %r6, i8 %l, 7
  ret { i8, i16, i32, i8, i8, i32, i16, i8 } %r7
}
define { i8, i16, i32, i8, i8, i32, i16, i8 } @f(i8 %a, i16 %b, i32 %c, i1 %flag) unnamed_addr addrspace(1) {
  %g = load volatile ptr addrspace(1), ptr @pointer, align 1
  %r = call addrspace(1) { i8, i16, i32, i8, i8, i32, i16, i8 } %g(i32 %c, i1 %flag, ptr @byte, { i32, i16 } { i32 9, i16 11 }, i8 %a, i64 0, i16 %b, [1 x i8] [i8 13])
  ret { i8, i16, i32, i8, i8, i32, i16, i8 } %r
}
