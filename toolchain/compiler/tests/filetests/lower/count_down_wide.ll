; test lower
; A loop that only counts how often it ran, in 16 bits, counts down by two bytes.
define void @f(i16 %n) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i16 [ 0, %start ], [ %j, %loop ]
  store volatile i8 9, ptr inttoptr (i16 53280 to ptr)
  %j = add nuw i16 %i, 1
  %done = icmp eq i16 %j, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}
;; (r0 r1) -> 0
;; b0: start
;;   r5 r6 = r0 r1 + $ff $00
;;   jump b1
;; b1: loop
;;   r2 = phi b0: r0 b4: r7
;;   r3 = phi b0: r6 b4: r4
;;   store volatile [$d020], $09
;;   r7 = r2 + $ff
;;   if r7 == $00 then b3 else b5
;; b2: end
;;   ret
;; b3: loop.high
;;   r9 = r3 + $ff
;;   if r9 == $00 then b2 else b6
;; b4: loop.next
;;   r4 = phi b5: r3 b6: r9
;;   jump b1
;; b5: loop.next.in
;;   jump b4
;; b6: loop.next.in
;;   jump b4
