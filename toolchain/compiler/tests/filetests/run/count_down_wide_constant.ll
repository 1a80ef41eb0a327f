; test run
; Counters with numbers at both ends: times of one byte and more, upwards and downwards, and by subtraction.
; run: f(7) == (1207, 307, 507, 263)
; run: f(0) == (1200, 300, 500, 256)

define { i16, i16, i16, i16 } @f(i16 %a) unnamed_addr addrspace(1) {
start:
  br label %one

one:
  %i = phi i16 [ 17, %start ], [ %i.next, %one ]
  %w = phi i16 [ %a, %start ], [ %w.next, %one ]
  %w.next = add i16 %w, 1
  %i.next = add i16 %i, 1
  %i.end = icmp eq i16 %i.next, 1217
  br i1 %i.end, label %two, label %one

two:
  %j = phi i16 [ 300, %one ], [ %j.next, %two ]
  %x = phi i16 [ %a, %one ], [ %x.next, %two ]
  %x.next = add i16 %x, 1
  %j.next = sub i16 %j, 1
  %j.more = icmp ne i16 0, %j.next
  br i1 %j.more, label %two, label %three

three:
  %k = phi i16 [ -300, %two ], [ %k.next, %three ]
  %y = phi i16 [ %a, %two ], [ %y.next, %three ]
  %y.next = add i16 %y, 1
  %k.next = add i16 %k, 1
  %k.end = icmp eq i16 %k.next, 200
  br i1 %k.end, label %four, label %three

four:
  %l = phi i16 [ 256, %three ], [ %l.next, %four ]
  %z = phi i16 [ %a, %three ], [ %z.next, %four ]
  %z.next = add i16 %z, 1
  %l.next = add i16 %l, -1
  %l.end = icmp eq i16 %l.next, 0
  br i1 %l.end, label %end, label %four

end:
  %r0 = insertvalue { i16, i16, i16, i16 } poison, i16 %w.next, 0
  %r1 = insertvalue { i16, i16, i16, i16 } %r0, i16 %x.next, 1
  %r2 = insertvalue { i16, i16, i16, i16 } %r1, i16 %y.next, 2
  %r3 = insertvalue { i16, i16, i16, i16 } %r2, i16 %z.next, 3
  ret { i16, i16, i16, i16 } %r3
}
