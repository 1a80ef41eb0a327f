; test run
; A comparison as a number of 32 bits, and the lowest bit of one as a truth.
; run: f(0) == (0, 0)
; run: f(5) == (0, 1)
; run: f(6) == (4294967294, 0)
; run: f(4294967295) == (4294967294, 1)

define { i32, i1 } @f(i32 %a) unnamed_addr addrspace(1) {
  %c = icmp ugt i32 %a, 5
  %s = sext i1 %c to i32
  %z = zext i1 %c to i32
  %r = sub i32 %s, %z
  %b = trunc i32 %a to i1
  %pack0 = insertvalue { i32, i1 } poison, i32 %r, 0
  %pack1 = insertvalue { i32, i1 } %pack0, i1 %b, 1
  ret { i32, i1 } %pack1
}
