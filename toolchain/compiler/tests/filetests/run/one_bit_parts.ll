; test run
; Both parts of a checked operation on single bits, as conditions of branches and of selects.
; run: f(0, 0) == 0
; run: f(0, 1) == 7
; run: f(1, 0) == 1
; run: f(1, 1) == 2
define i8 @f(i1 %a, i1 %b) unnamed_addr addrspace(1) {
  %s = call { i1, i1 } @llvm.uadd.with.overflow.i1(i1 %a, i1 %b)
  %s0 = extractvalue { i1, i1 } %s, 0
  %s1 = extractvalue { i1, i1 } %s, 1
  %d = call { i1, i1 } @llvm.usub.with.overflow.i1(i1 %a, i1 %b)
  %d1 = extractvalue { i1, i1 } %d, 1
  %x = select i1 %s0, i8 1, i8 0
  %y = select i1 %s1, i8 2, i8 0
  br i1 %d1, label %borrow, label %end
borrow:
  br label %end
end:
  %z = phi i8 [ 6, %borrow ], [ 0, %0 ]
  %xy = add i8 %x, %y
  %r = add i8 %xy, %z
  ret i8 %r
}
declare { i1, i1 } @llvm.uadd.with.overflow.i1(i1, i1)
declare { i1, i1 } @llvm.usub.with.overflow.i1(i1, i1)
