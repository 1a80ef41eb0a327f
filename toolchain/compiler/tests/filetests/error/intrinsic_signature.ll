; test error
; error: llvm.abs takes no such argument of type Int(7)
define i56 @f(i7 %n) unnamed_addr addrspace(1) {
  %r = call i56 @llvm.abs.i56(i7 %n, i7 %n)
  ret i56 %r
}
declare i56 @llvm.abs.i56(i56, i1)
define void @main() unnamed_addr addrspace(1) {
  %n = call i56 @f(i7 2)
  store volatile i56 %n, ptr inttoptr (i16 100 to ptr), align 1
  ret void
}
