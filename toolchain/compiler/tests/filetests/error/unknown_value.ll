; test error
; error: %nobody
define i8 @main() unnamed_addr addrspace(1) {
  ret i8 %nobody
}
