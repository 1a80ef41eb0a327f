; test run
; Division by powers of two and other constants, 8 bits.
; run: f(0) == (0, 0)
; run: f(1) == (0, 0)
; run: f(127) == (5, 1)
; run: f(128) == (6, 254)
; run: f(200) == (5, 254)
; run: f(85) == (0, 0)
; run: f(251) == (1, 255)
; run: f(255) == (1, 0)

define { i8, i8 } @f(i8 %a) unnamed_addr addrspace(1) {
  %q = udiv i8 %a, 8
  %x = urem i8 %q, 10
  %y = sdiv i8 %a, 4
  %z = srem i8 %y, -3
  %pack0 = insertvalue { i8, i8 } poison, i8 %x, 0
  %pack1 = insertvalue { i8, i8 } %pack0, i8 %z, 1
  ret { i8, i8 } %pack1
}
