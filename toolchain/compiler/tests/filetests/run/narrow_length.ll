; test run
; Lengths of memory intrinsics may have any width.
; run: f(9) == 23
; run: f(2) == 16
define i8 @f(i8 %n) unnamed_addr addrspace(1) {
  %a = alloca [16 x i8], align 1
  call void @llvm.memset.p0.i32(ptr %a, i8 0, i32 16, i1 false)
  call void @llvm.memset.p0.i8(ptr %a, i8 7, i8 %n, i1 false)
  %b = alloca [16 x i8], align 1
  call void @llvm.memset.p0.i32(ptr %b, i8 1, i32 16, i1 false)
  call void @llvm.memcpy.p0.p0.i8(ptr %b, ptr %a, i8 %n, i1 false)
  %p = getelementptr inbounds i8, ptr %b, i16 1
  %x = load i8, ptr %p, align 1
  %q = getelementptr inbounds i8, ptr %b, i16 8
  %y = load i8, ptr %q, align 1
  %s = add i8 %x, %y
  %r = add i8 %s, 9
  %c = icmp ult i8 %n, 3
  %t = sub i8 %r, 1
  %e = select i1 %c, i8 %t, i8 %r
  ret i8 %e
}
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
declare void @llvm.memset.p0.i8(ptr, i8, i8, i1)
declare void @llvm.memcpy.p0.p0.i8(ptr, ptr, i8, i1)
