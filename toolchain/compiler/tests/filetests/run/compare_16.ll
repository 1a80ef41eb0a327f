; test run
; All comparisons of 16 bits at the edges of signed and unsigned, a bit each.
; run: f(0, 0) == 681
; run: f(32768, 32767) == 242
; run: f(32767, 32768) == 782
; run: f(32768, 0) == 242
; run: f(0, 32768) == 782
; run: f(65535, 0) == 242
; run: f(0, 65535) == 782
; run: f(65535, 1) == 242
; run: f(65535, 32768) == 818
; run: f(5, 261) == 206

define i16 @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
  %c0 = icmp eq i16 %a, %b
  %z0 = select i1 %c0, i16 1, i16 0
  %h0 = or i16 0, %z0
  %c1 = icmp ne i16 %a, %b
  %z1 = select i1 %c1, i16 2, i16 0
  %h1 = or i16 %h0, %z1
  %c2 = icmp ult i16 %a, %b
  %z2 = select i1 %c2, i16 4, i16 0
  %h2 = or i16 %h1, %z2
  %c3 = icmp ule i16 %a, %b
  %z3 = select i1 %c3, i16 8, i16 0
  %h3 = or i16 %h2, %z3
  %c4 = icmp ugt i16 %a, %b
  %z4 = select i1 %c4, i16 16, i16 0
  %h4 = or i16 %h3, %z4
  %c5 = icmp uge i16 %a, %b
  %z5 = select i1 %c5, i16 32, i16 0
  %h5 = or i16 %h4, %z5
  %c6 = icmp slt i16 %a, %b
  %z6 = select i1 %c6, i16 64, i16 0
  %h6 = or i16 %h5, %z6
  %c7 = icmp sle i16 %a, %b
  %z7 = select i1 %c7, i16 128, i16 0
  %h7 = or i16 %h6, %z7
  %c8 = icmp sgt i16 %a, %b
  %z8 = select i1 %c8, i16 256, i16 0
  %h8 = or i16 %h7, %z8
  %c9 = icmp sge i16 %a, %b
  %z9 = select i1 %c9, i16 512, i16 0
  %h9 = or i16 %h8, %z9
  ret i16 %h9
}
