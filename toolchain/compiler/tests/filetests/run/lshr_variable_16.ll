; test run
; `lshr` of 16 bits by a variable.
; run: f(62149, 0) == 62149
; run: f(62149, 1) == 31074
; run: f(62149, 7) == 485
; run: f(62149, 8) == 242
; run: f(62149, 15) == 1

define i16 @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
  %r = lshr i16 %a, %b
  ret i16 %r
}
