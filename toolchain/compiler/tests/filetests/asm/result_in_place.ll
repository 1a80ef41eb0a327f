; test asm
; A result that the next routine takes where it lies stays there; one that it takes elsewhere goes there at once.
declare i32 @__addsf3(i32, i32) unnamed_addr addrspace(1)
declare i32 @__mulsf3(i32, i32) unnamed_addr addrspace(1)
declare i32 @__divsf3(i32, i32) unnamed_addr addrspace(1)
define i32 @f(i32 %a, i32 %b) unnamed_addr addrspace(1) {
  %product = call i32 @__mulsf3(i32 %a, i32 %b)
  %sum = call i32 @__addsf3(i32 %b, i32 %product)
  %quotient = call i32 @__divsf3(i32 %a, i32 %sum)
  %square = call i32 @__mulsf3(i32 %quotient, i32 %quotient)
  ret i32 %square
}
;; f:
;; .0:
;;   sta $2C
;;   stx $2D
;;   sta $02
;;   stx $03
;;   lda $26
;;   sta $04
;;   lda $27
;;   sta $05
;;   lda $28
;;   sta $06
;;   lda $29
;;   sta $07
;;   lda $2A
;;   sta $08
;;   lda $2B
;;   sta $09
;;   jsr __mulsf3
;;   lda $28
;;   sta $06
;;   lda $29
;;   sta $07
;;   lda $2A
;;   sta $08
;;   lda $2B
;;   sta $09
;;   jsr __addsf3
;;   lda $02
;;   sta $06
;;   lda $03
;;   sta $07
;;   lda $04
;;   sta $08
;;   lda $05
;;   sta $09
;;   lda $2C
;;   sta $02
;;   lda $2D
;;   sta $03
;;   lda $26
;;   sta $04
;;   lda $27
;;   sta $05
;;   jsr __divsf3
;;   lda $02
;;   sta $06
;;   lda $03
;;   sta $07
;;   lda $04
;;   sta $08
;;   lda $05
;;   sta $09
;;   jsr __mulsf3
;;   ldy $02
;;   ldx $03
;;   lda $04
;;   sta $28
;;   lda $05
;;   sta $29
;;   lda $28
;;   sta $04
;;   lda $29
;;   sta $05
;;   tya
;;   rts
