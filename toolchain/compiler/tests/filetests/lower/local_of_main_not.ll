; test lower
; Objects that stay pointers in functions: two of `main` in turn, a part of one, and one of `main` and one of another function in turn.
define internal i8 @f(ptr %either, ptr %part, ptr %own) unnamed_addr addrspace(1) {
  %x = load i8, ptr %either, align 1
  %y = load i8, ptr %part, align 1
  %z = load i8, ptr %own, align 1
  %xy = add i8 %x, %y
  %xyz = add i8 %xy, %z
  ret i8 %xyz
}
define internal void @g(ptr %any) unnamed_addr addrspace(1) {
  %own = alloca i8, align 1
  store i8 3, ptr %own, align 1
  %x = call addrspace(1) i8 @f(ptr %any, ptr %any, ptr %own)
  ret void
}
define void @main() unnamed_addr addrspace(1) {
  %first = alloca i8, align 1
  %second = alloca [4 x i8], align 1
  store i8 1, ptr %first, align 1
  call void @llvm.memset.p0.i16(ptr %second, i8 7, i16 4, i1 false)
  %part = getelementptr inbounds i8, ptr %second, i16 1
  %a = call addrspace(1) i8 @f(ptr %first, ptr %part, ptr %first)
  %b = call addrspace(1) i8 @f(ptr %second, ptr %part, ptr %first)
  call addrspace(1) void @g(ptr %second)
  ret void
}
declare void @llvm.memset.p0.i16(ptr, i8, i16, i1)
;; (r0 r1 r2 r3 r4 r5) -> 1
;; b0: 0
;;   r9 = [(r1:r0)+0] + [(r3:r2)+0]
;;   r10 = r9 + [(r5:r4)+0]
;;   ret r10
