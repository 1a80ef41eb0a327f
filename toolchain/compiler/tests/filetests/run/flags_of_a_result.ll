; test run
; A result that a called function has loaded before it counts in memory: when it returns, N and Z tell of the counter.
; run: f(0, 0) == 2
; run: f(0, 255) == 2
; run: f(5, 0) == 1
; run: f(5, 255) == 1
@a = internal global i8 0, align 1
@n = internal global i8 0, align 1
define internal i8 @taken() unnamed_addr addrspace(1) noinline {
  %v = load i8, ptr @a, align 1
  %m = load i8, ptr @n, align 1
  %c = add i8 %m, 1
  store i8 %c, ptr @n, align 1
  ret i8 %v
}
define i8 @f(i8 %x, i8 %n) unnamed_addr addrspace(1) {
  store i8 %x, ptr @a, align 1
  store i8 %n, ptr @n, align 1
  %v = call addrspace(1) i8 @taken()
  %z = icmp eq i8 %v, 0
  br i1 %z, label %zero, label %more
zero:
  br label %end
more:
  br label %end
end:
  %r = phi i8 [ 2, %zero ], [ 1, %more ]
  ret i8 %r
}
