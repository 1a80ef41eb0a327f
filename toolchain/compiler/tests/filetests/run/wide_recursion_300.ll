; test run
; A function that passes itself 300 bytes: more than the 6502's stack could hold while they are put in place.
; run: f(0) == 2123117402
; run: f(3) == 1489595546
@bytes = internal global [300 x i8] zeroinitializer, align 1
@copy = internal global [300 x i8] zeroinitializer, align 1
define internal i32 @deep(i8 %n, [300 x i8] %bytes, i8 %last) unnamed_addr addrspace(1) {
start:
  %end = icmp eq i8 %n, 0
  br i1 %end, label %sum, label %down
down:
  %less = sub i8 %n, 1
  %first = extractvalue [300 x i8] %bytes, 0
  %second = extractvalue [300 x i8] %bytes, 1
  %other = extractvalue [300 x i8] %bytes, 299
  %a = insertvalue [300 x i8] %bytes, i8 %other, 0
  %b = insertvalue [300 x i8] %a, i8 %first, 1
  %c = insertvalue [300 x i8] %b, i8 %second, 299
  %below = call addrspace(1) i32 @deep(i8 %less, [300 x i8] %c, i8 %first)
  %wide = zext i8 %last to i32
  %times = mul i32 %below, 3
  %total = add i32 %times, %wide
  ret i32 %total
sum:
  store [300 x i8] %bytes, ptr @copy, align 1
  br label %loop
loop:
  %i = phi i16 [ 0, %sum ], [ %next, %loop ]
  %sofar = phi i32 [ 0, %sum ], [ %more, %loop ]
  %p = getelementptr inbounds nuw i8, ptr @copy, i16 %i
  %byte = load i8, ptr %p, align 1
  %widened = zext i8 %byte to i32
  %product = mul i32 %sofar, 31
  %more = add i32 %product, %widened
  %next = add i16 %i, 1
  %over = icmp eq i16 %next, 300
  br i1 %over, label %done, label %loop
done:
  ret i32 %more
}
define i32 @f(i8 %n) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i16 [ 0, %start ], [ %next, %loop ]
  %byte = phi i8 [ 3, %start ], [ %more, %loop ]
  %p = getelementptr inbounds nuw i8, ptr @bytes, i16 %i
  store i8 %byte, ptr %p, align 1
  %more = add i8 %byte, 7
  %next = add i16 %i, 1
  %end = icmp eq i16 %next, 300
  br i1 %end, label %call, label %loop
call:
  %all = load [300 x i8], ptr @bytes, align 1
  %r = call addrspace(1) i32 @deep(i8 %n, [300 x i8] %all, i8 99)
  ret i32 %r
}
