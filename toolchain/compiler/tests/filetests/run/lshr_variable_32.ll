; test run
; `lshr` of 32 bits by a variable.
; run: f(3337155269, 0) == 3337155269
; run: f(3337155269, 1) == 1668577634
; run: f(3337155269, 7) == 26071525
; run: f(3337155269, 16) == 50920
; run: f(3337155269, 31) == 1

define i32 @f(i32 %a, i32 %b) unnamed_addr addrspace(1) {
  %r = lshr i32 %a, %b
  ret i32 %r
}
