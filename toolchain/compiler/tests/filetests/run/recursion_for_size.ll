; test run
; Recursion in functions for size: the calls in f save nearly the same bytes, those in g do not.
; run: f(0, 5) == 5
; run: g(0, 5) == 5
; run: f(1, 7) == 27
; run: g(1, 7) == 9
; run: f(2, 1311768467294899695) == 3935305401884699989
; run: g(2, 1311768467294899695) == 1311768467294899727
; run: f(4, -81985529216486896) == 18036816427627118912
; run: g(4, -81985529216486896) == 18364758544493064744
define i64 @f(i8 %n, i64 %a) unnamed_addr addrspace(1) optsize {
  %z = icmp eq i8 %n, 0
  br i1 %z, label %end, label %go
go:
  %m = add i8 %n, -1
  %r = call i64 @f(i8 %m, i64 %a)
  %low = trunc i64 %r to i8
  %more = zext i8 %low to i64
  %b = add i64 %a, %more
  %s = call i64 @f(i8 %m, i64 %b)
  %t = add i64 %s, %a
  %w = zext i8 %n to i64
  %u = xor i64 %t, %w
  %v = add i64 %u, %more
  ret i64 %v
end:
  ret i64 %a
}
define i64 @g(i8 %n, i64 %a) unnamed_addr addrspace(1) optsize {
  %z = icmp eq i8 %n, 0
  br i1 %z, label %end, label %go
go:
  %m = add i8 %n, -1
  %w = zext i8 %n to i64
  %r = call i64 @g(i8 %m, i64 %a)
  %x = xor i64 %r, %a
  %b = xor i64 %x, %w
  %s = call i64 @g(i8 %m, i64 %b)
  %t = add i64 %s, %r
  %u = xor i64 %t, %w
  ret i64 %u
end:
  ret i64 %a
}
