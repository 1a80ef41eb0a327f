; test run
; Quotients towards zero and remainders with the sign of the dividend, 32 bits.
; run: f(0, 1) == (0, 0)
; run: f(1, 4294967295) == (4294967295, 0)
; run: f(2147483647, 1) == (2147483647, 0)
; run: f(3000000000, 70000) == (4294948797, 4294930000)
; run: f(66051, 305419896) == (0, 66051)
; run: f(2147483648, 3) == (3579139414, 4294967294)
; run: f(4294967196, 7) == (4294967282, 4294967294)
; run: f(100, 4294967289) == (4294967282, 2)
; run: f(4294967196, 4294967289) == (14, 4294967294)

define { i32, i32 } @f(i32 %a, i32 %b) unnamed_addr addrspace(1) {
  %q = sdiv i32 %a, %b
  %r = srem i32 %a, %b
  %pack0 = insertvalue { i32, i32 } poison, i32 %q, 0
  %pack1 = insertvalue { i32, i32 } %pack0, i32 %r, 1
  ret { i32, i32 } %pack1
}
