; test run
; A branch back that its operands' ranges rule out leaves no copy behind for the loop's phi.
; run: f(3) == 3
; run: f(9) == 9
define i8 @f(i8 %s) unnamed_addr addrspace(1) {
start:
  br label %head
head:
  %i = phi i8 [ %s, %start ], [ %n, %body ]
  %n = add i8 %i, 1
  %w = zext i8 %i to i16
  %stop = icmp eq i8 %i, 9
  br i1 %stop, label %end, label %body
body:
  %again = icmp ugt i16 %w, 300
  br i1 %again, label %head, label %end
end:
  ret i8 %i
}
