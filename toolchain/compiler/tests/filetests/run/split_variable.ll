; test run
; Parts of a variable that are used apart, and two windows on it that overlap.
; run: f(12, 5) == 2570
; run: f(3, 5) == 3082
; run: f(255, 9) == 4626
@state = internal global [40 x i8] zeroinitializer
define i16 @f(i8 %i, i8 %v) unnamed_addr addrspace(1) {
  call void @llvm.memset.p0.i16(ptr @state, i8 0, i16 24, i1 false)
  %low = and i8 %i, 15
  %index = zext i8 %low to i16
  %first = getelementptr inbounds i8, ptr @state, i16 %index
  store i8 %v, ptr %first, align 1
  %second = getelementptr inbounds i8, ptr getelementptr (i8, ptr @state, i16 8), i16 %index
  %old = load i8, ptr %second, align 1
  %new = add i8 %old, 7
  store i8 %new, ptr %second, align 1
  store i8 %v, ptr getelementptr (i8, ptr @state, i16 30), align 1
  store i16 %index, ptr getelementptr (i8, ptr @state, i16 31), align 1
  %seven = and i8 %i, 7
  %near = zext i8 %seven to i16
  %third = getelementptr inbounds i8, ptr getelementptr (i8, ptr @state, i16 8), i16 %near
  %a = load i8, ptr %third, align 1
  %b = load i8, ptr getelementptr (i8, ptr @state, i16 30), align 1
  %c = load i8, ptr getelementptr (i8, ptr @state, i16 31), align 1
  %ab = add i8 %a, %b
  store i8 %ab, ptr getelementptr (i8, ptr @state, i16 35), align 1
  store i8 %b, ptr getelementptr (i8, ptr @state, i16 34), align 1
  %sum = load i16, ptr getelementptr (i8, ptr @state, i16 34), align 1
  %wide = zext i8 %v to i16
  %twice = add i16 %sum, %wide
  ret i16 %twice
}
declare void @llvm.memset.p0.i16(ptr, i8, i16, i1)
