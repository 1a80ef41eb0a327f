; test run
; What is stored whole and only loaded by an index, which by its range might lead further than the object, is loaded all the same.
; run: f(3) == 25
; run: f(0) == 4
define internal i8 @at(ptr %from, i8 %i) noinline {
  %n = zext i8 %i to i16
  %p = getelementptr inbounds nuw i8, ptr %from, i16 %n
  %x = load i8, ptr %p, align 1
  ret i8 %x
}
define i8 @f(i8 %i) unnamed_addr addrspace(1) {
  %o = alloca [4 x i8], align 1
  store i32 419627012, ptr %o, align 1
  %x = call addrspace(1) i8 @at(ptr %o, i8 %i)
  ret i8 %x
}
