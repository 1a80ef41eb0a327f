; test run
; Arguments and results of eight bytes.
; run: f(1, 72057594037927936) == 72057594037927939
; run: f(18446744073709551615, 1) == 2
define internal i64 @g(i64 %a, i64 %b) unnamed_addr addrspace(1) {
  %s = add i64 %a, %b
  ret i64 %s
}
define i64 @f(i64 %a, i64 %b) unnamed_addr addrspace(1) {
  %x = call addrspace(1) i64 @g(i64 %a, i64 %b)
  %y = call addrspace(1) i64 @g(i64 %x, i64 2)
  ret i64 %y
}
