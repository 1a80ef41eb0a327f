; test error
; error: mov
define void @main() unnamed_addr addrspace(1) {
  call void asm sideeffect "mov r0, r1", ""()
  ret void
}
