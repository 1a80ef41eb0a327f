; test error
; error: llvm.ctlz of 24 bits
define i24 @f(i24 %n) unnamed_addr addrspace(1) {
  %r = call i24 @llvm.ctlz.i24(i24 %n, i1 false)
  ret i24 %r
}
declare i24 @llvm.ctlz.i24(i24, i1)
define void @main() unnamed_addr addrspace(1) {
  %n = load volatile i24, ptr inttoptr (i16 100 to ptr), align 1
  %r = call i24 @f(i24 %n)
  store volatile i24 %r, ptr inttoptr (i16 100 to ptr), align 1
  ret void
}
