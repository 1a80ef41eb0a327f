; test run
; The end of a counter stands on the left of the comparison, which then is with zero.
; run: f(5) == 10
; run: f(1) == 2
; run: f(255) == 254

define i8 @f(i8 %n) unnamed_addr addrspace(1) {
start:
  br label %loop

loop:
  %i = phi i8 [ %j, %loop ], [ 0, %start ]
  %sum = phi i8 [ %more, %loop ], [ 0, %start ]
  %more = add i8 %sum, 2
  %j = add nuw i8 %i, 1
  %done = icmp eq i8 %n, %j
  br i1 %done, label %end, label %loop

end:
  ret i8 %more
}
