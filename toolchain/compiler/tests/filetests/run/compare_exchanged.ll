; test run
; Comparisons whose first side would be loaded while A holds the second one: all three orders of the sides, and both senses.
; run: f(3, 4, 6) == 255
; run: f(3, 4, 7) == 82
; run: f(3, 4, 8) == 82
; run: f(200, 55, 255) == 170
; run: f(200, 56, 0) == 85
; run: f(200, 54, 253) == 255
; run: both(3, 4, 6) == 8
; run: both(3, 4, 7) == 6
; run: both(3, 4, 8) == 6
; run: bound(3, 4, 6) == 6
; run: bound(3, 4, 7) == 7
; run: bound(3, 4, 8) == 7
; run: number(100) == 1
; run: number(101) == 102
; run: smallest(9, 4, 7, 5) == 4
; run: smallest(9, 9, 7, 7) == 7
; run: smallest(0, 0, 0, 0) == 0
define i8 @f(i8 %x, i8 %y, i8 %bound) unnamed_addr addrspace(1) {
  %sum = add i8 %x, %y
  %more = icmp ugt i8 %sum, %bound
  br i1 %more, label %above, label %within
above:
  ret i8 -1
within:
  %r = xor i8 %sum, 85
  ret i8 %r
}
; The sum is read on both ways.
define i8 @both(i8 %x, i8 %y, i8 %bound) unnamed_addr addrspace(1) {
  %sum = add i8 %x, %y
  %less = icmp ult i8 %bound, %sum
  br i1 %less, label %above, label %within
above:
  %a = add i8 %sum, 1
  ret i8 %a
within:
  %w = sub i8 %sum, 1
  ret i8 %w
}
; The bound is read on one way, where A would hold it.
define i8 @bound(i8 %x, i8 %y, i8 %bound) unnamed_addr addrspace(1) {
  %sum = add i8 %x, %y
  %less = icmp ult i8 %bound, %sum
  br i1 %less, label %above, label %within
above:
  ret i8 %bound
within:
  ret i8 %sum
}
define i8 @number(i8 %x) unnamed_addr addrspace(1) {
  %sum = add i8 %x, 1
  %less = icmp ult i8 101, %sum
  br i1 %less, label %above, label %within
above:
  ret i8 %sum
within:
  ret i8 1
}
define i8 @smallest(i8 %a, i8 %b, i8 %c, i8 %d) unnamed_addr addrspace(1) {
  %ab = call i8 @llvm.umin.i8(i8 %a, i8 %b)
  %cd = call i8 @llvm.umin.i8(i8 %c, i8 %d)
  %x = xor i8 %cd, 85
  %y = xor i8 %x, 85
  %r = call i8 @llvm.umin.i8(i8 %ab, i8 %y)
  ret i8 %r
}
declare i8 @llvm.umin.i8(i8, i8) addrspace(1)
