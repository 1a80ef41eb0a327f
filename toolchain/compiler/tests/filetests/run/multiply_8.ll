; test run
; Products of 8 bits, by a variable and by a constant.
; run: f(0, 1) == 0
; run: f(1, 255) == 246
; run: f(127, 1) == 246
; run: f(128, 255) == 0
; run: f(200, 7) == 176
; run: f(85, 170) == 116

define i8 @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %p = mul i8 %a, %b
  %q = mul i8 %p, 10
  ret i8 %q
}
