; test run
; Two functions that call each other.
; run: f(0) == 1
; run: f(9) == 1562
; run: f(20) == 56835
define internal i16 @even(i8 %n, i16 %acc) unnamed_addr addrspace(1) {
start:
  %done = icmp eq i8 %n, 0
  br i1 %done, label %end, label %more
more:
  %less = add i8 %n, -1
  %w = zext i8 %n to i16
  %next = add i16 %acc, %w
  %r = call addrspace(1) i16 @odd(i16 %next, i8 %less)
  %s = add i16 %r, %acc
  ret i16 %s
end:
  ret i16 %acc
}
define internal i16 @odd(i16 %acc, i8 %n) unnamed_addr addrspace(1) {
start:
  %done = icmp eq i8 %n, 0
  br i1 %done, label %end, label %more
more:
  %less = add i8 %n, -1
  %next = mul i16 %acc, 3
  %r = call addrspace(1) i16 @even(i8 %less, i16 %next)
  %w = zext i8 %n to i16
  %s = xor i16 %r, %w
  ret i16 %s
end:
  ret i16 7
}
define i16 @f(i8 %n) unnamed_addr addrspace(1) {
  %r = call addrspace(1) i16 @even(i8 %n, i16 1)
  ret i16 %r
}
