; test asm
; A value that a loop shifts stays in A throughout the loop.
define i8 @f(i8 %x, i8 %bits) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %crc = phi i8 [ %x, %start ], [ %new, %loop ]
  %i = phi i8 [ %bits, %start ], [ %j, %loop ]
  %shifted = shl i8 %crc, 1
  %reduced = xor i8 %shifted, 7
  %top = icmp slt i8 %crc, 0
  %new = select i1 %top, i8 %reduced, i8 %shifted
  %j = add i8 %i, -1
  %done = icmp eq i8 %j, 0
  br i1 %done, label %end, label %loop
end:
  ret i8 %new
}
;; f:
;; .start:
;;   jmp .loop
;; .select.then:
;;   eor #$07
;;   dex
;;   beq .on
;; .loop:
;;   asl a
;;   bcs .select.then
;; .select.else:
;; .select:
;;   dex
;;   bne .loop
;; .on:
;;   rts
