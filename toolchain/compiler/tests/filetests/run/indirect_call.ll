; test run
; Functions in a table, called with more bytes than the registers hold.
; run: f(0, 1000, 70000) == 71000
; run: f(1, 1000, 70000) == 69000
@table = internal constant [2 x ptr addrspace(1)] [ptr addrspace(1) @add, ptr addrspace(1) @sub], align 1
define internal i32 @add(i16 %a, i32 %b) unnamed_addr addrspace(1) {
  %w = zext i16 %a to i32
  %s = add i32 %b, %w
  ret i32 %s
}
define internal i32 @sub(i16 %a, i32 %b) unnamed_addr addrspace(1) {
  %w = zext i16 %a to i32
  %s = sub i32 %b, %w
  ret i32 %s
}
define i32 @f(i8 %n, i16 %a, i32 %b) unnamed_addr addrspace(1) {
  %i = and i8 %n, 1
  %w = zext i8 %i to i16
  %p = getelementptr inbounds nuw ptr addrspace(1), ptr @table, i16 %w
  %g = load ptr addrspace(1), ptr %p, align 1
  %r = call addrspace(1) i32 %g(i16 %a, i32 %b)
  ret i32 %r
}
