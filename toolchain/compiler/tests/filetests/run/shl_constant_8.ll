; test run
; `shl` of 8 bits by every constant, summed up.
; run: f(1) == 75
; run: f(4) == 44
; run: f(128) == 128

define i8 @f(i8 %a) unnamed_addr addrspace(1) {
  %s0 = shl i8 %a, 0
  %m0 = mul i8 0, 5
  %h0 = add i8 %m0, %s0
  %s1 = shl i8 %a, 1
  %m1 = mul i8 %h0, 5
  %h1 = add i8 %m1, %s1
  %s2 = shl i8 %a, 2
  %m2 = mul i8 %h1, 5
  %h2 = add i8 %m2, %s2
  %s3 = shl i8 %a, 3
  %m3 = mul i8 %h2, 5
  %h3 = add i8 %m3, %s3
  %s4 = shl i8 %a, 4
  %m4 = mul i8 %h3, 5
  %h4 = add i8 %m4, %s4
  %s5 = shl i8 %a, 5
  %m5 = mul i8 %h4, 5
  %h5 = add i8 %m5, %s5
  %s6 = shl i8 %a, 6
  %m6 = mul i8 %h5, 5
  %h6 = add i8 %m6, %s6
  %s7 = shl i8 %a, 7
  %m7 = mul i8 %h6, 5
  %h7 = add i8 %m7, %s7
  ret i8 %h7
}
