; test run
; Two functions that call each other through pointers with 21 bytes and get 24 back; both keep values over the call.
; run: f(0, 5) == (5, 2, 3)
; run: f(6, 5) == (7550, 18446744073709545606, 3)
@table = internal global [2 x ptr addrspace(1)] [ptr addrspace(1) @left, ptr addrspace(1) @right], align 1
define internal { i64, i64, i64 } @left(i64 %a, i64 %b, i32 %c, i8 %n) unnamed_addr addrspace(1) {
start:
  %end = icmp eq i8 %n, 0
  br i1 %end, label %leaf, label %down
leaf:
  %w = zext i32 %c to i64
  %l0 = insertvalue { i64, i64, i64 } poison, i64 %a, 0
  %l1 = insertvalue { i64, i64, i64 } %l0, i64 %b, 1
  %l2 = insertvalue { i64, i64, i64 } %l1, i64 %w, 2
  ret { i64, i64, i64 } %l2
down:
  %p = getelementptr inbounds nuw ptr addrspace(1), ptr @table, i16 1
  %g = load ptr addrspace(1), ptr %p, align 1
  %less = sub i8 %n, 1
  %a1 = add i64 %b, 1000
  %b1 = xor i64 %a, 255
  %c1 = add i32 %c, 7
  %r = call addrspace(1) { i64, i64, i64 } %g(i64 %a1, i64 %b1, i32 %c1, i8 %less)
  %r0 = extractvalue { i64, i64, i64 } %r, 0
  %r1 = extractvalue { i64, i64, i64 } %r, 1
  %r2 = extractvalue { i64, i64, i64 } %r, 2
  %s0 = add i64 %r0, %a
  %s1 = sub i64 %r1, %b
  %v = zext i32 %c to i64
  %s2 = add i64 %r2, %v
  %d0 = insertvalue { i64, i64, i64 } poison, i64 %s0, 0
  %d1 = insertvalue { i64, i64, i64 } %d0, i64 %s1, 1
  %d2 = insertvalue { i64, i64, i64 } %d1, i64 %s2, 2
  ret { i64, i64, i64 } %d2
}
define internal { i64, i64, i64 } @right(i64 %a, i64 %b, i32 %c, i8 %n) unnamed_addr addrspace(1) {
start:
  %g = load ptr addrspace(1), ptr @table, align 1
  %end = icmp eq i8 %n, 0
  %less = select i1 %end, i8 0, i8 %n
  %m = icmp eq i8 %less, 0
  %k = sub i8 %less, 1
  %next = select i1 %m, i8 0, i8 %k
  %r = call addrspace(1) { i64, i64, i64 } %g(i64 %b, i64 %a, i32 %c, i8 %next)
  %r0 = extractvalue { i64, i64, i64 } %r, 0
  %r1 = extractvalue { i64, i64, i64 } %r, 1
  %r2 = extractvalue { i64, i64, i64 } %r, 2
  %s0 = mul i64 %r0, 3
  %s1 = sub i64 %r1, %a
  %v = zext i32 %c to i64
  %s2 = xor i64 %r2, %v
  %d0 = insertvalue { i64, i64, i64 } poison, i64 %s0, 0
  %d1 = insertvalue { i64, i64, i64 } %d0, i64 %s1, 1
  %d2 = insertvalue { i64, i64, i64 } %d1, i64 %s2, 2
  ret { i64, i64, i64 } %d2
}
define { i64, i64, i64 } @f(i8 %n, i64 %a) unnamed_addr addrspace(1) {
  %p = getelementptr inbounds nuw ptr addrspace(1), ptr @table, i16 0
  %g = load volatile ptr addrspace(1), ptr %p, align 1
  %r = call addrspace(1) { i64, i64, i64 } %g(i64 %a, i64 2, i32 3, i8 %n)
  ret { i64, i64, i64 } %r
}
