; test run
; Comparisons of 6 bits.
; run: f(12, 1) == (9, 9)
; run: f(192, 189) == (17, 17)
; run: f(32, 160) == (63, 42)
; run: f(63, 118) == (9, 9)
; run: f(73, 7) == (9, 9)
; run: f(20, 191) == (17, 17)
; run: f(7, 127) == (17, 17)
; run: f(223, 53) == (17, 17)
; run: f(84, 96) == (17, 17)
; run: f(159, 10) == (9, 9)
; run: f(21, 189) == (17, 17)
; run: f(1, 136) == (22, 1)

define { i8, i8 } @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %x = trunc i8 %a to i6
  %y = trunc i8 %b to i6
  %ult = icmp ult i6 %x, %y
  %uge = icmp uge i6 %x, %y
  %slt = icmp slt i6 %x, %y
  %sle = icmp sle i6 %x, %y
  %sgt = icmp sgt i6 %x, %y
  %sge = icmp sge i6 %x, %y
  %eq = icmp eq i6 %x, %y
  %less = icmp slt i6 %x, -3
  %s0 = zext i1 %less to i6
  %e0 = zext i1 %ult to i6
  %h0 = shl i6 %s0, 1
  %s1 = or disjoint i6 %h0, %e0
  %e1 = zext i1 %uge to i6
  %h1 = shl i6 %s1, 1
  %s2 = or disjoint i6 %h1, %e1
  %e2 = zext i1 %slt to i6
  %h2 = shl i6 %s2, 1
  %s3 = or disjoint i6 %h2, %e2
  %e3 = zext i1 %sle to i6
  %h3 = shl i6 %s3, 1
  %s4 = or disjoint i6 %h3, %e3
  %e4 = zext i1 %sgt to i6
  %h4 = shl i6 %s4, 1
  %s5 = or disjoint i6 %h4, %e4
  %u = select i1 %sge, i6 %s5, i6 undef
  %v = select i1 %eq, i6 -1, i6 %s5
  %w = select i1 %sge, i6 %u, i6 %x
  %z0 = zext i6 %v to i8
  %z1 = zext i6 %w to i8
  %p0 = insertvalue { i8, i8 } poison, i8 %z0, 0
  %p1 = insertvalue { i8, i8 } %p0, i8 %z1, 1
  ret { i8, i8 } %p1
}
