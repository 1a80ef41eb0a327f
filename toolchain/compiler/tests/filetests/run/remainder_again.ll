; test run
; Remainders as LLVM leaves them: the quotient times the divisor's complement, of a width that is enough or too small.
; run: f(4294967295) == (429496729, 5)
; run: f(7) == (0, 7)
; run: g(-32767) == -767
; run: g(999) == 999
; run: h(4294967295) == 39173
; run: h(1000000) == 40960
define { i32, i8 } @f(i32 %n) unnamed_addr addrspace(1) {
  %q = udiv i32 %n, 10
  %m = mul i32 %q, 246
  %r = add i32 %m, %n
  %b = trunc i32 %r to i8
  %pack0 = insertvalue { i32, i8 } poison, i32 %q, 0
  %pack1 = insertvalue { i32, i8 } %pack0, i8 %b, 1
  ret { i32, i8 } %pack1
}
define i16 @g(i16 %n) unnamed_addr addrspace(1) {
  %q = sdiv i16 %n, 1000
  %m = mul i16 %q, -1000
  %r = add i16 %n, %m
  ret i16 %r
}
define i16 @h(i32 %n) unnamed_addr addrspace(1) {
  %q = udiv i32 %n, 10
  %m = mul i32 %q, 246
  %r = add i32 %m, %n
  %b = trunc i32 %r to i16
  ret i16 %b
}
