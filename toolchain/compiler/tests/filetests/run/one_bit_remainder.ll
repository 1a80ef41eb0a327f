; test run
; A division of single bits leaves no remainder.
; run: f(0, 1) == 0
; run: f(1, 1) == 4
define i8 @f(i1 %a, i1 %b) unnamed_addr addrspace(1) {
  %u = urem i1 %a, %b
  %q = udiv i1 %a, %b
  %c = select i1 %u, i8 1, i8 0
  %e = select i1 %q, i8 4, i8 0
  %r = add i8 %c, %e
  ret i8 %r
}
