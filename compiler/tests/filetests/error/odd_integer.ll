; test error
; error: an integer of 12 bits
define void @main() unnamed_addr addrspace(1) {
  %x = load volatile i16, ptr inttoptr (i16 100 to ptr), align 1
  %y = trunc i16 %x to i12
  %z = add i12 %y, 1
  %w = zext i12 %z to i16
  store volatile i16 %w, ptr inttoptr (i16 100 to ptr), align 1
  ret void
}
