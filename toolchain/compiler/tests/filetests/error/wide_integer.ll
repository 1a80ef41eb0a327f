; test error
; error: an integer of 128 bits
define void @main() unnamed_addr addrspace(1) {
  %x = load volatile i128, ptr inttoptr (i16 100 to ptr), align 1
  %y = mul i128 %x, %x
  store volatile i128 %y, ptr inttoptr (i16 100 to ptr), align 1
  ret void
}
