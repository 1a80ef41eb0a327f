; test run
; Three words that change places in a ring.
; run: f(1000, 2000, 3000, 1) == 2000
; run: f(1000, 2000, 3000, 2) == 3000
; run: f(1000, 2000, 3000, 3) == 1000
define i16 @f(i16 %a, i16 %b, i16 %c, i8 %n) unnamed_addr addrspace(1) {
start:
  br label %head
head:
  %x = phi i16 [ %a, %start ], [ %y, %body ]
  %y = phi i16 [ %b, %start ], [ %z, %body ]
  %z = phi i16 [ %c, %start ], [ %x, %body ]
  %i = phi i8 [ 0, %start ], [ %next, %body ]
  %done = icmp eq i8 %i, %n
  br i1 %done, label %end, label %body
body:
  %next = add i8 %i, 1
  br label %head
end:
  ret i16 %x
}
