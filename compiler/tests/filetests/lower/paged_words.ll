; test lower
; A wide index of words into an object: the low byte of the product stays an index, since a word at an even one ends in the same page
; of the pointer as it begins. A number of four bytes at an even index may not, and a pointer that is passed on is computed in full.
@words = internal global [1024 x i16] zeroinitializer

define ptr @f(i16 %i, i16 %j, i16 %k) unnamed_addr addrspace(1) {
  %p = getelementptr inbounds nuw [2 x i8], ptr @words, i16 %i
  store i16 513, ptr %p
  %q = getelementptr inbounds nuw [2 x i8], ptr @words, i16 %j
  store i32 1, ptr %q
  %r = getelementptr inbounds nuw [2 x i8], ptr @words, i16 %k
  store i16 2, ptr %r
  ret ptr %r
}
;; (r0 r1 r2 r3 r4 r5) -> 2
;; b0: 0
;;   r6 r7 = r0 r1 << 1
;;   r8 = <@words+0
;;   r9 = r7 + >@words+0
;;   store [(r9:r8)+0,r6], $01
;;   r12 = r6 + $01
;;   store [(r9:r8)+0,r12], $02
;;   r13 r14 = r2 r3 << 1
;;   r15 r16 = <@words+0 >@words+0 + r13 r14
;;   store [(r16:r15)+0], $01
;;   store [(r16:r15)+1], $00
;;   store [(r16:r15)+2], $00
;;   store [(r16:r15)+3], $00
;;   r17 r18 = r4 r5 << 1
;;   r19 r20 = <@words+0 >@words+0 + r17 r18
;;   store [(r20:r19)+0], $02
;;   store [(r20:r19)+1], $00
;;   ret r19 r20
