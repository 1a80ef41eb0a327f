; test run
; Quotient and remainder of 64 bits.
; run: f(0, 1) == (0, 0)
; run: f(1, 18446744073709551615) == (0, 1)
; run: f(9223372036854775807, 1) == (9223372036854775807, 0)
; run: f(9223372036854775808, 18446744073709551615) == (0, 9223372036854775808)
; run: f(12345678901234567890, 70000) == (176366841446208, 7890)
; run: f(283686952306183, 81985529216486895) == (0, 283686952306183)

define { i64, i64 } @f(i64 %a, i64 %b) unnamed_addr addrspace(1) {
  %q = udiv i64 %a, %b
  %r = urem i64 %a, %b
  %pack0 = insertvalue { i64, i64 } poison, i64 %q, 0
  %pack1 = insertvalue { i64, i64 } %pack0, i64 %r, 1
  ret { i64, i64 } %pack1
}
