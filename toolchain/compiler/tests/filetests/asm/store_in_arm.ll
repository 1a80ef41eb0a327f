; test asm
; What only one arm needs in memory is stored there.
@n = internal global i8 0, align 1
@t = internal constant [256 x i8] zeroinitializer, align 1
define i8 @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
start:
  %c = icmp eq i8 %a, 0
  br i1 %c, label %zero, label %other
zero:
  ret i8 7
other:
  %x = mul i8 %b, %a
  %y = xor i8 %x, %a
  ret i8 %y
}
;; f:
;; .start:
;;   cmp #$00
;;   beq .zero
;; .other:
;;   sta $26
;;   stx $27
;;   tax
;;   lda $27
;;   jsr __mul8
;;   eor $26
;;   rts
;; .zero:
;;   lda #$07
;;   rts
