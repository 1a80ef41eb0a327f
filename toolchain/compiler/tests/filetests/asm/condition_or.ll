; test asm
; Conditions joined by `or` (as a select, the way rustc writes it) branch one after the other.
@out = global i8 0, align 1
define void @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
start:
  %x = icmp eq i8 %a, 5
  %y = icmp ult i8 %b, 10
  %c = select i1 %x, i1 true, i1 %y
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
;;   beq .skip
;;   cpx #$0A
;;   bcc .skip
;; .no:
;;   rts
;; .skip:
;; .yes:
;;   lda #$01
;;   sta out
;;   rts
