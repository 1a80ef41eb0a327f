; test lower
; A local object of `main` is at a known address in functions of which every call is passed it, by way of others, too.
define internal i8 @f(ptr %state) unnamed_addr addrspace(1) {
  %p = getelementptr inbounds nuw i8, ptr %state, i16 3
  %x = load i8, ptr %p, align 1
  %y = add i8 %x, 1
  store i8 %y, ptr %p, align 1
  ret i8 %y
}
define internal i8 @g(ptr %state) unnamed_addr addrspace(1) {
  %x = call addrspace(1) i8 @f(ptr %state)
  ret i8 %x
}
define void @main() unnamed_addr addrspace(1) {
  %state = alloca [4 x i8], align 1
  call void @llvm.lifetime.start.p0(ptr %state)
  call void @llvm.memset.p0.i16(ptr %state, i8 7, i16 4, i1 false)
  %a = call addrspace(1) i8 @f(ptr %state)
  %b = call addrspace(1) i8 @g(ptr %state)
  call void @llvm.lifetime.end.p0(ptr %state)
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memset.p0.i16(ptr, i8, i16, i1)
;; (r0 r1) -> 1
;; b0: 0
;;   r3 = [@main.state+3] + $01
;;   store [@main.state+3], r3
;;   ret r3
