; test error
; error: floating point
define void @main() unnamed_addr addrspace(1) {
  %x = load volatile float, ptr inttoptr (i16 100 to ptr), align 1
  %y = fadd float %x, 1.0
  store volatile float %y, ptr inttoptr (i16 100 to ptr), align 1
  ret void
}
