; test error
; error: memcpy takes 3 arguments, not 1
define void @main() unnamed_addr addrspace(1) {
  %p = call ptr @memcpy(ptr inttoptr (i16 100 to ptr))
  ret void
}
declare ptr @memcpy(ptr)
