; test run
; Phis that exchange their values each time round.
; run: f(10, 3, 0) == 10
; run: f(10, 3, 5) == 3
define i8 @f(i8 %a, i8 %b, i8 %n) unnamed_addr addrspace(1) {
start:
  br label %head
head:
  %x = phi i8 [ %a, %start ], [ %y, %body ]
  %y = phi i8 [ %b, %start ], [ %x, %body ]
  %i = phi i8 [ 0, %start ], [ %next, %body ]
  %done = icmp eq i8 %i, %n
  br i1 %done, label %end, label %body
body:
  %next = add i8 %i, 1
  br label %head
end:
  ret i8 %x
}
