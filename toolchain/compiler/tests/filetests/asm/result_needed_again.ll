; test asm
; A result that is read after the next routine, too, has a home. So has one whose place the next result would take.
declare i32 @__addsf3(i32, i32) unnamed_addr addrspace(1)
declare i32 @__divsf3(i32, i32) unnamed_addr addrspace(1)
define i32 @f(i32 %a, i32 %b) unnamed_addr addrspace(1) {
  %sum = call i32 @__addsf3(i32 %a, i32 %b)
  %quotient = call i32 @__divsf3(i32 %sum, i32 %b)
  %turned = call i32 @llvm.bswap.i32(i32 %quotient)
  %mixed = call i32 @__divsf3(i32 %turned, i32 %sum)
  ret i32 %mixed
}
declare i32 @llvm.bswap.i32(i32)
;; f:
;; .0:
;;   sta $02
;;   stx $03
;;   lda $2A
;;   sta $04
;;   lda $2B
;;   sta $05
;;   lda $26
;;   sta $06
;;   lda $27
;;   sta $07
;;   lda $28
;;   sta $08
;;   lda $29
;;   sta $09
;;   jsr __addsf3
;;   lda $02
;;   sta $2A
;;   lda $03
;;   sta $2B
;;   lda $04
;;   sta $2C
;;   lda $05
;;   sta $2D
;;   lda $26
;;   sta $06
;;   lda $27
;;   sta $07
;;   lda $28
;;   sta $08
;;   lda $29
;;   sta $09
;;   jsr __divsf3
;;   ldx $02
;;   ldy $03
;;   lda $04
;;   sta $28
;;   lda $05
;;   sta $02
;;   lda $28
;;   sta $03
;;   sty $04
;;   stx $05
;;   lda $2A
;;   sta $06
;;   lda $2B
;;   sta $07
;;   lda $2C
;;   sta $08
;;   lda $2D
;;   sta $09
;;   jsr __divsf3
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
