; test asm
; Volatile accesses stay, one for one and in order.
define void @f(i8 %a) unnamed_addr addrspace(1) {
  store volatile i8 %a, ptr inttoptr (i16 -12256 to ptr), align 1
  store volatile i8 %a, ptr inttoptr (i16 -12256 to ptr), align 1
  %x = load volatile i8, ptr inttoptr (i16 -12255 to ptr), align 1
  %y = load volatile i8, ptr inttoptr (i16 -12255 to ptr), align 1
  store volatile i8 %y, ptr inttoptr (i16 -12254 to ptr), align 1
  ret void
}
;; f:
;; .0:
;;   sta $D020
;;   sta $D020
;;   lda $D021
;;   lda $D021
;;   sta $D022
;;   rts
