; test run
; `ashr` of 8 bits by a variable.
; run: f(197, 0) == 197
; run: f(197, 1) == 226
; run: f(197, 7) == 255
; run: f(197, 4) == 252
; run: f(197, 7) == 255

define i8 @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %r = ashr i8 %a, %b
  ret i8 %r
}
