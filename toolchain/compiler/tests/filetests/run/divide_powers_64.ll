; test run
; Division by powers of two and other constants, 64 bits.
; run: f(0) == (0, 0)
; run: f(1) == (0, 0)
; run: f(9223372036854775807) == (5, 1)
; run: f(9223372036854775808) == (6, 18446744073709551614)
; run: f(12345678901234567890) == (6, 18446744073709551614)
; run: f(283686952306183) == (2, 1)
; run: f(18446744073709551611) == (1, 18446744073709551615)
; run: f(18446744073709551615) == (1, 0)

define { i64, i64 } @f(i64 %a) unnamed_addr addrspace(1) {
  %q = udiv i64 %a, 8
  %x = urem i64 %q, 10
  %y = sdiv i64 %a, 4
  %z = srem i64 %y, -3
  %pack0 = insertvalue { i64, i64 } poison, i64 %x, 0
  %pack1 = insertvalue { i64, i64 } %pack0, i64 %z, 1
  ret { i64, i64 } %pack1
}
