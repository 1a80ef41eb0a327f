; test error
; error: local variables of 65536 bytes, 16384 of them for `a`, in a function that may be active more than once
define i8 @f(i8 %n) unnamed_addr addrspace(1) {
  %a = alloca [16384 x i8], align 1
  %b = alloca [16384 x i8], align 1
  %c = alloca [16384 x i8], align 1
  %d = alloca [16384 x i8], align 1
  %e = alloca [100 x i8], align 1
  call void @g(ptr %a, ptr %b, ptr %c, ptr %d, ptr %e)
  %r = call i8 @f(i8 %n)
  ret i8 %r
}
define void @g(ptr %a, ptr %b, ptr %c, ptr %d, ptr %e) unnamed_addr addrspace(1) {
  store volatile i8 1, ptr %a
  store volatile i8 1, ptr %b
  store volatile i8 1, ptr %c
  store volatile i8 1, ptr %d
  store volatile i8 1, ptr %e
  ret void
}
