; test run
; Quotients towards zero and remainders with the sign of the dividend, 16 bits.
; run: f(0, 1) == (0, 0)
; run: f(1, 65535) == (65535, 0)
; run: f(32767, 1) == (32767, 0)
; run: f(50000, 7) == (63317, 65533)
; run: f(258, 4660) == (0, 258)
; run: f(32768, 3) == (54614, 65534)
; run: f(65436, 7) == (65522, 65534)
; run: f(100, 65529) == (65522, 2)
; run: f(65436, 65529) == (14, 65534)

define { i16, i16 } @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
  %q = sdiv i16 %a, %b
  %r = srem i16 %a, %b
  %pack0 = insertvalue { i16, i16 } poison, i16 %q, 0
  %pack1 = insertvalue { i16, i16 } %pack0, i16 %r, 1
  ret { i16, i16 } %pack1
}
