; test run
; As a signed number of one bit, true is -1.
; run: f(0, 0) == 2
; run: f(1, 0) == 19
; run: f(0, 1) == 20
; run: f(1, 1) == 26
define i8 @f(i8 %x, i8 %y) unnamed_addr addrspace(1) {
  %a = trunc i8 %x to i1
  %b = trunc i8 %y to i1
  %lt = icmp slt i1 %a, %b
  %le = icmp sle i1 %a, %b
  %gt = icmp sgt i1 %a, %b
  %max = call i1 @llvm.smax.i1(i1 %a, i1 %b)
  %min = call i1 @llvm.smin.i1(i1 %a, i1 %b)
  %0 = zext i1 %lt to i8
  %1 = select i1 %le, i8 2, i8 0
  %2 = select i1 %gt, i8 4, i8 0
  %3 = select i1 %max, i8 8, i8 0
  %4 = select i1 %min, i8 16, i8 0
  %5 = or i8 %0, %1
  %6 = or i8 %5, %2
  %7 = or i8 %6, %3
  %8 = or i8 %7, %4
  ret i8 %8
}
declare i1 @llvm.smax.i1(i1, i1)
declare i1 @llvm.smin.i1(i1, i1)
