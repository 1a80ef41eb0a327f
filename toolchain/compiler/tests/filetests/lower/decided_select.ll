; test lower
; On the way back the branch tells which side of a select it is: with a branch on its condition, or on that and another one, for
; either side.
@t = internal global i8 0, align 1
define void @f(i8 %x, i8 %y) unnamed_addr addrspace(1) {
start:
  br label %plain
plain:
  %a = phi i8 [ %x, %start ], [ %a.next, %plain ]
  %a.z = icmp eq i8 %a, %y
  %a.sum = add i8 %a, 3
  store volatile i8 %a, ptr @t, align 1
  %a.next = select i1 %a.z, i8 %x, i8 %a.sum
  br i1 %a.z, label %either, label %plain
either:
  %b = phi i8 [ %x, %plain ], [ %b.next, %either ]
  %b.z = icmp eq i8 %b, %y
  %b.sum = add i8 %b, 3
  store volatile i8 %b, ptr @t, align 1
  %b.v = load volatile i8, ptr @t, align 1
  %b.more = icmp eq i8 %b.v, 7
  %b.next = select i1 %b.z, i8 %x, i8 %b.sum
  %b.done = select i1 %b.z, i1 true, i1 %b.more
  br i1 %b.done, label %both, label %either
both:
  %c = phi i8 [ %x, %either ], [ %c.next, %both ]
  %c.z = icmp ne i8 %c, %y
  %c.sum = add i8 %c, 3
  store volatile i8 %c, ptr @t, align 1
  %c.v = load volatile i8, ptr @t, align 1
  %c.more = icmp eq i8 %c.v, 7
  %c.next = select i1 %c.z, i8 %c.sum, i8 %x
  %c.go = select i1 %c.z, i1 %c.more, i1 false
  br i1 %c.go, label %both, label %out
out:
  ret void
}
;; (r0 r1) -> 0
;; b0: start
;;   jump b1
;; b1: plain
;;   r2 = phi b0: r0 b6: r6
;;   store volatile [@t+0], r2
;;   if r2 == r1 then b5 else b6
;; b2: either
;;   r3 = phi b5: r0 b8: r8
;;   store volatile [@t+0], r3
;;   r9 = load volatile [@t+0]
;;   if (r3 == r1) or (r9 == $07) then b7 else b8
;; b3: both
;;   r4 = phi b7: r0 b9: r13
;;   store volatile [@t+0], r4
;;   r14 = load volatile [@t+0]
;;   if (not (r4 == r1)) and (r14 == $07) then b9 else b4
;; b4: out
;;   ret
;; b5: either.in
;;   jump b2
;; b6: plain.in
;;   r6 = r2 + $03
;;   jump b1
;; b7: both.in
;;   jump b3
;; b8: either.in
;;   r8 = r3 + $03
;;   jump b2
;; b9: both.in
;;   r13 = r4 + $03
;;   jump b3
