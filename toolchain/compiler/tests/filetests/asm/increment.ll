; test asm
; Counting a variable up or down is one instruction.
@a = internal global i8 0, align 1
@b = internal global i8 0, align 1
define void @f() unnamed_addr addrspace(1) {
  %x = load i8, ptr @a, align 1
  %y = add i8 %x, 1
  store i8 %y, ptr @a, align 1
  %u = load i8, ptr @b, align 1
  %v = add i8 %u, -1
  store i8 %v, ptr @b, align 1
  ret void
}
;; f:
;; .0:
;;   inc a
;;   dec b
;;   rts
