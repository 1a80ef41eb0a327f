; test run
; Comparisons of 59 bits.
; run: f(1, 6517763372072774845) == (22, 1)
; run: f(15140404150280731898, 14987979559889010687) == (17, 17)
; run: f(11529215046068469757, 0) == (14, 576460752303423485)
; run: f(14123288431433875455, 576460752303423487) == (17, 17)
; run: f(2882303761517117445, 14411518807585587197) == (17, 17)
; run: f(10376293541461622789, 237748642322337469) == (22, 5)
; run: f(14183145378244397136, 13258597302978740223) == (54, 348087322962233424)
; run: f(12621827158947484463, 10376293541461622781) == (54, 516151360575591215)
; run: f(11529215046068469765, 288230376151711743) == (22, 5)
; run: f(16140901064495857664, 12105675798371893248) == (576460752303423487, 10)
; run: f(5709486271689588995, 17870283321406128125) == (54, 521339500958777603)
; run: f(10918074567996474330, 576460752303423487) == (54, 541781026534851546)

define { i64, i64 } @f(i64 %a, i64 %b) unnamed_addr addrspace(1) {
  %x = trunc i64 %a to i59
  %y = trunc i64 %b to i59
  %ult = icmp ult i59 %x, %y
  %uge = icmp uge i59 %x, %y
  %slt = icmp slt i59 %x, %y
  %sle = icmp sle i59 %x, %y
  %sgt = icmp sgt i59 %x, %y
  %sge = icmp sge i59 %x, %y
  %eq = icmp eq i59 %x, %y
  %less = icmp slt i59 %x, -3
  %s0 = zext i1 %less to i59
  %e0 = zext i1 %ult to i59
  %h0 = shl i59 %s0, 1
  %s1 = or disjoint i59 %h0, %e0
  %e1 = zext i1 %uge to i59
  %h1 = shl i59 %s1, 1
  %s2 = or disjoint i59 %h1, %e1
  %e2 = zext i1 %slt to i59
  %h2 = shl i59 %s2, 1
  %s3 = or disjoint i59 %h2, %e2
  %e3 = zext i1 %sle to i59
  %h3 = shl i59 %s3, 1
  %s4 = or disjoint i59 %h3, %e3
  %e4 = zext i1 %sgt to i59
  %h4 = shl i59 %s4, 1
  %s5 = or disjoint i59 %h4, %e4
  %u = select i1 %sge, i59 %s5, i59 undef
  %v = select i1 %eq, i59 -1, i59 %s5
  %w = select i1 %sge, i59 %u, i59 %x
  %z0 = zext i59 %v to i64
  %z1 = zext i59 %w to i64
  %p0 = insertvalue { i64, i64 } poison, i64 %z0, 0
  %p1 = insertvalue { i64, i64 } %p0, i64 %z1, 1
  ret { i64, i64 } %p1
}
