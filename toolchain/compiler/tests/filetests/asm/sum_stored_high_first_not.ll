; test asm
; A volatile store keeps its order, as does one whose bytes are not those of the sum before it.
define void @f(ptr %p, i16 %k) unnamed_addr addrspace(1) {
start:
  %w = load i16, ptr %p, align 1
  %x = add i16 %w, %k
  store volatile i16 %x, ptr %p, align 1
  %y = add i16 %x, 1000
  store i16 %w, ptr %p, align 1
  %q = getelementptr inbounds i8, ptr %p, i16 4
  store volatile i16 %y, ptr %q, align 1
  ret void
}
;; f:
;; .start:
;;   sta $26
;;   stx $27
;;   ldy #$00
;;   lda ($26),y
;;   iny
;;   tax
;;   lda ($26),y
;;   sta $2B
;;   txa
;;   clc
;;   adc $28
;;   sta $28
;;   lda $2B
;;   adc $29
;;   sta $29
;;   lda $28
;;   dey
;;   sta ($26),y
;;   lda $29
;;   iny
;;   sta ($26),y
;;   lda $28
;;   clc
;;   adc #$E8
;;   sta $28
;;   lda $29
;;   adc #$03
;;   sta $29
;;   txa
;;   dey
;;   sta ($26),y
;;   lda $2B
;;   iny
;;   sta ($26),y
;;   lda $28
;;   ldy #$04
;;   sta ($26),y
;;   lda $29
;;   iny
;;   sta ($26),y
;;   rts
