; test lower
; Counters of 16 bits that stay as they are: one that is read, one whose next value is read, one whose end is made in the loop, one
; of a single byte, one whose loop ends elsewhere, one that does not end at zero, and one in steps of two.
@t = internal global i16 0

define void @f(i16 %n, i8 %few) unnamed_addr addrspace(1) {
start:
  br label %read
read:
  %a = phi i16 [ 0, %start ], [ %a.next, %read ]
  store volatile i16 %a, ptr @t
  %a.next = add nuw i16 %a, 1
  %a.done = icmp eq i16 %a.next, %n
  br i1 %a.done, label %next, label %read
next:
  %b = phi i16 [ 0, %read ], [ %b.next, %next ]
  %b.next = add nuw i16 %b, 1
  store volatile i16 %b.next, ptr @t
  %b.done = icmp eq i16 %b.next, %n
  br i1 %b.done, label %inside, label %next
inside:
  %c = phi i16 [ 0, %next ], [ %c.next, %inside ]
  %end = load volatile i16, ptr @t
  %c.next = add nuw i16 %c, 1
  %c.done = icmp eq i16 %c.next, %end
  br i1 %c.done, label %byte, label %inside
byte:
  %times = zext i8 %few to i16
  br label %bytes
bytes:
  %d = phi i16 [ %times, %byte ], [ %d.next, %bytes ]
  store volatile i8 4, ptr @t
  %d.next = add i16 %d, -1
  %d.done = icmp eq i16 %d.next, 0
  br i1 %d.done, label %elsewhere, label %bytes
elsewhere:
  %e = phi i16 [ %n, %bytes ], [ %e.next, %again ]
  %e.next = add i16 %e, -1
  %e.done = icmp eq i16 %e.next, 0
  br i1 %e.done, label %other, label %again
again:
  store volatile i8 5, ptr @t
  br label %elsewhere
other:
  %g = phi i16 [ %n, %elsewhere ], [ %g.next, %other ]
  store volatile i8 6, ptr @t
  %g.next = add i16 %g, -1
  %g.done = icmp eq i16 %g.next, 1
  br i1 %g.done, label %twos, label %other
twos:
  %h = phi i16 [ %n, %other ], [ %h.next, %twos ]
  store volatile i8 7, ptr @t
  %h.next = add i16 %h, -2
  %h.done = icmp eq i16 %h.next, 0
  br i1 %h.done, label %last, label %twos
last:
  ret void
}
;; (r0 r1 r2) -> 0
;; b0: start
;;   jump b1
;; b1: read
;;   r3 = phi b0: $00 b12: r17
;;   r4 = phi b0: $00 b12: r18
;;   store volatile [@t+0], r3
;;   store volatile [@t+1], r4
;;   r17 r18 = r3 r4 + $01 $00
;;   if r17 r18 == r0 r1 then b11 else b12
;; b2: next
;;   r5 = phi b11: $00 b14: r20
;;   r6 = phi b11: $00 b14: r21
;;   r20 r21 = r5 r6 + $01 $00
;;   store volatile [@t+0], r20
;;   store volatile [@t+1], r21
;;   if r20 r21 == r0 r1 then b13 else b14
;; b3: inside
;;   r7 = phi b13: $00 b15: r25
;;   r8 = phi b13: $00 b15: r26
;;   r23 = load volatile [@t+0]
;;   r24 = load volatile [@t+1]
;;   r25 r26 = r7 r8 + $01 $00
;;   if r25 r26 == r23 r24 then b4 else b15
;; b4: byte
;;   jump b5
;; b5: bytes
;;   r9 = phi b4: r2 b17: r28
;;   r10 = phi b4: $00 b17: r29
;;   store volatile [@t+0], $04
;;   r28 r29 = r9 r10 + $ff $ff
;;   if r28 r29 == $00 $00 then b16 else b17
;; b6: elsewhere
;;   r11 = phi b16: r0 b7: r31
;;   r12 = phi b16: r1 b7: r32
;;   r31 r32 = r11 r12 + $ff $ff
;;   if r31 r32 == $00 $00 then b18 else b7
;; b7: again
;;   store volatile [@t+0], $05
;;   jump b6
;; b8: other
;;   r13 = phi b18: r0 b20: r34
;;   r14 = phi b18: r1 b20: r35
;;   store volatile [@t+0], $06
;;   r34 r35 = r13 r14 + $ff $ff
;;   if r34 r35 == $01 $00 then b19 else b20
;; b9: twos
;;   r15 = phi b19: r0 b21: r37
;;   r16 = phi b19: r1 b21: r38
;;   store volatile [@t+0], $07
;;   r37 r38 = r15 r16 + $fe $ff
;;   if r37 r38 == $00 $00 then b10 else b21
;; b10: last
;;   ret
;; b11: next.in
;;   jump b2
;; b12: read.in
;;   jump b1
;; b13: inside.in
;;   jump b3
;; b14: next.in
;;   jump b2
;; b15: inside.in
;;   jump b3
;; b16: elsewhere.in
;;   jump b6
;; b17: bytes.in
;;   jump b5
;; b18: other.in
;;   jump b8
;; b19: twos.in
;;   jump b9
;; b20: other.in
;;   jump b8
;; b21: twos.in
;;   jump b9
