; test asm
; Operands of inline assembly: r24 is A, r22 is X, other registers are bytes in page zero.
define i8 @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %r = call i8 asm sideeffect "stx $$61\0Aclc\0Aadc $$61", "={r24},{r24},{r22},~{memory}"(i8 %a, i8 %b)
  ret i8 %r
}
;; f:
;; .0:
;;   stx $61
;;   clc
;;   adc $61
;;   rts
