; test run
; From the middle of an object an index may lead backwards.
; run: f(7, @t) == 97
; run: f(0, @t) == 50
@t = internal global [32 x i8] c"abcdefghijklmnopqrstuvwxyz012345", align 1
define i8 @f(i8 %n, ptr %unused) unnamed_addr addrspace(1) {
  %i = and i8 %n, 7
  %w = zext i8 %i to i16
  %m = mul i16 %w, 4
  %b = sub i16 0, %m
  %mid = getelementptr inbounds i8, ptr @t, i16 28
  %p = getelementptr inbounds i8, ptr %mid, i16 %b
  %v = load i8, ptr %p, align 1
  ret i8 %v
}
