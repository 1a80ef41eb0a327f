; test lower
; Selects that the way back does not decide: with a branch on something else, on the condition or another one where either may hold,
; on both where either may not, and with a branch whose ways are one.
@t = internal global i8 0, align 1
define void @f(i8 %x, i8 %y) unnamed_addr addrspace(1) {
start:
  br label %else
else:
  %a = phi i8 [ %x, %start ], [ %a.next, %else ]
  %a.z = icmp eq i8 %a, %y
  %a.sum = add i8 %a, 3
  store volatile i8 %a, ptr @t, align 1
  %a.v = load volatile i8, ptr @t, align 1
  %a.more = icmp eq i8 %a.v, 7
  %a.next = select i1 %a.z, i8 %x, i8 %a.sum
  br i1 %a.more, label %either, label %else
either:
  %b = phi i8 [ %x, %else ], [ %b.next, %either ]
  %b.z = icmp eq i8 %b, %y
  %b.sum = add i8 %b, 3
  store volatile i8 %b, ptr @t, align 1
  %b.v = load volatile i8, ptr @t, align 1
  %b.more = icmp eq i8 %b.v, 7
  %b.next = select i1 %b.z, i8 %x, i8 %b.sum
  %b.go = select i1 %b.z, i1 true, i1 %b.more
  br i1 %b.go, label %either, label %both
both:
  %c = phi i8 [ %x, %either ], [ %c.next, %both ]
  %c.z = icmp eq i8 %c, %y
  %c.sum = add i8 %c, 3
  store volatile i8 %c, ptr @t, align 1
  %c.v = load volatile i8, ptr @t, align 1
  %c.more = icmp eq i8 %c.v, 7
  %c.next = select i1 %c.z, i8 %x, i8 %c.sum
  %c.done = select i1 %c.z, i1 %c.more, i1 false
  br i1 %c.done, label %one, label %both
one:
  %d = phi i8 [ %x, %both ], [ %d.next, %same ]
  %d.z = icmp eq i8 %d, %y
  %d.sum = add i8 %d, 3
  store volatile i8 %d, ptr @t, align 1
  %d.next = select i1 %d.z, i8 %x, i8 %d.sum
  br i1 %d.z, label %same, label %same
same:
  %d.v = load volatile i8, ptr @t, align 1
  %d.more = icmp eq i8 %d.v, 7
  br i1 %d.more, label %out, label %one
out:
  ret void
}
;; (r0 r1) -> 0
;; b0: start
;;   jump b1
;; b1: else
;;   r2 = phi b0: r0 b21: r10
;;   store volatile [@t+0], r2
;;   r8 = load volatile [@t+0]
;;   if r2 == r1 then b7 else b8
;; b2: either
;;   r3 = phi b20: r0 b22: r15
;;   store volatile [@t+0], r3
;;   r13 = load volatile [@t+0]
;;   if r3 == r1 then b10 else b11
;; b3: both
;;   r4 = phi b23: r0 b25: r21
;;   store volatile [@t+0], r4
;;   r19 = load volatile [@t+0]
;;   if r4 == r1 then b13 else b14
;; b4: one
;;   r5 = phi b24: r0 b19: r25
;;   store volatile [@t+0], r5
;;   if r5 == r1 then b16 else b17
;; b5: same
;;   r26 = load volatile [@t+0]
;;   if r26 == $07 then b6 else b19
;; b6: out
;;   ret
;; b7: select.then
;;   jump b9
;; b8: select.else
;;   r7 = r2 + $03
;;   jump b9
;; b9: select
;;   r10 = phi b7: r0 b8: r7
;;   if r8 == $07 then b20 else b21
;; b10: select.then
;;   jump b12
;; b11: select.else
;;   r12 = r3 + $03
;;   jump b12
;; b12: select
;;   r15 = phi b10: r0 b11: r12
;;   if (r3 == r1) or (r13 == $07) then b22 else b23
;; b13: select.then
;;   jump b15
;; b14: select.else
;;   r18 = r4 + $03
;;   jump b15
;; b15: select
;;   r21 = phi b13: r0 b14: r18
;;   if (r4 == r1) and (r19 == $07) then b24 else b25
;; b16: select.then
;;   jump b18
;; b17: select.else
;;   r24 = r5 + $03
;;   jump b18
;; b18: select
;;   r25 = phi b16: r0 b17: r24
;;   jump b5
;; b19: one.in
;;   jump b4
;; b20: either.in
;;   jump b2
;; b21: else.in
;;   jump b1
;; b22: either.in
;;   jump b2
;; b23: both.in
;;   jump b3
;; b24: one.in
;;   jump b4
;; b25: both.in
;;   jump b3
