; test error
; error: the zero page overflows by 65430 bytes
@a = internal global [32767 x i8] zeroinitializer, section ".zp"
@b = internal global [32767 x i8] zeroinitializer, section ".zp"
@c = internal global [2 x i8] zeroinitializer, section ".zp"
define void @main() unnamed_addr addrspace(1) {
  store volatile i8 3, ptr @a
  store volatile i8 3, ptr @b
  store volatile i8 3, ptr @c
  ret void
}
