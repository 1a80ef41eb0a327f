; test run
; Quotient and remainder of 16 bits.
; run: f(0, 1) == (0, 0)
; run: f(1, 65535) == (0, 1)
; run: f(32767, 1) == (32767, 0)
; run: f(32768, 65535) == (0, 32768)
; run: f(50000, 7) == (7142, 6)
; run: f(258, 4660) == (0, 258)

define { i16, i16 } @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
  %q = udiv i16 %a, %b
  %r = urem i16 %a, %b
  %pack0 = insertvalue { i16, i16 } poison, i16 %q, 0
  %pack1 = insertvalue { i16, i16 } %pack0, i16 %r, 1
  ret { i16, i16 } %pack1
}
