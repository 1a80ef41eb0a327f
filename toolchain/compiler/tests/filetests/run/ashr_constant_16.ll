; test run
; `ashr` of 16 bits by every constant, summed up.
; run: f(1) == 18829
; run: f(61956) == 48720
; run: f(32768) == 36409

define i16 @f(i16 %a) unnamed_addr addrspace(1) {
  %s0 = ashr i16 %a, 0
  %m0 = mul i16 0, 5
  %h0 = add i16 %m0, %s0
  %s1 = ashr i16 %a, 1
  %m1 = mul i16 %h0, 5
  %h1 = add i16 %m1, %s1
  %s2 = ashr i16 %a, 2
  %m2 = mul i16 %h1, 5
  %h2 = add i16 %m2, %s2
  %s3 = ashr i16 %a, 3
  %m3 = mul i16 %h2, 5
  %h3 = add i16 %m3, %s3
  %s4 = ashr i16 %a, 4
  %m4 = mul i16 %h3, 5
  %h4 = add i16 %m4, %s4
  %s5 = ashr i16 %a, 5
  %m5 = mul i16 %h4, 5
  %h5 = add i16 %m5, %s5
  %s6 = ashr i16 %a, 6
  %m6 = mul i16 %h5, 5
  %h6 = add i16 %m6, %s6
  %s7 = ashr i16 %a, 7
  %m7 = mul i16 %h6, 5
  %h7 = add i16 %m7, %s7
  %s8 = ashr i16 %a, 8
  %m8 = mul i16 %h7, 5
  %h8 = add i16 %m8, %s8
  %s9 = ashr i16 %a, 9
  %m9 = mul i16 %h8, 5
  %h9 = add i16 %m9, %s9
  %s10 = ashr i16 %a, 10
  %m10 = mul i16 %h9, 5
  %h10 = add i16 %m10, %s10
  %s11 = ashr i16 %a, 11
  %m11 = mul i16 %h10, 5
  %h11 = add i16 %m11, %s11
  %s12 = ashr i16 %a, 12
  %m12 = mul i16 %h11, 5
  %h12 = add i16 %m12, %s12
  %s13 = ashr i16 %a, 13
  %m13 = mul i16 %h12, 5
  %h13 = add i16 %m13, %s13
  %s14 = ashr i16 %a, 14
  %m14 = mul i16 %h13, 5
  %h14 = add i16 %m14, %s14
  %s15 = ashr i16 %a, 15
  %m15 = mul i16 %h14, 5
  %h15 = add i16 %m15, %s15
  ret i16 %h15
}
