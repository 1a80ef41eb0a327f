; test run
; A slice as result: pointer and length in four bytes.
; run: f(2) == (4, 6)
; run: f(5) == (32, 3)
@t = internal constant [8 x i8] c"\01\02\04\08\10\20\40\80", align 1
define internal { ptr, i16 } @tail(i8 %n) unnamed_addr addrspace(1) {
  %w = zext i8 %n to i16
  %p = getelementptr inbounds nuw i8, ptr @t, i16 %w
  %l = sub i16 8, %w
  %x = insertvalue { ptr, i16 } poison, ptr %p, 0
  %y = insertvalue { ptr, i16 } %x, i16 %l, 1
  ret { ptr, i16 } %y
}
define { i8, i16 } @f(i8 %n) unnamed_addr addrspace(1) {
  %i = and i8 %n, 7
  %r = call addrspace(1) { ptr, i16 } @tail(i8 %i)
  %p = extractvalue { ptr, i16 } %r, 0
  %l = extractvalue { ptr, i16 } %r, 1
  %v = load i8, ptr %p, align 1
  %x = insertvalue { i8, i16 } poison, i8 %v, 0
  %y = insertvalue { i8, i16 } %x, i16 %l, 1
  ret { i8, i16 } %y
}
