; test run
; As signed numbers single bits are 0 and -1.
; run: f(0) == 0
define i8 @f(i1 %a) unnamed_addr addrspace(1) {
  %s = srem i1 %a, true
  %c = select i1 %s, i8 1, i8 0
  ret i8 %c
}
