; test run
; `memmove` between elements of an array, also of one to itself, and between places that are less than their length apart.
; run: f(0, 1) == 45081
; run: f(1, 0) == 22925
; run: f(2, 2) == 56142
; run: f(4, 3) == 38263
@a = internal global [180 x i8] zeroinitializer, align 1
define i16 @f(i8 %to, i8 %from) unnamed_addr addrspace(1) {
start:
  br label %fill
fill:
  %i = phi i16 [ 0, %start ], [ %next, %fill ]
  %v = phi i8 [ 3, %start ], [ %u, %fill ]
  %p = getelementptr inbounds nuw i8, ptr @a, i16 %i
  store i8 %v, ptr %p, align 1
  %m = mul i8 %v, 5
  %u = add i8 %m, 7
  %next = add nuw i16 %i, 1
  %done = icmp eq i16 %next, 180
  br i1 %done, label %copy, label %fill
copy:
  %t = zext i8 %to to i16
  %s = zext i8 %from to i16
  %x = getelementptr inbounds [31 x i8], ptr @a, i16 %t
  %y = getelementptr inbounds [31 x i8], ptr @a, i16 %s
  call addrspace(1) void @llvm.memmove.p0.p0.i16(ptr %x, ptr %y, i16 31, i1 false)
  %near = getelementptr inbounds [9 x i8], ptr @a, i16 %t
  %far = getelementptr inbounds [9 x i8], ptr @a, i16 %s
  call addrspace(1) void @llvm.memmove.p0.p0.i16(ptr %near, ptr %far, i16 20, i1 false)
  %begin = getelementptr inbounds [31 x i8], ptr @a, i16 %s
  %inner = getelementptr inbounds i8, ptr %begin, i16 4
  call addrspace(1) void @llvm.memmove.p0.p0.i16(ptr %inner, ptr %begin, i16 20, i1 false)
  br label %sum
sum:
  %j = phi i16 [ 0, %copy ], [ %after, %sum ]
  %o = phi i16 [ 0, %copy ], [ %n, %sum ]
  %r = getelementptr inbounds nuw i8, ptr @a, i16 %j
  %b = load i8, ptr %r, align 1
  %w = zext i8 %b to i16
  %k = mul i16 %o, 3
  %n = add i16 %k, %w
  %after = add nuw i16 %j, 1
  %end = icmp eq i16 %after, 180
  br i1 %end, label %out, label %sum
out:
  ret i16 %n
}
declare void @llvm.memmove.p0.p0.i16(ptr, ptr, i16, i1) addrspace(1)
