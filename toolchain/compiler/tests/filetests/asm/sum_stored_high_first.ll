; test asm
; A sum behind a pointer is stored from the highest byte down, for A holds that.
define void @f(ptr %p, i16 %k) unnamed_addr addrspace(1) {
start:
  %w = load i16, ptr %p, align 1
  %x = add i16 %w, %k
  store i16 %x, ptr %p, align 1
  ret void
}
;; f:
;; .start:
;;   sta $26
;;   stx $27
;;   ldy #$00
;;   lda ($26),y
;;   clc
;;   adc $28
;;   iny
;;   tax
;;   lda ($26),y
;;   adc $29
;;   sta ($26),y
;;   txa
;;   dey
;;   sta ($26),y
;;   rts
