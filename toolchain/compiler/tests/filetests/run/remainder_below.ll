; test run
; Whether the dividend is below the divisor asks for a quotient of zero, so the dividend is not kept across the division.
; run: f(0) == (0, 0, 1)
; run: f(9) == (0, 9, 1)
; run: f(10) == (1, 0, 0)
; run: f(4294967295) == (429496729, 5, 0)
; run: same(10) == 1
; run: same(9) == 2
; run: ule(9) == 1
; run: ule(10) == 1
; run: ule(11) == 2
; run: signed(-5) == 1
; run: signed(5) == 1
; run: signed(12) == 1
; run: one(0) == 1
; run: one(1) == 1
; run: kept(9) == 9
; run: kept(10) == 1
; run: kept(2570) == 1
; run: loop(4294967295) == 10
; run: loop(10) == 2
; run: loop(9) == 1
define { i32, i8, i8 } @f(i32 %n) unnamed_addr addrspace(1) {
  %q = udiv i32 %n, 10
  %m = mul i32 %q, 246
  %r = add i32 %m, %n
  %b = trunc i32 %r to i8
  %c = icmp ult i32 %n, 10
  %z = zext i1 %c to i8
  %pack0 = insertvalue { i32, i8, i8 } poison, i32 %q, 0
  %pack1 = insertvalue { i32, i8, i8 } %pack0, i8 %b, 1
  %pack2 = insertvalue { i32, i8, i8 } %pack1, i8 %z, 2
  ret { i32, i8, i8 } %pack2
}
define i16 @same(i16 %n) unnamed_addr addrspace(1) {
  %q = udiv i16 %n, 10
  %c = icmp ugt i16 %n, 9
  %s = select i1 %c, i16 %q, i16 2
  ret i16 %s
}
; Another bound.
define i16 @ule(i16 %n) unnamed_addr addrspace(1) {
  %q = udiv i16 %n, 10
  %c = icmp ule i16 %n, 10
  %z = zext i1 %c to i16
  %o = sub i16 2, %z
  %s = or i16 %q, %o
  %m = and i16 %o, 3
  ret i16 %m
}
; A signed quotient is zero on both sides of zero.
define i16 @signed(i16 %n) unnamed_addr addrspace(1) {
  %q = sdiv i16 %n, 10
  %c = icmp ult i16 %n, 10
  %z = zext i1 %c to i16
  %d = icmp eq i16 %q, 1
  %y = zext i1 %d to i16
  %e = icmp slt i16 %n, 0
  %x = zext i1 %e to i16
  %a = add i16 %z, %y
  %s = add i16 %a, %x
  ret i16 %s
}
define i16 @one(i16 %n) unnamed_addr addrspace(1) {
  %q = udiv i16 %n, 1
  %c = icmp ult i16 %n, 1
  %z = zext i1 %c to i16
  %s = or i16 %q, %z
  ret i16 %s
}
; The dividend goes on, so nothing is changed.
define i16 @kept(i16 %n) unnamed_addr addrspace(1) {
  %q = udiv i16 %n, 10
  %c = icmp ult i16 %n, 10
  br i1 %c, label %few, label %many
few:
  ret i16 %n
many:
  %d = icmp ne i16 %q, 0
  %z = zext i1 %d to i16
  ret i16 %z
}
define i8 @loop(i32 %n) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %v = phi i32 [ %n, %start ], [ %q, %loop ]
  %i = phi i8 [ 0, %start ], [ %j, %loop ]
  %j = add i8 %i, 1
  %q = udiv i32 %v, 10
  %c = icmp ult i32 %v, 10
  br i1 %c, label %out, label %loop
out:
  ret i8 %j
}
