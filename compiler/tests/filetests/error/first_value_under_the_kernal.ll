; test error
; The file has no place for first values under the KERNAL.
; error: a variable under the KERNAL with a first value (high)
@high = global [2 x i8] c"\00\01", section ".high"
define void @main() unnamed_addr addrspace(1) {
  store volatile i8 3, ptr @high
  ret void
}
