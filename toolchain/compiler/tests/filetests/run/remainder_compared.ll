; test run
; Whether a division leaves something over takes that division and no multiplication, as `step_by` asks; not where more is read of the
; product, or other factors or an order are compared.
; run: f(700, 7) == 100
; cycles <= 420
; run: f(701, 7) == 101
; run: f(65535, 65535) == 1
; run: f(5, 9) == 1
; run: f(0, 9) == 0
; run: g(-700, 7) == -100
; run: g(701, -7) == -99
; run: used(701, 7) == 700
; run: used(700, 7) == 701
; run: other(701, 7, 8) == 0
; run: other(700, 7, 7) == 1
; run: order(701, 7) == 1
; run: order(700, 7) == 0
define i16 @f(i16 %n, i16 %d) unnamed_addr addrspace(1) {
  %q = udiv i16 %n, %d
  %m = mul i16 %q, %d
  %c = icmp ne i16 %n, %m
  %z = zext i1 %c to i16
  %r = add i16 %q, %z
  ret i16 %r
}
define i16 @g(i16 %n, i16 %d) unnamed_addr addrspace(1) {
  %q = sdiv i16 %n, %d
  %m = mul i16 %d, %q
  %c = icmp eq i16 %m, %n
  %z = zext i1 %c to i16
  %o = xor i16 %z, 1
  %r = add i16 %q, %o
  ret i16 %r
}
define i16 @used(i16 %n, i16 %d) unnamed_addr addrspace(1) {
  %q = udiv i16 %n, %d
  %m = mul i16 %q, %d
  %c = icmp eq i16 %m, %n
  %z = zext i1 %c to i16
  %r = add i16 %m, %z
  ret i16 %r
}
define i16 @other(i16 %n, i16 %d, i16 %e) unnamed_addr addrspace(1) {
  %q = udiv i16 %n, %d
  %m = mul i16 %q, %e
  %c = icmp eq i16 %m, %n
  %z = zext i1 %c to i16
  ret i16 %z
}
define i16 @order(i16 %n, i16 %d) unnamed_addr addrspace(1) {
  %q = udiv i16 %n, %d
  %m = mul i16 %q, %d
  %c = icmp ult i16 %m, %n
  %z = zext i1 %c to i16
  ret i16 %z
}
