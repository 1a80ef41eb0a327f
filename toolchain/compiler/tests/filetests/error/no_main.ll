; test error
; error: main
define i8 @f() unnamed_addr addrspace(1) {
  ret i8 1
}
