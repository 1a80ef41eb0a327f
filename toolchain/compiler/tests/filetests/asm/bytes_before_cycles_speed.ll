; test asm
; For speed, each arm has the end of the loop.
@a = internal global i8 0, align 1
@b = internal global [64 x i8] zeroinitializer, align 1
define void @f(i8 %n) unnamed_addr addrspace(1) {
  br label %next
next:
  %i = phi i8 [ %n, %0 ], [ %j, %more ]
  %w = zext i8 %i to i16
  %p = getelementptr inbounds i8, ptr @b, i16 %w
  %x = load volatile i8, ptr %p, align 1
  %odd = icmp ugt i8 %x, 99
  br i1 %odd, label %one, label %other
one:
  store volatile i8 1, ptr @a, align 1
  store volatile i8 %i, ptr @b, align 1
  br label %more
other:
  store volatile i8 %x, ptr %p, align 1
  store volatile i8 3, ptr %p, align 1
  br label %more
more:
  %j = add i8 %i, -1
  %last = icmp eq i8 %j, 0
  br i1 %last, label %end, label %next
end:
  ret void
}
;; f:
;; .0:
;;   tax
;;   jmp .next
;; .one:
;;   lda #$01
;;   sta a
;;   stx b
;;   dex
;;   beq .end
;; .next:
;;   lda b,x
;;   cmp #$64
;;   bcs .one
;; .other:
;;   sta b,x
;;   lda #$03
;;   sta b,x
;;   dex
;;   bne .next
;; .end:
;;   rts
