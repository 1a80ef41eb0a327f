; test asm
; Of a word in a table over 256 bytes, the second byte is a step behind the index: Y counts on.
@t = internal global [400 x i16] zeroinitializer, align 1
define void @f(i16 %i, i16 %j) unnamed_addr addrspace(1) {
  %p = getelementptr inbounds nuw i16, ptr @t, i16 %i
  %q = getelementptr inbounds nuw i16, ptr @t, i16 %j
  %x = load i16, ptr %p, align 1
  %y = load i16, ptr %q, align 1
  %s = add i16 %x, %y
  store i16 %s, ptr %p, align 1
  ret void
}
;; f:
;; .0:
;;   sta $2A
;;   txa
;;   asl $2A
;;   rol a
;;   tax
;;   lda #<t
;;   sta $26
;;   txa
;;   clc
;;   adc #>t
;;   sta $27
;;   lda $29
;;   asl $2B
;;   rol a
;;   tax
;;   lda #<t
;;   sta $28
;;   txa
;;   clc
;;   adc #>t
;;   ldy $2A
;;   sta $29
;;   lda ($26),y
;;   ldy $2B
;;   clc
;;   adc ($28),y
;;   ldy $2A
;;   iny
;;   tax
;;   lda ($26),y
;;   ldy $2B
;;   iny
;;   adc ($28),y
;;   ldy $2A
;;   iny
;;   sta ($26),y
;;   txa
;;   dey
;;   sta ($26),y
;;   rts
