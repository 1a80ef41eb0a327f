; test asm
; A loop that only counts how often it ran counts down.
define void @f(i8 %times) unnamed_addr addrspace(1) {
start:
  br label %loop

loop:
  %i = phi i8 [ 0, %start ], [ %next, %loop ]
  store volatile i8 9, ptr inttoptr (i16 53280 to ptr)
  %next = add nuw i8 %i, 1
  %done = icmp eq i8 %next, %times
  br i1 %done, label %end, label %loop

end:
  ret void
}
;; f:
;; .start:
;;   tax
;; .loop:
;;   lda #$09
;;   sta $D020
;;   dex
;;   bne .loop
;; .end:
;;   rts
