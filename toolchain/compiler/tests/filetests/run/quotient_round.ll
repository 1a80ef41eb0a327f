; test run
; The results of a call may lie where its operands lay: the quotient goes round the loop without copies. Operands that are read again keep
; memory of their own.
; run: f(4294967295) == 57
; cycles <= 809
; run: f(0) == 0
; run: both(4294967295) == 4294967295
; run: both(70000) == 70000
; run: swapped(1000000, 7) == 1
define i8 @f(i32 %n) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %v = phi i32 [ %n, %start ], [ %q, %loop ]
  %s = phi i8 [ 0, %start ], [ %t, %loop ]
  %q = udiv i32 %v, 10
  %r = urem i32 %v, 10
  %b = trunc i32 %r to i8
  %t = add i8 %s, %b
  %c = icmp eq i32 %q, 0
  br i1 %c, label %out, label %loop
out:
  ret i8 %t
}
define i32 @both(i32 %n) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %v = phi i32 [ %n, %start ], [ %q, %loop ]
  %p = phi i32 [ 1, %start ], [ %p2, %loop ]
  %s = phi i32 [ 0, %start ], [ %t, %loop ]
  %q = udiv i32 %v, 10
  %m = mul i32 %q, 10
  %r = sub i32 %v, %m
  %d = mul i32 %r, %p
  %t = add i32 %s, %d
  %p2 = mul i32 %p, 10
  %c = icmp ult i32 %v, 10
  br i1 %c, label %out, label %loop
out:
  ret i32 %t
}
; Quotient and remainder change places with the operands.
define i32 @swapped(i32 %n, i32 %d) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %a = phi i32 [ %n, %start ], [ %b, %loop ]
  %b = phi i32 [ %d, %start ], [ %r, %loop ]
  %i = phi i32 [ 0, %start ], [ %q, %loop ]
  %q = udiv i32 %a, %b
  %r = urem i32 %a, %b
  %c = icmp eq i32 %r, 0
  br i1 %c, label %out, label %loop
out:
  ret i32 %b
}
