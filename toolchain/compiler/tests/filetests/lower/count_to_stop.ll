; test lower
; A number that stops at the last index, as in Rust's `1..=15`, is an index of one byte. Where the loop ends as well, nothing tests
; it twice; else the number stays where it stops.
@t = internal global [16 x i16] zeroinitializer, align 1
define void @f() unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i16 [ 1, %start ], [ %next, %more ]
  %last = icmp eq i16 %i, 15
  %sum = add nuw nsw i16 %i, 1
  %next = select i1 %last, i16 15, i16 %sum
  %p = getelementptr inbounds nuw i16, ptr @t, i16 %i
  store i16 7, ptr %p, align 1
  %above = icmp ugt i16 %next, 15
  %done = select i1 %last, i1 true, i1 %above
  br i1 %done, label %out, label %more
more:
  br label %loop
out:
  br label %stay
stay:
  %k = phi i16 [ 0, %out ], [ %k.next, %stay ]
  %k.last = icmp eq i16 %k, 15
  %k.sum = add nuw nsw i16 %k, 1
  %k.next = select i1 %k.last, i16 15, i16 %k.sum
  %q = getelementptr inbounds nuw i16, ptr @t, i16 %k
  store i16 8, ptr %q, align 1
  %v = load volatile i8, ptr @t, align 1
  %stop = icmp eq i8 %v, 0
  br i1 %stop, label %end, label %stay
end:
  ret void
}
;; () -> 0
;; b0: start
;;   jump b1
;; b1: loop
;;   r0 = phi b0: $01 b2: r6
;;   if r0 == $0f then b6 else b7
;; b2: more
;;   jump b1
;; b3: out
;;   jump b4
;; b4: stay
;;   r2 = phi b3: $00 b12: r13
;;   if r2 == $0f then b9 else b10
;; b5: end
;;   ret
;; b6: select.then
;;   jump b8
;; b7: select.else
;;   r5 = r0 + $01
;;   jump b8
;; b8: select
;;   r6 = phi b6: $0f b7: r5
;;   r7 = r0 << 1
;;   store [@t+0,r7], $07
;;   store [@t+1,r7], $00
;;   if r0 == $0f then b3 else b2
;; b9: select.then
;;   jump b11
;; b10: select.else
;;   r12 = r2 + $01
;;   jump b11
;; b11: select
;;   r13 = phi b9: $0f b10: r12
;;   r14 = r2 << 1
;;   store [@t+0,r14], $08
;;   store [@t+1,r14], $00
;;   r17 = load volatile [@t+0]
;;   if r17 == $00 then b5 else b12
;; b12: stay.in
;;   jump b4
