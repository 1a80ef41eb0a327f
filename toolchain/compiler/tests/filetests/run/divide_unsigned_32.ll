; test run
; Quotient and remainder of 32 bits.
; run: f(0, 1) == (0, 0)
; run: f(1, 4294967295) == (0, 1)
; run: f(2147483647, 1) == (2147483647, 0)
; run: f(2147483648, 4294967295) == (0, 2147483648)
; run: f(3000000000, 70000) == (42857, 10000)
; run: f(66051, 305419896) == (0, 66051)

define { i32, i32 } @f(i32 %a, i32 %b) unnamed_addr addrspace(1) {
  %q = udiv i32 %a, %b
  %r = urem i32 %a, %b
  %pack0 = insertvalue { i32, i32 } poison, i32 %q, 0
  %pack1 = insertvalue { i32, i32 } %pack0, i32 %r, 1
  ret { i32, i32 } %pack1
}
