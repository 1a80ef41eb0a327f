; test asm
; A byte that goes both into the carry and into A survives the shift that makes the carry.
define i8 @f(i8 %x) unnamed_addr addrspace(1) {
  %k = and i8 %x, 1
  %r = call i8 asm sideeffect "adc #16", "={r24},{r24},{r18}"(i8 %k, i8 %k)
  ret i8 %r
}
;; f:
;; .0:
;;   and #$01
;;   tax
;;   lsr a
;;   txa
;;   adc #$10
;;   rts
