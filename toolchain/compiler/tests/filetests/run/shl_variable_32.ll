; test run
; `shl` of 32 bits by a variable.
; run: f(3337155269, 0) == 3337155269
; run: f(3337155269, 1) == 2379343242
; run: f(3337155269, 7) == 1954112128
; run: f(3337155269, 16) == 4072996864
; run: f(3337155269, 31) == 2147483648

define i32 @f(i32 %a, i32 %b) unnamed_addr addrspace(1) {
  %r = shl i32 %a, %b
  ret i32 %r
}
