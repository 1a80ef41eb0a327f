; test lower
; Numbers that do not stop: one that begins behind the last, one in steps of two, one that stops where another number is, and one
; that the loop only leaves alone below.
@t = internal global [300 x i8] zeroinitializer, align 1
define void @f(i16 %n) unnamed_addr addrspace(1) {
start:
  br label %behind
behind:
  %a = phi i16 [ 16, %start ], [ %a.next, %behind ]
  %a.last = icmp eq i16 %a, 15
  %a.sum = add i16 %a, 1
  %a.next = select i1 %a.last, i16 15, i16 %a.sum
  %a.p = getelementptr inbounds i8, ptr @t, i16 %a
  store i8 1, ptr %a.p, align 1
  %a.done = icmp eq i16 %a.next, %n
  br i1 %a.done, label %twos, label %behind
twos:
  %b = phi i16 [ 1, %behind ], [ %b.next, %twos ]
  %b.last = icmp eq i16 %b, 14
  %b.sum = add i16 %b, 2
  %b.next = select i1 %b.last, i16 14, i16 %b.sum
  %b.p = getelementptr inbounds i8, ptr @t, i16 %b
  store i8 2, ptr %b.p, align 1
  %b.done = icmp eq i16 %b.next, %n
  br i1 %b.done, label %other, label %twos
other:
  %c = phi i16 [ 1, %twos ], [ %c.next, %other ]
  %c.last = icmp eq i16 %n, 15
  %c.sum = add i16 %c, 1
  %c.next = select i1 %c.last, i16 15, i16 %c.sum
  %c.p = getelementptr inbounds i8, ptr @t, i16 %c
  store i8 3, ptr %c.p, align 1
  %c.done = icmp eq i16 %c.next, 290
  br i1 %c.done, label %below, label %other
below:
  %d = phi i16 [ 1, %other ], [ %d.next, %below ]
  %d.last = icmp ne i16 %d, 15
  %d.sum = add i16 %d, 1
  %d.next = select i1 %d.last, i16 15, i16 %d.sum
  %d.p = getelementptr inbounds i8, ptr @t, i16 %d
  store i8 4, ptr %d.p, align 1
  %d.done = icmp eq i16 %d.next, %n
  br i1 %d.done, label %out, label %below
out:
  ret void
}
;; (r0 r1) -> 0
;; b0: start
;;   r15 = <@t+0
;;   jump b1
;; b1: behind
;;   r2 = phi b0: $10 b19: r13
;;   r3 = phi b0: $00 b19: r14
;;   if r2 r3 == $0f $00 then b6 else b7
;; b2: twos
;;   r4 = phi b18: $01 b21: r23
;;   r5 = phi b18: $00 b21: r24
;;   if r4 r5 == $0e $00 then b9 else b10
;; b3: other
;;   r6 = phi b20: $01 b23: r33
;;   r7 = phi b20: $00 b23: r34
;;   if r0 r1 == $0f $00 then b12 else b13
;; b4: below
;;   r8 = phi b22: $01 b24: r43
;;   r9 = phi b22: $00 b24: r44
;;   if not (r8 r9 == $0f $00) then b15 else b16
;; b5: out
;;   ret
;; b6: select.then
;;   jump b8
;; b7: select.else
;;   r11 r12 = r2 r3 + $01 $00
;;   jump b8
;; b8: select
;;   r13 = phi b6: $0f b7: r11
;;   r14 = phi b6: $00 b7: r12
;;   r16 = r3 + >@t+0
;;   store [(r16:r15)+0,r2], $01
;;   if r13 r14 == r0 r1 then b18 else b19
;; b9: select.then
;;   jump b11
;; b10: select.else
;;   r21 r22 = r4 r5 + $02 $00
;;   jump b11
;; b11: select
;;   r23 = phi b9: $0e b10: r21
;;   r24 = phi b9: $00 b10: r22
;;   r26 = r5 + >@t+0
;;   store [(r26:r25)+0,r4], $02
;;   if r23 r24 == r0 r1 then b20 else b21
;; b12: select.then
;;   jump b14
;; b13: select.else
;;   r31 r32 = r6 r7 + $01 $00
;;   jump b14
;; b14: select
;;   r33 = phi b12: $0f b13: r31
;;   r34 = phi b12: $00 b13: r32
;;   r36 = r7 + >@t+0
;;   store [(r36:r35)+0,r6], $03
;;   if r33 r34 == $22 $01 then b22 else b23
;; b15: select.then
;;   jump b17
;; b16: select.else
;;   r41 r42 = r8 r9 + $01 $00
;;   jump b17
;; b17: select
;;   r43 = phi b15: $0f b16: r41
;;   r44 = phi b15: $00 b16: r42
;;   r46 = r9 + >@t+0
;;   store [(r46:r45)+0,r8], $04
;;   if r43 r44 == r0 r1 then b5 else b24
;; b18: twos.in
;;   r25 = <@t+0
;;   jump b2
;; b19: behind.in
;;   jump b1
;; b20: other.in
;;   r35 = <@t+0
;;   jump b3
;; b21: twos.in
;;   jump b2
;; b22: below.in
;;   r45 = <@t+0
;;   jump b4
;; b23: other.in
;;   jump b3
;; b24: below.in
;;   jump b4
