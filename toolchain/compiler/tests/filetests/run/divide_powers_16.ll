; test run
; Division by powers of two and other constants, 16 bits.
; run: f(0) == (0, 0)
; run: f(1) == (0, 0)
; run: f(32767) == (5, 1)
; run: f(32768) == (6, 65534)
; run: f(50000) == (0, 65534)
; run: f(258) == (2, 1)
; run: f(65531) == (1, 65535)
; run: f(65535) == (1, 0)

define { i16, i16 } @f(i16 %a) unnamed_addr addrspace(1) {
  %q = udiv i16 %a, 8
  %x = urem i16 %q, 10
  %y = sdiv i16 %a, 4
  %z = srem i16 %y, -3
  %pack0 = insertvalue { i16, i16 } poison, i16 %x, 0
  %pack1 = insertvalue { i16, i16 } %pack0, i16 %z, 1
  ret { i16, i16 } %pack1
}
