; test run
; Volatile stores happen in order; the machine's are compared with the interpreter's one by one.
; run: f(3) == 3
define i8 @f(i8 %n) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i8 [ %n, %start ], [ %next, %loop ]
  store volatile i8 %i, ptr inttoptr (i16 -10242 to ptr), align 1
  store volatile i8 %n, ptr inttoptr (i16 -10242 to ptr), align 1
  store volatile i8 %n, ptr inttoptr (i16 -10242 to ptr), align 1
  %next = add i8 %i, -1
  %done = icmp eq i8 %next, 0
  br i1 %done, label %end, label %loop
end:
  ret i8 %n
}
