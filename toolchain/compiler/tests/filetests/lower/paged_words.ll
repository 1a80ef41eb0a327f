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
;;   store [(r9:r8)+1,r6], $02
;;   r12 r13 = r2 r3 << 1
;;   r14 r15 = <@words+0 >@words+0 + r12 r13
;;   store [(r15:r14)+0], $01
;;   store [(r15:r14)+1], $00
;;   store [(r15:r14)+2], $00
;;   store [(r15:r14)+3], $00
;;   r16 r17 = r4 r5 << 1
;;   r18 r19 = <@words+0 >@words+0 + r16 r17
;;   store [(r19:r18)+0], $02
;;   store [(r19:r18)+1], $00
;;   ret r18 r19
