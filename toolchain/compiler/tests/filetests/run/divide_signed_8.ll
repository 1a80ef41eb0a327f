; test run
; Quotients towards zero and remainders with the sign of the dividend, 8 bits.
; run: f(0, 1) == (0, 0)
; run: f(1, 255) == (255, 0)
; run: f(127, 1) == (127, 0)
; run: f(200, 7) == (248, 0)
; run: f(85, 170) == (0, 85)
; run: f(128, 3) == (214, 254)
; run: f(156, 7) == (242, 254)
; run: f(100, 249) == (242, 2)
; run: f(156, 249) == (14, 254)

define { i8, i8 } @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %q = sdiv i8 %a, %b
  %r = srem i8 %a, %b
  %pack0 = insertvalue { i8, i8 } poison, i8 %q, 0
  %pack1 = insertvalue { i8, i8 } %pack0, i8 %r, 1
  ret { i8, i8 } %pack1
}
