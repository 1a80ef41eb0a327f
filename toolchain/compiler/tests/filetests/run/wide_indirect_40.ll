; test run
; Forty bytes through a pointer, and 32 back: sum and difference of numbers of 128 bits.
; run: f(18446744073709551616, 3, 5) == (18446744073709551624, 18446744073709551618)
; run: f(1, 1, 0) == (2, 0)
@pointer = internal global ptr addrspace(1) @both, align 1
define internal { i128, i128 } @both(i128 %a, i128 %b, i64 %c) unnamed_addr addrspace(1) {
  %w = zext i64 %c to i128
  %s = add i128 %a, %b
  %t = add i128 %s, %w
  %d = sub i128 %a, %b
  %e = add i128 %d, %w
  %r = insertvalue { i128, i128 } poison, i128 %t, 0
  %q = insertvalue { i128, i128 } %r, i128 %e, 1
  ret { i128, i128 } %q
}
define { i128, i128 } @f(i128 %a, i128 %b, i64 %c) unnamed_addr addrspace(1) {
  %g = load volatile ptr addrspace(1), ptr @pointer, align 1
  %r = call addrspace(1) { i128, i128 } %g(i128 %a, i128 %b, i64 %c)
  ret { i128, i128 } %r
}
