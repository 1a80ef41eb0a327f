; test asm
; A sum of two bytes keeps its carry in the flag from the low byte to the high.
@a = internal global i16 0, align 1
define void @f(i16 %n) unnamed_addr addrspace(1) {
  %x = load i16, ptr @a, align 1
  %y = add i16 %x, %n
  store i16 %y, ptr @a, align 1
  ret void
}
;; f:
;; .0:
;;   clc
;;   adc a
;;   tay
;;   txa
;;   adc a+1
;;   tax
;;   sty a
;;   stx a+1
;;   rts
