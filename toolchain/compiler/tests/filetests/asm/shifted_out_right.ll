; test asm
; The lowest bit of what is shifted right is in the carry.
define i16 @f(i16 %crc) unnamed_addr addrspace(1) {
  %down = lshr i16 %crc, 1
  %low = and i16 %crc, 1
  %even = icmp eq i16 %low, 0
  %mixed = xor i16 %down, -24575
  %next = select i1 %even, i16 %down, i16 %mixed
  ret i16 %next
}
;; f:
;; .0:
;;   sta $26
;;   txa
;;   lsr a
;;   ror $26
;;   tax
;;   bcc .select.then
;; .select.else:
;;   eor #$A0
;;   tax
;;   lda $26
;;   eor #$01
;;   rts
;; .select.then:
;;   lda $26
;;   rts
