; test run
; `memcpy` of 4 bytes.
; run: f(3) == 33710
; run: f(250) == 53150
@a = internal global [300 x i8] zeroinitializer, align 1
@b = internal global [300 x i8] zeroinitializer, align 1
define i16 @f(i8 %seed) unnamed_addr addrspace(1) {
start:
  br label %fill
fill:
  %i = phi i16 [ 0, %start ], [ %next, %fill ]
  %v = phi i8 [ %seed, %start ], [ %u, %fill ]
  %p = getelementptr inbounds nuw i8, ptr @a, i16 %i
  %q = getelementptr inbounds nuw i8, ptr @b, i16 %i
  store i8 %v, ptr %p, align 1
  %x = xor i8 %v, -1
  store i8 %x, ptr %q, align 1
  %m = mul i8 %v, 5
  %u = add i8 %m, 7
  %next = add nuw i16 %i, 1
  %done = icmp eq i16 %next, 300
  br i1 %done, label %copy, label %fill
copy:
  call addrspace(1) void @llvm.memcpy.p0.p0.i16(ptr @a, ptr @b, i16 4, i1 false)
  br label %sum
sum:
  %j = phi i16 [ 0, %copy ], [ %after, %sum ]
  %s = phi i16 [ 0, %copy ], [ %t, %sum ]
  %r = getelementptr inbounds nuw i8, ptr @a, i16 %j
  %y = load i8, ptr %r, align 1
  %w = zext i8 %y to i16
  %k = mul i16 %s, 3
  %t = add i16 %k, %w
  %after = add nuw i16 %j, 1
  %end = icmp eq i16 %after, 300
  br i1 %end, label %out, label %sum
out:
  ret i16 %t
}
declare void @llvm.memcpy.p0.p0.i16(ptr, ptr, i16, i1) addrspace(1)
