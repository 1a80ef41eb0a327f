; test asm
; Where one of the cases must be the one, the place to which most of them lead needs no test.
define i8 @f(i8 %a) unnamed_addr addrspace(1) {
start:
  switch i8 %a, label %never [ i8 0, label %x i8 1, label %y i8 2, label %x ]
x:
  ret i8 1
y:
  ret i8 2
never:
  unreachable
}
;; f:
;; .start:
;;   cmp #$01
;;   bne .x
;; .y:
;;   lda #$02
;;   rts
;; .x:
;;   lda #$01
;;   rts
