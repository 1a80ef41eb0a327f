; test run
; `shl` of 16 bits by a variable.
; run: f(62149, 0) == 62149
; run: f(62149, 1) == 58762
; run: f(62149, 7) == 25216
; run: f(62149, 8) == 50432
; run: f(62149, 15) == 32768

define i16 @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
  %r = shl i16 %a, %b
  ret i16 %r
}
