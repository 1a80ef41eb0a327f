; test run
; What lives across several calls of a function by itself is saved by a routine, where size counts.
; run: f(0, 5, 9) == 14
; run: f(1, 5, 9) == 536
; run: f(3, 17, 3) == 26417
define i16 @f(i8 %n, i8 %a, i8 %b) unnamed_addr addrspace(1) optsize {
start:
  %done = icmp eq i8 %n, 0
  br i1 %done, label %end, label %more
more:
  %less = add i8 %n, -1
  %c = add i8 %a, %b
  %d = xor i8 %a, 90
  %e = sub i8 %b, %n
  %x = call addrspace(1) i16 @f(i8 %less, i8 %b, i8 %c)
  %y = call addrspace(1) i16 @f(i8 %less, i8 %d, i8 %a)
  %z = call addrspace(1) i16 @f(i8 %less, i8 %e, i8 %d)
  %w = zext i8 %c to i16
  %v = zext i8 %e to i16
  %u = zext i8 %d to i16
  %m = mul i16 %x, %w
  %s = add i16 %m, %y
  %t = xor i16 %s, %z
  %q = sub i16 %t, %v
  %r = add i16 %q, %u
  ret i16 %r
end:
  %sum = add i8 %a, %b
  %wide = zext i8 %sum to i16
  ret i16 %wide
}
