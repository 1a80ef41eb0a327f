; test run
; A table of functions that take 24 bytes and return 17, each result an argument of the next call.
; run: f(10, 3) == (32, 1)
; run: f(18446744073709551616, 2) == (36893488147419103233, 1)
@table = internal constant [3 x ptr addrspace(1)] [ptr addrspace(1) @add, ptr addrspace(1) @multiply, ptr addrspace(1) @sub], align 1
define internal { i128, i8 } @add(i128 %a, i64 %b) unnamed_addr addrspace(1) {
  %w = zext i64 %b to i128
  %s = add i128 %a, %w
  %r = insertvalue { i128, i8 } { i128 undef, i8 0 }, i128 %s, 0
  ret { i128, i8 } %r
}
define internal { i128, i8 } @multiply(i128 %a, i64 %b) unnamed_addr addrspace(1) {
  %w = trunc i64 %b to i8
  %two = icmp eq i8 %w, 2
  %double = shl i128 %a, 1
  %triple = add i128 %double, %a
  %s = select i1 %two, i128 %double, i128 %triple
  %r = insertvalue { i128, i8 } { i128 undef, i8 0 }, i128 %s, 0
  ret { i128, i8 } %r
}
define internal { i128, i8 } @sub(i128 %a, i64 %b) unnamed_addr addrspace(1) {
  %w = zext i64 %b to i128
  %s = sub i128 %a, %w
  %r = insertvalue { i128, i8 } { i128 undef, i8 1 }, i128 %s, 0
  ret { i128, i8 } %r
}
define { i128, i8 } @f(i128 %a, i64 %b) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i16 [ 0, %start ], [ %next, %loop ]
  %value = phi i128 [ %a, %start ], [ %v, %loop ]
  %p = getelementptr inbounds nuw ptr addrspace(1), ptr @table, i16 %i
  %g = load ptr addrspace(1), ptr %p, align 1
  %scale = icmp eq i16 %i, 1
  %by = select i1 %scale, i64 %b, i64 1
  %r = call addrspace(1) { i128, i8 } %g(i128 %value, i64 %by)
  %v = extractvalue { i128, i8 } %r, 0
  %next = add i16 %i, 1
  %end = icmp eq i16 %next, 3
  br i1 %end, label %done, label %loop
done:
  ret { i128, i8 } %r
}
