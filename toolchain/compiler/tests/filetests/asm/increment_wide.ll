; test asm
; Counting up a variable of several bytes touches a byte only if the one below became zero.
@n = internal global i32 0, align 1
define void @f() unnamed_addr addrspace(1) {
  %x = load i32, ptr @n, align 1
  %y = add i32 %x, 1
  store i32 %y, ptr @n, align 1
  ret void
}
;; f:
;; .0:
;;   inc n
;;   bne .carry
;;   inc n+1
;;   bne .carry
;;   inc n+2
;;   beq .on
;; .carry:
;;   rts
;; .on:
;;   inc n+3
;;   rts
