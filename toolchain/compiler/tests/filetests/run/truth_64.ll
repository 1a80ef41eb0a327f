; test run
; A comparison as a number of 64 bits, and the lowest bit of one as a truth.
; run: f(0) == (0, 0)
; run: f(5) == (0, 1)
; run: f(6) == (18446744073709551614, 0)
; run: f(18446744073709551615) == (18446744073709551614, 1)

define { i64, i1 } @f(i64 %a) unnamed_addr addrspace(1) {
  %c = icmp ugt i64 %a, 5
  %s = sext i1 %c to i64
  %z = zext i1 %c to i64
  %r = sub i64 %s, %z
  %b = trunc i64 %a to i1
  %pack0 = insertvalue { i64, i1 } poison, i64 %r, 0
  %pack1 = insertvalue { i64, i1 } %pack0, i1 %b, 1
  ret { i64, i1 } %pack1
}
