; test run
; `ashr` of 16 bits by a variable.
; run: f(62149, 0) == 62149
; run: f(62149, 1) == 63842
; run: f(62149, 7) == 65509
; run: f(62149, 8) == 65522
; run: f(62149, 15) == 65535

define i16 @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
  %r = ashr i16 %a, %b
  ret i16 %r
}
