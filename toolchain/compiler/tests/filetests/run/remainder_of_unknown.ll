; test run
; A quotient and a remainder by an unknown divisor take one division and no multiplication, whichever way the product is written.
; run: f(100000, 7) == (14285, 5)
; cycles <= 160
; run: f(4294967295, 65536) == (65535, 65535)
; run: f(5, 9) == (0, 5)
; run: g(-100000, 7) == (4294953011, 4294967291)
; run: g(100000, -7) == (4294953011, 5)
define { i32, i32 } @f(i32 %n, i32 %d) unnamed_addr addrspace(1) {
  %q = udiv i32 %n, %d
  %m = mul i32 %q, %d
  %r = sub i32 %n, %m
  %a = insertvalue { i32, i32 } poison, i32 %q, 0
  %b = insertvalue { i32, i32 } %a, i32 %r, 1
  ret { i32, i32 } %b
}
define { i32, i32 } @g(i32 %n, i32 %d) unnamed_addr addrspace(1) {
  %q = sdiv i32 %n, %d
  %m = mul i32 %d, %q
  %r = sub i32 %n, %m
  %a = insertvalue { i32, i32 } poison, i32 %q, 0
  %b = insertvalue { i32, i32 } %a, i32 %r, 1
  ret { i32, i32 } %b
}
