; test run
; A condition of two comparisons, computed before a loop and asked for in it.
; run: f(3, 0) == 3
; run: f(3, 8) == 3
; run: f(3, 7) == 13
; run: f(255, 1) == 9
define i8 @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
start:
  %x = icmp eq i8 %b, 0
  %y = icmp eq i8 %b, 8
  %c = select i1 %x, i1 true, i1 %y
  %odd = trunc i8 %b to i1
  br label %head
head:
  %n = phi i8 [ %a, %start ], [ %next, %body ], [ %more, %odd.body ]
  %left = phi i8 [ 10, %start ], [ %less, %body ], [ %less, %odd.body ]
  %done = icmp eq i8 %left, 0
  br i1 %done, label %end, label %asked
asked:
  br i1 %c, label %end, label %again
again:
  %less = add i8 %left, -1
  br i1 %odd, label %odd.body, label %body
body:
  %next = add i8 %n, 3
  br label %head
odd.body:
  %more = add i8 %n, 1
  br label %head
end:
  ret i8 %n
}
