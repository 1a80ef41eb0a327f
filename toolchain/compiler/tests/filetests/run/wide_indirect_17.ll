; test run
; Seventeen bytes through a pointer: one more than the zero page holds.
; run: f(0, 72057594037927937, 2, 200) == 72057594037928139
; run: f(1, 72057594037927937, 2, 200) == 72057594037927735
@table = internal constant [2 x ptr addrspace(1)] [ptr addrspace(1) @add, ptr addrspace(1) @sub], align 1
define internal i64 @add(i64 %a, i64 %b, i8 %c) unnamed_addr addrspace(1) {
  %w = zext i8 %c to i64
  %s = add i64 %a, %b
  %t = add i64 %s, %w
  ret i64 %t
}
define internal i64 @sub(i64 %a, i64 %b, i8 %c) unnamed_addr addrspace(1) {
  %w = zext i8 %c to i64
  %s = sub i64 %a, %b
  %t = sub i64 %s, %w
  ret i64 %t
}
define i64 @f(i8 %n, i64 %a, i64 %b, i8 %c) unnamed_addr addrspace(1) {
  %w = zext i8 %n to i16
  %p = getelementptr inbounds nuw ptr addrspace(1), ptr @table, i16 %w
  %g = load ptr addrspace(1), ptr %p, align 1
  %r = call addrspace(1) i64 %g(i64 %a, i64 %b, i8 %c)
  ret i64 %r
}
