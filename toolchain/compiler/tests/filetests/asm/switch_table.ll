; test asm
; A switch with many cases close together jumps through a table.
@out = global i8 0, align 1
define void @f(i8 %a) unnamed_addr addrspace(1) {
start:
  switch i8 %a, label %end [ i8 0, label %b0 i8 1, label %b1 i8 2, label %b2 i8 3, label %b3 i8 4, label %b4 i8 5, label %b5 i8 6, label %b6 i8 7, label %b7 ]
b0:
  store i8 1, ptr @out, align 1
  br label %end
b1:
  store i8 2, ptr @out, align 1
  br label %end
b2:
  store i8 5, ptr @out, align 1
  br label %end
b3:
  store i8 10, ptr @out, align 1
  br label %end
b4:
  store i8 17, ptr @out, align 1
  br label %end
b5:
  store i8 26, ptr @out, align 1
  br label %end
b6:
  store i8 37, ptr @out, align 1
  br label %end
b7:
  store i8 50, ptr @out, align 1
  br label %end
end:
  ret void
}
;; f:
;; .start:
;;   cmp #$08
;;   bcc .on
;; .end:
;;   rts
;; .on:
;;   tax
;;   lda .targets.lo,x
;;   sta $18
;;   lda .targets.hi,x
;;   sta $19
;;   jmp ($18)
;; .targets.lo:
;;   .byte <.b0
;;   .byte <.b1
;;   .byte <.b2
;;   .byte <.b3
;;   .byte <.b4
;;   .byte <.b5
;;   .byte <.b6
;;   .byte <.b7
;; .targets.hi:
;;   .byte >.b0
;;   .byte >.b1
;;   .byte >.b2
;;   .byte >.b3
;;   .byte >.b4
;;   .byte >.b5
;;   .byte >.b6
;;   .byte >.b7
;; .b0:
;;   lda #$01
;;   sta out
;;   rts
;; .b1:
;;   lda #$02
;;   sta out
;;   rts
;; .b2:
;;   lda #$05
;;   sta out
;;   rts
;; .b3:
;;   lda #$0A
;;   sta out
;;   rts
;; .b4:
;;   lda #$11
;;   sta out
;;   rts
;; .b5:
;;   lda #$1A
;;   sta out
;;   rts
;; .b6:
;;   lda #$25
;;   sta out
;;   rts
;; .b7:
;;   lda #$32
;;   sta out
;;   rts
