; test run
; A phi that takes the old counter into X, while the counter's memory gets the new one.
; run: f(6) == 1542
; run: f(9) == 2457
@t = internal global [64 x i8] zeroinitializer, align 1
define i16 @f(i8 %n) unnamed_addr addrspace(1) {
start:
  br label %head
head:
  %i = phi i8 [ 0, %start ], [ %next, %body ]
  %old = phi i8 [ 13, %start ], [ %i, %body ]
  %go = icmp ult i8 %i, %n
  br i1 %go, label %body, label %end
body:
  %m = call addrspace(1) i8 @llvm.umin.i8(i8 %old, i8 13)
  %w = zext i8 %m to i16
  %p = getelementptr inbounds [2 x i16], ptr @t, i16 %w
  %q = getelementptr inbounds i8, ptr %p, i16 6
  store i8 %n, ptr %q, align 1
  %next = add nuw i8 %i, 1
  br label %head
end:
  %a = load i8, ptr getelementptr inbounds nuw (i8, ptr @t, i16 6), align 1
  %b = load i8, ptr getelementptr inbounds nuw (i8, ptr @t, i16 34), align 1
  %c = load i8, ptr getelementptr inbounds nuw (i8, ptr @t, i16 58), align 1
  %x = zext i8 %a to i16
  %y = zext i8 %b to i16
  %z = zext i8 %c to i16
  %y2 = mul i16 %y, 16
  %z2 = mul i16 %z, 256
  %s = add i16 %x, %y2
  %r = add i16 %s, %z2
  ret i16 %r
}
declare i8 @llvm.umin.i8(i8, i8) addrspace(1)
