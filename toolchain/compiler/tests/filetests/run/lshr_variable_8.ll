; test run
; `lshr` of 8 bits by a variable.
; run: f(197, 0) == 197
; run: f(197, 1) == 98
; run: f(197, 7) == 1
; run: f(197, 4) == 12
; run: f(197, 7) == 1

define i8 @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %r = lshr i8 %a, %b
  ret i8 %r
}
