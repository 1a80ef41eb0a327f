; test run
; What LLVM makes of `match x % 5 { .. }`: a switch of 3 bits, and its number kept in a phi and frozen.
; run: f(0) == (10, 0)
; run: f(1) == (20, 255)
; run: f(2) == (10, 2)
; run: f(3) == (30, 3)
; run: f(4) == (20, 252)
; run: f(9223372036854775807) == (10, 2)

define { i8, i8 } @f(i64 %x) unnamed_addr addrspace(1) {
start:
  %r = urem i64 %x, 5
  %t = trunc nuw i64 %r to i3
  switch i3 %t, label %else [
    i3 1, label %odd
    i3 -4, label %odd
    i3 3, label %three
  ]
odd:
  %n = sub i3 0, %t
  br label %end
three:
  br label %end
else:
  br label %end
end:
  %code = phi i8 [ 20, %odd ], [ 30, %three ], [ 10, %else ]
  %k = phi i3 [ %n, %odd ], [ 3, %three ], [ %t, %else ]
  %frozen = freeze i3 %k
  %s = sext i3 %frozen to i8
  %pack0 = insertvalue { i8, i8 } poison, i8 %code, 0
  %pack1 = insertvalue { i8, i8 } %pack0, i8 %s, 1
  ret { i8, i8 } %pack1
}
