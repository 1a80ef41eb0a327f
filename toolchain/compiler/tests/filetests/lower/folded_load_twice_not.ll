; test lower
; Bytes that are not read again: behind a store that may change them, volatile ones, where a constant is the other side, where
; another way leads to the second use, and where the index would be needed for nothing else.
@t = internal global [256 x i8] zeroinitializer, align 1
@u = internal global [256 x i8] zeroinitializer, align 1
@c = internal global i8 0, align 1
define void @f(i8 %i, i8 %j, i8 %v) unnamed_addr addrspace(1) {
start:
  %n = zext i8 %i to i16
  %k = zext i8 %j to i16
  %p = getelementptr inbounds i8, ptr @t, i16 %n
  %q = getelementptr inbounds i8, ptr @t, i16 %k
  %x = load i8, ptr %p, align 1
  %m = and i8 %x, 73
  %z = icmp eq i8 %m, 0
  br i1 %z, label %stored, label %volatile
stored:
  store i8 %v, ptr %q, align 1
  %o = or i8 %v, %x
  store i8 %o, ptr %p, align 1
  br label %volatile
volatile:
  %x2 = load volatile i8, ptr %p, align 1
  %m2 = and i8 %x2, 73
  %z2 = icmp eq i8 %m2, 0
  br i1 %z2, label %again, label %constant
again:
  %o2 = or i8 %v, %x2
  store i8 %o2, ptr %p, align 1
  br label %constant
constant:
  %x3 = load i8, ptr %p, align 1
  %m3 = and i8 %x3, 73
  %z3 = icmp eq i8 %m3, 0
  br i1 %z3, label %number, label %two
number:
  %o3 = or i8 %x3, 9
  store i8 %o3, ptr %p, align 1
  br label %two
two:
  %x4 = load i8, ptr %p, align 1
  %m4 = and i8 %x4, 73
  %z4 = icmp eq i8 %m4, 0
  br i1 %z4, label %way, label %join
way:
  store volatile i8 1, ptr @c, align 1
  br label %join
join:
  %o4 = or i8 %v, %x4
  store i8 %o4, ptr %p, align 1
  %x5 = load i8, ptr %p, align 1
  %m5 = and i8 %x5, 73
  %z5 = icmp eq i8 %m5, 0
  br i1 %z5, label %last, label %out
last:
  %o5 = or i8 %v, %x5
  store i8 %o5, ptr @c, align 1
  br label %out
out:
  ret void
}
;; (r0 r1 r2) -> 0
;; b0: start
;;   r7 = load [@t+0,r0]
;;   r8 = r7 and $49
;;   if r8 == $00 then b1 else b2
;; b1: stored
;;   store [@t+0,r1], r2
;;   r10 = r2 or r7
;;   store [@t+0,r0], r10
;;   jump b2
;; b2: volatile
;;   r11 = load volatile [@t+0,r0]
;;   r12 = r11 and $49
;;   if r12 == $00 then b3 else b4
;; b3: again
;;   r14 = r2 or r11
;;   store [@t+0,r0], r14
;;   jump b4
;; b4: constant
;;   r15 = load [@t+0,r0]
;;   r16 = r15 and $49
;;   if r16 == $00 then b5 else b6
;; b5: number
;;   r18 = r15 or $09
;;   store [@t+0,r0], r18
;;   jump b6
;; b6: two
;;   r19 = load [@t+0,r0]
;;   r20 = r19 and $49
;;   if r20 == $00 then b7 else b8
;; b7: way
;;   store volatile [@c+0], $01
;;   jump b8
;; b8: join
;;   r22 = r2 or r19
;;   store [@t+0,r0], r22
;;   r23 = load [@t+0,r0]
;;   r24 = r23 and $49
;;   if r24 == $00 then b9 else b10
;; b9: last
;;   r26 = r2 or r23
;;   store [@c+0], r26
;;   jump b10
;; b10: out
;;   ret
