; test run
; Choices by one condition, some of them of what the others chose, and of the extremes of the numbers that are compared.
; run: f(5, 3) == 3227
; run: f(3, 5) == 6175
; run: f(4, 4) == 5150
declare i8 @llvm.umin.i8(i8, i8) addrspace(1)
declare i8 @llvm.umax.i8(i8, i8) addrspace(1)
define i16 @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %more = icmp ugt i8 %a, %b
  %least = call addrspace(1) i8 @llvm.umin.i8(i8 %a, i8 %b)
  %most = call addrspace(1) i8 @llvm.umax.i8(i8 %a, i8 %b)
  %one = select i1 %more, i8 %least, i8 %most
  %other = select i1 %more, i8 %one, i8 21
  %not = xor i1 %more, true
  %last = select i1 %not, i8 %other, i8 %least
  %p = zext i8 %one to i16
  %q = zext i8 %last to i16
  %r = zext i8 %most to i16
  %s = shl i16 %p, 10
  %t = mul i16 %q, 50
  %u = add i16 %s, %t
  %v = add i16 %u, %r
  ret i16 %v
}
