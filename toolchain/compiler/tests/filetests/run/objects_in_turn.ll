; test run
; Functions that have a result filled: one while the other one needs its own, one in turn with it, and one with two.
; run: f(5) == 118
; run: g(7) == 24
define internal void @fill(ptr %to, i8 %n) noinline {
  %twice = shl i8 %n, 1
  store i8 %n, ptr %to, align 1
  %second = getelementptr inbounds nuw i8, ptr %to, i16 1
  store i8 %twice, ptr %second, align 1
  ret void
}
define internal i8 @sum(i8 %n) noinline {
  %r = alloca [2 x i8], align 1
  call addrspace(1) void @fill(ptr %r, i8 %n)
  %a = load i8, ptr %r, align 1
  %p = getelementptr inbounds nuw i8, ptr %r, i16 1
  %b = load i8, ptr %p, align 1
  %s = add i8 %a, %b
  ret i8 %s
}
; 5 + 10, then 3 * 15 = 45 from `sum` while 5 and 10 are needed, then 5 + 10 again from the object, and 1 + 2.
define i8 @f(i8 %n) unnamed_addr addrspace(1) {
  %r = alloca [2 x i8], align 1
  %before = call addrspace(1) i8 @sum(i8 %n)
  call addrspace(1) void @fill(ptr %r, i8 %n)
  %between = call addrspace(1) i8 @sum(i8 %before)
  %a = load i8, ptr %r, align 1
  %p = getelementptr inbounds nuw i8, ptr %r, i16 1
  %b = load i8, ptr %p, align 1
  %behind = call addrspace(1) i8 @sum(i8 1)
  %x = add i8 %before, %between
  %y = add i8 %a, %b
  %z = add i8 %x, %y
  %all = add i8 %z, %behind
  %more = add i8 %all, 40
  ret i8 %more
}
define i8 @g(i8 %n) unnamed_addr addrspace(1) {
  %r = alloca [2 x i8], align 1
  %s = alloca [2 x i8], align 1
  call addrspace(1) void @fill(ptr %r, i8 %n)
  call addrspace(1) void @fill(ptr %s, i8 1)
  %a = load i8, ptr %r, align 1
  %p = getelementptr inbounds nuw i8, ptr %r, i16 1
  %b = load i8, ptr %p, align 1
  %c = load i8, ptr %s, align 1
  %q = getelementptr inbounds nuw i8, ptr %s, i16 1
  %d = load i8, ptr %q, align 1
  %x = add i8 %a, %b
  %y = add i8 %c, %d
  %z = add i8 %x, %y
  ret i8 %z
}
