; test run
; `memset` by constant and variable length, `memcmp` by the sign of its result.
; run: f(0) == (2312, 1, 0)
; run: f(5) == (2312, 1, 1)
; run: f(40) == (1800, 1, 1)
@a = internal global [300 x i8] zeroinitializer, align 1
@b = internal global [300 x i8] zeroinitializer, align 1
define { i16, i8, i8 } @f(i16 %n) unnamed_addr addrspace(1) {
  call addrspace(1) void @llvm.memset.p0.i16(ptr @a, i8 7, i16 3, i1 false)
  call addrspace(1) void @llvm.memset.p0.i16(ptr getelementptr inbounds nuw (i8, ptr @a, i16 10), i8 8, i16 20, i1 false)
  call addrspace(1) void @llvm.memset.p0.i16(ptr @b, i8 9, i16 280, i1 false)
  call addrspace(1) void @llvm.memset.p0.i16(ptr @b, i8 7, i16 %n, i1 false)
  %c = call addrspace(1) i16 @memcmp(ptr @a, ptr @b, i16 300)
  %less = icmp slt i16 %c, 0
  %l = zext i1 %less to i8
  %d = call addrspace(1) i16 @memcmp(ptr @a, ptr @b, i16 3)
  %equal = icmp eq i16 %d, 0
  %e = zext i1 %equal to i8
  %p = load i8, ptr getelementptr inbounds nuw (i8, ptr @a, i16 29), align 1
  %q = load i8, ptr getelementptr inbounds nuw (i8, ptr @b, i16 39), align 1
  %pw = zext i8 %p to i16
  %qw = zext i8 %q to i16
  %qs = shl i16 %qw, 8
  %s = or i16 %pw, %qs
  %x = insertvalue { i16, i8, i8 } poison, i16 %s, 0
  %y = insertvalue { i16, i8, i8 } %x, i8 %l, 1
  %z = insertvalue { i16, i8, i8 } %y, i8 %e, 2
  ret { i16, i8, i8 } %z
}
declare void @llvm.memset.p0.i16(ptr, i8, i16, i1) addrspace(1)
declare i16 @memcmp(ptr, ptr, i16) addrspace(1)
