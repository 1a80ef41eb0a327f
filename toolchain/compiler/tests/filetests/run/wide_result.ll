; test run
; Results of more than sixteen bytes from known functions: 17, 24 and 32 bytes, one call's used by the next.
; run: f(-1, 1) == (0, 1, 2, 3, 4)
; run: f(5, 6) == (11, 0, 2, 3, 4)
define internal { i128, i8 } @carry(i128 %a, i128 %b) unnamed_addr addrspace(1) noinline {
  %s = add i128 %a, %b
  %c = icmp ult i128 %s, %a
  %w = zext i1 %c to i8
  %r = insertvalue { i128, i8 } poison, i128 %s, 0
  %q = insertvalue { i128, i8 } %r, i8 %w, 1
  ret { i128, i8 } %q
}
define internal { i64, i64, i64 } @three(i64 %a) unnamed_addr addrspace(1) noinline {
  %b = add i64 %a, 1
  %c = add i64 %a, 2
  %r = insertvalue { i64, i64, i64 } poison, i64 %a, 0
  %q = insertvalue { i64, i64, i64 } %r, i64 %b, 1
  %p = insertvalue { i64, i64, i64 } %q, i64 %c, 2
  ret { i64, i64, i64 } %p
}
define { i128, i8, i64, i64, i64 } @f(i128 %a, i128 %b) unnamed_addr addrspace(1) {
  %s = call addrspace(1) { i128, i8 } @carry(i128 %a, i128 %b)
  %t = call addrspace(1) { i64, i64, i64 } @three(i64 2)
  %s0 = extractvalue { i128, i8 } %s, 0
  %s1 = extractvalue { i128, i8 } %s, 1
  %t0 = extractvalue { i64, i64, i64 } %t, 0
  %t1 = extractvalue { i64, i64, i64 } %t, 1
  %t2 = extractvalue { i64, i64, i64 } %t, 2
  %r0 = insertvalue { i128, i8, i64, i64, i64 } poison, i128 %s0, 0
  %r1 = insertvalue { i128, i8, i64, i64, i64 } %r0, i8 %s1, 1
  %r2 = insertvalue { i128, i8, i64, i64, i64 } %r1, i64 %t0, 2
  %r3 = insertvalue { i128, i8, i64, i64, i64 } %r2, i64 %t1, 3
  %r4 = insertvalue { i128, i8, i64, i64, i64 } %r3, i64 %t2, 4
  ret { i128, i8, i64, i64, i64 } %r4
}
