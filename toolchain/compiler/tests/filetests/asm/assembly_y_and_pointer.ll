; test asm
; The operand in A comes out of memory before the one in Y is loaded.
define i8 @f(ptr %p, i8 %y) unnamed_addr addrspace(1) {
  %q = getelementptr inbounds i8, ptr %p, i16 2
  %v = load i8, ptr %q, align 1
  %r = call i8 asm sideeffect "sty $$61\0Aclc\0Aadc $$61", "={r24},{r24},{r20},~{memory}"(i8 %v, i8 %y)
  ret i8 %r
}
;; f:
;; .0:
;;   sta $26
;;   stx $27
;;   ldy #$02
;;   lda ($26),y
;;   ldy $28
;;   sty $61
;;   clc
;;   adc $61
;;   rts
