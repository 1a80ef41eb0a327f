; test asm
; By the profile, the arm that stands first is the rare one, and the other is next.
; profile: sys2080 profile 1
; profile: function 3df56ce3 f
; profile: 0 1000
; profile: 1 1
; profile: 2 999
; profile: 3 1000
@n = internal global i8 0, align 1
define void @f(i8 %a) unnamed_addr addrspace(1) {
start:
  %c = icmp eq i8 %a, 0
  br i1 %c, label %often, label %rare
rare:
  store volatile i8 3, ptr @n, align 1
  store volatile i8 4, ptr @n, align 1
  br label %end
often:
  store volatile i8 1, ptr @n, align 1
  store volatile i8 2, ptr @n, align 1
  br label %end
end:
  store volatile i8 5, ptr @n, align 1
  store volatile i8 6, ptr @n, align 1
  store volatile i8 7, ptr @n, align 1
  ret void
}
;; f:
;; .start:
;;   cmp #$00
;;   bne .rare
;; .often:
;;   lda #$01
;;   sta n
;;   lda #$02
;;   sta n
;; .end:
;;   lda #$05
;;   sta n
;;   lda #$06
;;   sta n
;;   lda #$07
;;   sta n
;;   rts
;; .rare:
;;   lda #$03
;;   sta n
;;   lda #$04
;;   sta n
;;   bne .end
