; test run
; A choice among numbers of 128 bits, which differ in one byte.
; run: f(0) == 1
; run: f(18446744073709551616) == 2
; run: f(-1) == 3
; run: f(-170141183460469231731687303715884105728) == 4
; run: f(18446744073709551617) == 5
define i8 @f(i128 %n) unnamed_addr addrspace(1) {
  switch i128 %n, label %other [ i128 0, label %a
    i128 18446744073709551616, label %b
    i128 -1, label %c
    i128 -170141183460469231731687303715884105728, label %d ]
a:
  ret i8 1
b:
  ret i8 2
c:
  ret i8 3
d:
  ret i8 4
other:
  ret i8 5
}
