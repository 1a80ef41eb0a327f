; test asm
; Taking saved memory back leaves the carry, Y and A as the assembly left them.
define i8 @f(i8 %n) unnamed_addr addrspace(1) {
  %z = icmp eq i8 %n, 0
  br i1 %z, label %end, label %go
go:
  %r = call { i8, i8, i8 } asm sideeffect "jsr $$ffe4", "={r24},={r20},={r18}"()
  %a = extractvalue { i8, i8, i8 } %r, 0
  %y = extractvalue { i8, i8, i8 } %r, 1
  %c = extractvalue { i8, i8, i8 } %r, 2
  %ay = add i8 %a, %y
  %ayc = add i8 %ay, %c
  %m = sub i8 %n, %ayc
  %s = tail call i8 @f(i8 %m)
  ret i8 %s
end:
  ret i8 0
}
;; f:
;; .0:
;;   cmp #$00
;;   beq .end
;; .go:
;;   sta $26
;;   lda $16
;;   sbc #$02
;;   sta $16
;;   bcs .stack
;;   dec $17
;; .stack:
;;   ldy #$00
;;   lda $26
;;   sta ($16),y
;;   jsr $FFE4
;;   php
;;   pha
;;   txa
;;   pha
;;   tya
;;   pha
;;   ldy #$00
;;   lda ($16),y
;;   tax
;;   lda $16
;;   clc
;;   adc #$02
;;   sta $16
;;   bcc .stack
;;   inc $17
;; .stack:
;;   pla
;;   sta $28
;;   pla
;;   pla
;;   plp
;;   bcc .carry
;;   iny
;; .carry:
;;   sty $29
;;   clc
;;   adc $28
;;   clc
;;   adc $29
;;   sta $27
;;   txa
;;   sec
;;   sbc $27
;;   jmp f
;; .end:
;;   rts
