; test asm
; What A holds is compared with memory. A second branch tells equal sides from the first side being below.
define i8 @f(i8 %x, i8 %y, i8 %bound) unnamed_addr addrspace(1) {
  %sum = add i8 %x, %y
  %more = icmp ugt i8 %sum, %bound
  br i1 %more, label %above, label %within
above:
  ret i8 7
within:
  %r = xor i8 %sum, 85
  ret i8 %r
}
;; f:
;; .0:
;;   stx $27
;;   clc
;;   adc $27
;;   cmp $28
;;   beq .within
;;   bcc .within
;; .above:
;;   lda #$07
;;   rts
;; .within:
;;   eor #$55
;;   rts
