; test asm
; A phi with one way in is the value itself: its address keeps its form.
@t = internal global [16 x i8] zeroinitializer, align 1
define void @f(i8 %n, i8 %m) unnamed_addr addrspace(1) {
start:
  %u = and i8 %n, 15
  %w = zext i8 %u to i16
  %p = getelementptr inbounds nuw i8, ptr @t, i16 %w
  %c = icmp ult i8 %n, %m
  br i1 %c, label %yes, label %no
yes:
  %q = phi ptr [ %p, %start ]
  store i8 %m, ptr %q, align 1
  ret void
no:
  ret void
}
;; f:
;; .start:
;;   stx $26
;;   cmp $26
;;   bcc .yes
;; .no:
;;   rts
;; .yes:
;;   and #$0F
;;   tay
;;   txa
;;   sta t,y
;;   rts
