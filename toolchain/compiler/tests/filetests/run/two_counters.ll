; test run
; Two counters of a loop that ends by one of them; the other is compared behind it, on the right.
; Found by random crates, seed 3001182: the value on the left was compared with zero.
; run: f(5) == 1
; run: f(0) == 0
; run: f(4) == 0

define i8 @f(i8 %x) unnamed_addr addrspace(1) {
start:
  br label %outer

outer:
  %i = phi i16 [ %i1, %latch ], [ 0, %start ]
  br label %inner

inner:
  %n = phi i8 [ %n1, %inner ], [ 0, %outer ]
  %k = phi i16 [ %k1, %inner ], [ 0, %outer ]
  %k1 = add nuw nsw i16 %k, 1
  %n1 = add nuw nsw i8 %n, 1
  %done = icmp eq i16 %k1, 5
  br i1 %done, label %exit, label %inner

exit:
  %same = icmp eq i8 %x, %n1
  br i1 %same, label %found, label %latch

latch:
  %i1 = add nuw nsw i16 %i, 1
  %end = icmp eq i16 %i1, 4
  br i1 %end, label %none, label %outer

found:
  ret i8 1

none:
  ret i8 0
}
