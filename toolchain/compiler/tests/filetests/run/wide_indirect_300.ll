; test run
; Three hundred bytes by value through a pointer: every byte of them counts, and the number behind them.
; run: f(1, 0) == 2489617366
; run: f(7, 1000000) == 2124117402
@pointer = internal global ptr addrspace(1) @digest, align 1
@bytes = internal global [300 x i8] zeroinitializer, align 1
@copy = internal global [300 x i8] zeroinitializer, align 1
define internal i32 @digest([300 x i8] %bytes, i32 %seed) unnamed_addr addrspace(1) {
start:
  store [300 x i8] %bytes, ptr @copy, align 1
  br label %loop
loop:
  %i = phi i16 [ 0, %start ], [ %next, %loop ]
  %sum = phi i32 [ 0, %start ], [ %more, %loop ]
  %p = getelementptr inbounds nuw i8, ptr @copy, i16 %i
  %byte = load i8, ptr %p, align 1
  %wide = zext i8 %byte to i32
  %times = mul i32 %sum, 31
  %more = add i32 %times, %wide
  %next = add i16 %i, 1
  %end = icmp eq i16 %next, 300
  br i1 %end, label %done, label %loop
done:
  %total = add i32 %more, %seed
  ret i32 %total
}
define i32 @f(i8 %step, i32 %seed) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i16 [ 0, %start ], [ %next, %loop ]
  %byte = phi i8 [ 3, %start ], [ %more, %loop ]
  %p = getelementptr inbounds nuw i8, ptr @bytes, i16 %i
  store i8 %byte, ptr %p, align 1
  %more = add i8 %byte, %step
  %next = add i16 %i, 1
  %end = icmp eq i16 %next, 300
  br i1 %end, label %call, label %loop
call:
  %g = load volatile ptr addrspace(1), ptr @pointer, align 1
  %all = load [300 x i8], ptr @bytes, align 1
  %r = call addrspace(1) i32 %g([300 x i8] %all, i32 %seed)
  ret i32 %r
}
