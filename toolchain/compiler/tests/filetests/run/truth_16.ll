; test run
; A comparison as a number of 16 bits, and the lowest bit of one as a truth.
; run: f(0) == (0, 0)
; run: f(5) == (0, 1)
; run: f(6) == (65534, 0)
; run: f(65535) == (65534, 1)

define { i16, i1 } @f(i16 %a) unnamed_addr addrspace(1) {
  %c = icmp ugt i16 %a, 5
  %s = sext i1 %c to i16
  %z = zext i1 %c to i16
  %r = sub i16 %s, %z
  %b = trunc i16 %a to i1
  %pack0 = insertvalue { i16, i1 } poison, i16 %r, 0
  %pack1 = insertvalue { i16, i1 } %pack0, i1 %b, 1
  ret { i16, i1 } %pack1
}
