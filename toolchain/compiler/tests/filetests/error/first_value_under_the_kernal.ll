; test error
; The file has no place for initial values under the KERNAL.
; error: an initial value other than zero of high, a variable under the KERNAL,
@high = global [2 x i8] c"\00\01", section ".high"
define void @main() unnamed_addr addrspace(1) {
  store volatile i8 3, ptr @high
  ret void
}
