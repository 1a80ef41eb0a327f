; test run
; Several phis take one dying value, and one of them the value of another.
; run: f(5, 4) == (70, 70, 13)
; run: f(200, 1) == (159, 159, 1)
define { i8, i8, i8 } @f(i8 %a, i8 %n) unnamed_addr addrspace(1) {
start:
  br label %head
head:
  %x = phi i8 [ %a, %start ], [ %d, %body ]
  %y = phi i8 [ 1, %start ], [ %d, %body ]
  %z = phi i8 [ 2, %start ], [ %y, %body ]
  %i = phi i8 [ 0, %start ], [ %next, %body ]
  %done = icmp eq i8 %i, %n
  br i1 %done, label %end, label %body
body:
  %s = add i8 %x, %z
  %d = xor i8 %s, 85
  %next = add i8 %i, 1
  br label %head
end:
  %p = insertvalue { i8, i8, i8 } poison, i8 %x, 0
  %q = insertvalue { i8, i8, i8 } %p, i8 %y, 1
  %r = insertvalue { i8, i8, i8 } %q, i8 %z, 2
  ret { i8, i8, i8 } %r
}
