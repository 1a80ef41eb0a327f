; test asm
; Conditions joined by `and` branch one after the other; none becomes a number.
@out = global i8 0, align 1
define void @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
start:
  %x = icmp eq i8 %a, 5
  %y = icmp ult i8 %b, 10
  %c = and i1 %x, %y
  br i1 %c, label %yes, label %no
yes:
  store i8 1, ptr @out, align 1
  br label %no
no:
  ret void
}
;; f:
;; .start:
;;   cmp #$05
;;   bne .no
;;   cpx #$0A
;;   bcc .yes
;; .no:
;;   rts
;; .yes:
;;   lda #$01
;;   sta out
;;   rts
