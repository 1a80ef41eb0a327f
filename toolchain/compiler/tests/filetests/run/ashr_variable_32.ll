; test run
; `ashr` of 32 bits by a variable.
; run: f(3337155269, 0) == 3337155269
; run: f(3337155269, 1) == 3816061282
; run: f(3337155269, 7) == 4287484389
; run: f(3337155269, 16) == 4294952680
; run: f(3337155269, 31) == 4294967295

define i32 @f(i32 %a, i32 %b) unnamed_addr addrspace(1) {
  %r = ashr i32 %a, %b
  ret i32 %r
}
