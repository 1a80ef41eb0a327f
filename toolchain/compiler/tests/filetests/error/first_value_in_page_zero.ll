; test error
; error: an initial value other than zero of the zero-page variable fast
@fast = global i8 1, section ".zp"
define void @main() unnamed_addr addrspace(1) {
  store volatile i8 3, ptr @fast
  ret void
}
