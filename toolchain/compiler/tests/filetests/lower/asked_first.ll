; test lower
; Behind a bounds check, what was compared is used first, while A holds it; not if it is used again, or if it is made of what
; comes before it.
@t = internal global [4096 x i8] zeroinitializer, align 1
define i8 @f(i16 %i, i16 %w, i8 %k) unnamed_addr addrspace(1) {
start:
  %in = icmp ult i16 %i, 4096
  br i1 %in, label %one, label %panic
one:
  %j = sub i16 %i, %w
  %in2 = icmp ult i16 %j, 4096
  br i1 %in2, label %two, label %panic
two:
  %p = getelementptr inbounds nuw i8, ptr @t, i16 %i
  %q = getelementptr inbounds nuw i8, ptr @t, i16 %j
  %a = load i8, ptr %p, align 1
  %b = load i8, ptr %q, align 1
  %s = add i8 %a, %b
  store i8 %s, ptr %p, align 1
  %small = icmp ult i8 %k, 9
  br i1 %small, label %again, label %made
again:
  %x = xor i8 %s, 33
  %y = add i8 %k, 3
  store i8 %x, ptr @t, align 1
  store i8 %y, ptr getelementptr (i8, ptr @t, i16 1), align 1
  ret i8 %k
made:
  %g = icmp ult i8 %s, 100
  br i1 %g, label %panic, label %last
last:
  %m = xor i8 %k, 33
  %n = add i8 %s, %m
  store i8 %m, ptr @t, align 1
  ret i8 %n
panic:
  ret i8 0
}
;; (r0 r1 r2 r3 r4) -> 1
;; b0: start
;;   if r1 < $10 then b1 else b6
;; b1: one
;;   r6 r7 = r0 r1 - r2 r3
;;   if r7 < $10 then b2 else b6
;; b2: two
;;   r14 = r7 + >@t+0
;;   r9 = <@t+0
;;   r10 = r1 + >@t+0
;;   r13 = <@t+0
;;   r19 = [(r10:r9)+0,r0] + [(r14:r13)+0,r6]
;;   store [(r10:r9)+0,r0], r19
;;   if r4 < $09 then b3 else b4
;; b3: again
;;   r21 = r19 xor $21
;;   r22 = r4 + $03
;;   store [@t+0], r21
;;   store [@t+1], r22
;;   ret r4
;; b4: made
;;   if r19 < $64 then b6 else b5
;; b5: last
;;   r24 = r4 xor $21
;;   r25 = r19 + r24
;;   store [@t+0], r24
;;   ret r25
;; b6: panic
;;   ret $00
