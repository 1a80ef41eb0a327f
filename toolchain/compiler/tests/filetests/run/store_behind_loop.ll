; test run
; What loops store to variables is in memory on every way out of them, in loops within loops, too, and where a loop reads it.
; run: f(1, 8) == (7, 8, 7, 7)
; run: f(250, 3) == (3, 250, 0, 0)
; run: f(199, 0) == (0, 202, 3, 1)
; run: f(20, 200) == (7, 200, 180, 180)

@n = internal global i8 0
@m = internal global i8 0
@k = internal global i8 0

define { i8, i8, i8, i8 } @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
start:
  store i8 %a, ptr @n
  store i8 0, ptr @m
  store i8 0, ptr @k
  %zero = icmp eq i8 %b, 3
  br i1 %zero, label %out, label %outer
outer:
  %x = phi i8 [ %a, %start ], [ %j, %again ]
  br label %loop
loop:
  %i = phi i8 [ %x, %outer ], [ %j, %next ]
  %j = add i8 %i, 1
  store i8 %j, ptr @n
  %c = load i8, ptr @k
  %d = add i8 %c, 1
  store i8 %d, ptr @k
  %early = icmp ugt i8 %j, 201
  br i1 %early, label %out, label %next
next:
  %low = and i8 %j, 3
  %step = icmp eq i8 %low, 0
  br i1 %step, label %again, label %loop
again:
  store i8 %d, ptr @m
  %last = icmp eq i8 %j, %b
  br i1 %last, label %end, label %outer
end:
  br label %out
out:
  %r = phi i8 [ %b, %start ], [ 0, %loop ], [ 7, %end ]
  %held = load i8, ptr @n
  %count = load i8, ptr @k
  %steps = load i8, ptr @m
  %p = insertvalue { i8, i8, i8, i8 } poison, i8 %r, 0
  %q = insertvalue { i8, i8, i8, i8 } %p, i8 %held, 1
  %s = insertvalue { i8, i8, i8, i8 } %q, i8 %count, 2
  %t = insertvalue { i8, i8, i8, i8 } %s, i8 %steps, 3
  ret { i8, i8, i8, i8 } %t
}
