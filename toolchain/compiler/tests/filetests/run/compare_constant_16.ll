; test run
; Comparisons of 16 bits with 0, 1, -1 and the smallest number.
; run: f(0) == 2904
; run: f(1) == 2884
; run: f(2) == 2916
; run: f(32767) == 2916
; run: f(32768) == 210
; run: f(65535) == 2066
; run: f(65534) == 2258

define i16 @f(i16 %a) unnamed_addr addrspace(1) {
  %c0 = icmp ult i16 %a, 0
  %z0 = select i1 %c0, i16 1, i16 0
  %h0 = or i16 0, %z0
  %c1 = icmp slt i16 %a, 0
  %z1 = select i1 %c1, i16 2, i16 0
  %h1 = or i16 %h0, %z1
  %c2 = icmp sgt i16 %a, 0
  %z2 = select i1 %c2, i16 4, i16 0
  %h2 = or i16 %h1, %z2
  %c3 = icmp ult i16 %a, 1
  %z3 = select i1 %c3, i16 8, i16 0
  %h3 = or i16 %h2, %z3
  %c4 = icmp slt i16 %a, 1
  %z4 = select i1 %c4, i16 16, i16 0
  %h4 = or i16 %h3, %z4
  %c5 = icmp sgt i16 %a, 1
  %z5 = select i1 %c5, i16 32, i16 0
  %h5 = or i16 %h4, %z5
  %c6 = icmp ult i16 %a, -1
  %z6 = select i1 %c6, i16 64, i16 0
  %h6 = or i16 %h5, %z6
  %c7 = icmp slt i16 %a, -1
  %z7 = select i1 %c7, i16 128, i16 0
  %h7 = or i16 %h6, %z7
  %c8 = icmp sgt i16 %a, -1
  %z8 = select i1 %c8, i16 256, i16 0
  %h8 = or i16 %h7, %z8
  %c9 = icmp ult i16 %a, -32768
  %z9 = select i1 %c9, i16 512, i16 0
  %h9 = or i16 %h8, %z9
  %c10 = icmp slt i16 %a, -32768
  %z10 = select i1 %c10, i16 1024, i16 0
  %h10 = or i16 %h9, %z10
  %c11 = icmp sgt i16 %a, -32768
  %z11 = select i1 %c11, i16 2048, i16 0
  %h11 = or i16 %h10, %z11
  ret i16 %h11
}
