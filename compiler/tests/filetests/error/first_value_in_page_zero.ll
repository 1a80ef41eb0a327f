; test error
; error: a zero-page variable with a first value (fast)
@fast = global i8 1, section ".zp"
define void @main() unnamed_addr addrspace(1) {
  store volatile i8 3, ptr @fast
  ret void
}
