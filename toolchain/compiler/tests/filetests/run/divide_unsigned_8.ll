; test run
; Quotient and remainder of 8 bits.
; run: f(0, 1) == (0, 0)
; run: f(1, 255) == (0, 1)
; run: f(127, 1) == (127, 0)
; run: f(128, 255) == (0, 128)
; run: f(200, 7) == (28, 4)
; run: f(85, 170) == (0, 85)

define { i8, i8 } @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %q = udiv i8 %a, %b
  %r = urem i8 %a, %b
  %pack0 = insertvalue { i8, i8 } poison, i8 %q, 0
  %pack1 = insertvalue { i8, i8 } %pack0, i8 %r, 1
  ret { i8, i8 } %pack1
}
