; test asm
; A switch with few cases is a chain of comparisons of one loaded byte.
define i8 @f(i8 %a) unnamed_addr addrspace(1) {
start:
  switch i8 %a, label %other [ i8 3, label %x i8 200, label %y ]
x:
  ret i8 1
y:
  ret i8 2
other:
  ret i8 0
}
;; f:
;; .start:
;;   cmp #$03
;;   bne .on
;; .x:
;;   lda #$01
;;   rts
;; .on:
;;   cmp #$C8
;;   bne .other
;; .y:
;;   lda #$02
;;   rts
;; .other:
;;   lda #$00
;;   rts
