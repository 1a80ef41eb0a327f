; test run
; A 16-bit number that lies across the border, half in page zero and half behind it, is the last argument.
; run: f(3, 5, 4660) == 4668
; run: f(3, 5, 65535) == 7
@pointer = internal global ptr addrspace(1) @sum, align 1
define internal i16 @sum(i8 %a, i64 %b, i48 %c, i8 %d, i16 %e) unnamed_addr addrspace(1) {
  %w = zext i8 %a to i16
  %x = trunc i64 %b to i16
  %y = trunc i48 %c to i16
  %z = zext i8 %d to i16
  %s = add i16 %w, %x
  %t = add i16 %s, %y
  %u = add i16 %t, %z
  %v = add i16 %u, %e
  ret i16 %v
}
define i16 @f(i8 %a, i64 %b, i16 %e) unnamed_addr addrspace(1) {
  %g = load volatile ptr addrspace(1), ptr @pointer, align 1
  %r = call addrspace(1) i16 %g(i8 %a, i64 %b, i48 0, i8 0, i16 %e)
  ret i16 %r
}
