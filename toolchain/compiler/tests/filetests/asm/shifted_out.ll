; test asm
; The sign of what is shifted is in the carry.
define i16 @f(i16 %crc) unnamed_addr addrspace(1) {
  %up = shl i16 %crc, 1
  %sign = icmp slt i16 %crc, 0
  %mixed = xor i16 %up, 4129
  %next = select i1 %sign, i16 %mixed, i16 %up
  ret i16 %next
}
;; f:
;; .0:
;;   sta $26
;;   txa
;;   asl $26
;;   rol a
;;   tax
;;   bcs .select.then
;; .select.else:
;;   lda $26
;;   rts
;; .select.then:
;;   eor #$10
;;   tax
;;   lda $26
;;   eor #$21
;;   rts
