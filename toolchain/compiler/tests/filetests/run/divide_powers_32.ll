; test run
; Division by powers of two and other constants, 32 bits.
; run: f(0) == (0, 0)
; run: f(1) == (0, 0)
; run: f(2147483647) == (5, 1)
; run: f(2147483648) == (6, 4294967294)
; run: f(3000000000) == (0, 4294967295)
; run: f(66051) == (6, 0)
; run: f(4294967291) == (1, 4294967295)
; run: f(4294967295) == (1, 0)

define { i32, i32 } @f(i32 %a) unnamed_addr addrspace(1) {
  %q = udiv i32 %a, 8
  %x = urem i32 %q, 10
  %y = sdiv i32 %a, 4
  %z = srem i32 %y, -3
  %pack0 = insertvalue { i32, i32 } poison, i32 %x, 0
  %pack1 = insertvalue { i32, i32 } %pack0, i32 %z, 1
  ret { i32, i32 } %pack1
}
