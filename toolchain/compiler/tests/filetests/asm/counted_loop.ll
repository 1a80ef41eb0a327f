; test asm
; The counter of a loop that indexes with it stays in X.
@table = internal global [64 x i8] zeroinitializer, align 1
define i8 @f(i8 %n) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i8 [ 0, %start ], [ %next, %loop ]
  %sum = phi i8 [ %n, %start ], [ %more, %loop ]
  %w = zext i8 %i to i16
  %p = getelementptr inbounds nuw i8, ptr @table, i16 %w
  %v = load i8, ptr %p, align 1
  %more = add i8 %sum, %v
  %next = add nuw i8 %i, 1
  %done = icmp eq i8 %next, 64
  br i1 %done, label %end, label %loop
end:
  ret i8 %more
}
;; f:
;; .start:
;;   ldx #$00
;; .loop:
;;   clc
;;   adc table,x
;;   inx
;;   cpx #$40
;;   bne .loop
;; .end:
;;   rts
