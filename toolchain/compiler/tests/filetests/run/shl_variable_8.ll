; test run
; `shl` of 8 bits by a variable.
; run: f(197, 0) == 197
; run: f(197, 1) == 138
; run: f(197, 7) == 128
; run: f(197, 4) == 80
; run: f(197, 7) == 128

define i8 @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %r = shl i8 %a, %b
  ret i8 %r
}
