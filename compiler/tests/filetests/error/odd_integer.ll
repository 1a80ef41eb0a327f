; test error
; error: an integer of 12 bits (in `store`)
define void @main() unnamed_addr addrspace(1) {
  %x = load volatile i16, ptr inttoptr (i16 100 to ptr), align 1
  %y = trunc i16 %x to i12
  store volatile i12 %y, ptr inttoptr (i16 100 to ptr), align 1
  ret void
}
