; test run
; Copies and fills in loops of several places at once, of lengths that leave nothing, one and two bytes over, and of 256 bytes.
; run: f(3) == 20729
; run: f(250) == 30029
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
  call addrspace(1) void @llvm.memcpy.p0.p0.i16(ptr @a, ptr @b, i16 9, i1 false)
  call addrspace(1) void @llvm.memcpy.p0.p0.i16(ptr getelementptr inbounds nuw (i8, ptr @a, i16 10), ptr @b, i16 10, i1 false)
  call addrspace(1) void @llvm.memcpy.p0.p0.i16(ptr getelementptr inbounds nuw (i8, ptr @a, i16 21), ptr getelementptr inbounds nuw (i8, ptr @b, i16 7), i16 11, i1 false)
  call void @llvm.memset.p0.i16(ptr getelementptr inbounds nuw (i8, ptr @a, i16 33), i8 %seed, i16 20, i1 false)
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
  br i1 %end, label %large, label %sum
large:
  call addrspace(1) void @llvm.memcpy.p0.p0.i16(ptr getelementptr inbounds nuw (i8, ptr @a, i16 2), ptr getelementptr inbounds nuw (i8, ptr @b, i16 1), i16 256, i1 false)
  call void @llvm.memset.p0.i16(ptr getelementptr inbounds nuw (i8, ptr @b, i16 40), i8 %seed, i16 254, i1 false)
  br label %both
both:
  %g = phi i16 [ 0, %large ], [ %h, %both ]
  %z = phi i16 [ %t, %large ], [ %l, %both ]
  %ra = getelementptr inbounds nuw i8, ptr @a, i16 %g
  %rb = getelementptr inbounds nuw i8, ptr @b, i16 %g
  %ya = load i8, ptr %ra, align 1
  %yb = load i8, ptr %rb, align 1
  %ys = sub i8 %ya, %yb
  %yw = zext i8 %ys to i16
  %zk = mul i16 %z, 3
  %l = add i16 %zk, %yw
  %h = add nuw i16 %g, 1
  %last = icmp eq i16 %h, 300
  br i1 %last, label %out, label %both
out:
  ret i16 %l
}
declare void @llvm.memcpy.p0.p0.i16(ptr, ptr, i16, i1) addrspace(1)
declare void @llvm.memset.p0.i16(ptr, i8, i16, i1)
