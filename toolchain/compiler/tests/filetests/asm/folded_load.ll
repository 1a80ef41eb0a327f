; test asm
; A load with one use becomes the operand of what uses it.
@table = internal global [16 x i8] zeroinitializer, align 1
define i8 @f(i8 %a, i8 %n) unnamed_addr addrspace(1) {
  %i = and i8 %n, 15
  %w = zext i8 %i to i16
  %p = getelementptr inbounds nuw i8, ptr @table, i16 %w
  %v = load i8, ptr %p, align 1
  %s = add i8 %a, %v
  ret i8 %s
}
;; f:
;; .0:
;;   tay
;;   txa
;;   and #$0F
;;   tax
;;   tya
;;   clc
;;   adc table,x
;;   rts
