; test error
; Two halves would not be one atomic operation.
; error: an integer of 256 bits (in `load`)
@g = internal global i256 0, align 32
@h = internal global i256 0, align 32
define void @main() unnamed_addr addrspace(1) {
  %x = load atomic i256, ptr @g seq_cst, align 32
  store i256 %x, ptr @h, align 32
  ret void
}
