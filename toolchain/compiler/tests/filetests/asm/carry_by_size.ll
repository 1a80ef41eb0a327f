; test asm
; Behind a bounds check, half of an address is added without clearing the carry: the index is below 1024, and no variable reaches beyond
; the program's memory. What is not checked clears it.
@t = internal global [1024 x i16] zeroinitializer, align 1
define i16 @f(i16 %i, i16 %k) unnamed_addr addrspace(1) {
start:
  %in = icmp ult i16 %i, 1024
  br i1 %in, label %here, label %panic
here:
  %at = getelementptr inbounds i16, ptr @t, i16 %i
  %w = load i16, ptr %at, align 1
  %x = add i16 %w, %k
  ret i16 %x
panic:
  ret i16 0
}
;; f:
;; .start:
;;   cpx #$04
;;   bcc .here
;; .panic:
;;   ldx #$00
;;   txa
;;   rts
;; .here:
;;   sta $28
;;   txa
;;   asl $28
;;   rol a
;;   tax
;;   lda #<t
;;   sta $26
;;   txa
;;   adc #>t
;;   sta $27
;;   ldy $28
;;   lda ($26),y
;;   adc $29
;;   iny
;;   sta $29
;;   lda ($26),y
;;   adc $2A
;;   tax
;;   lda $29
;;   rts
