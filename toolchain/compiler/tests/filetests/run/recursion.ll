; test run
; Values live across a recursive call, and a local object whose address the call gets.
; run: f(0) == 77
; run: f(7) == 472
; run: f(30) == 43893
define internal i16 @sum(i8 %n, ptr %up) unnamed_addr addrspace(1) {
start:
  %own = alloca [3 x i8], align 1
  store i8 %n, ptr %own, align 1
  %second = getelementptr inbounds nuw i8, ptr %own, i16 2
  %got = load i8, ptr %up, align 1
  store i8 %got, ptr %second, align 1
  %done = icmp eq i8 %n, 0
  br i1 %done, label %end, label %more
more:
  %less = add i8 %n, -1
  %r = call addrspace(1) i16 @sum(i8 %less, ptr %own)
  %w = zext i8 %n to i16
  %twice = shl i16 %r, 1
  %s = add i16 %twice, %w
  %kept = load i8, ptr %second, align 1
  %k = zext i8 %kept to i16
  %t = xor i16 %s, %k
  ret i16 %t
end:
  %z = zext i8 %got to i16
  ret i16 %z
}
define i16 @f(i8 %n) unnamed_addr addrspace(1) {
  %first = alloca i8, align 1
  store i8 77, ptr %first, align 1
  %r = call addrspace(1) i16 @sum(i8 %n, ptr %first)
  ret i16 %r
}
