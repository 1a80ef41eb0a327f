; test run
; A comparison as a number of 8 bits, and the lowest bit of one as a truth.
; run: f(0) == (0, 0)
; run: f(5) == (0, 1)
; run: f(6) == (254, 0)
; run: f(255) == (254, 1)

define { i8, i1 } @f(i8 %a) unnamed_addr addrspace(1) {
  %c = icmp ugt i8 %a, 5
  %s = sext i1 %c to i8
  %z = zext i1 %c to i8
  %r = sub i8 %s, %z
  %b = trunc i8 %a to i1
  %pack0 = insertvalue { i8, i1 } poison, i8 %r, 0
  %pack1 = insertvalue { i8, i1 } %pack0, i1 %b, 1
  ret { i8, i1 } %pack1
}
