; test error
; Two halves would not be one atomic operation.
; error: an integer of 256 bits (in `store`)
@g = internal global i256 0, align 32
@h = internal global i256 0, align 32
define void @main() unnamed_addr addrspace(1) {
  %x = load i256, ptr @g, align 32
  store atomic i256 %x, ptr @h seq_cst, align 32
  ret void
}
