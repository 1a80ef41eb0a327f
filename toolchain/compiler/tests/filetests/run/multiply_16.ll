; test run
; Products of 16 bits, by a variable and by a constant.
; run: f(0, 1) == 0
; run: f(1, 65535) == 65526
; run: f(32767, 1) == 65526
; run: f(32768, 65535) == 0
; run: f(50000, 7) == 26592
; run: f(258, 4660) == 29712

define i16 @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
  %p = mul i16 %a, %b
  %q = mul i16 %p, 10
  ret i16 %q
}
