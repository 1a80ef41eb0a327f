; test lower
; Two numbers that begin as equal and count on by equal ways are one, as is what LLVM keeps beside a variable that it stores. Those
; that differ on one way, or in their first number, stay two.
@t = internal global i8 0, align 1
define i8 @f(i8 %x, i8 %y) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %a = phi i8 [ %x, %start ], [ %c, %join ]
  %b = phi i8 [ %x, %start ], [ %d, %join ]
  %e = phi i8 [ %y, %start ], [ %g, %join ]
  %h = phi i8 [ %x, %start ], [ %k, %join ]
  %v = load volatile i8, ptr @t, align 1
  %z = icmp eq i8 %v, 0
  br i1 %z, label %count, label %join
count:
  %n = add i8 %b, 3
  br label %join
join:
  %c = phi i8 [ %a, %loop ], [ %n, %count ]
  %d = phi i8 [ %b, %loop ], [ %n, %count ]
  %g = phi i8 [ %e, %loop ], [ %n, %count ]
  %k = phi i8 [ %v, %loop ], [ %n, %count ]
  store volatile i8 %c, ptr @t, align 1
  store volatile i8 %d, ptr @t, align 1
  store volatile i8 %g, ptr @t, align 1
  store volatile i8 %k, ptr @t, align 1
  %done = icmp eq i8 %v, 9
  br i1 %done, label %out, label %loop
out:
  ret i8 %h
}
;; (r0 r1) -> 1
;; b0: start
;;   jump b1
;; b1: loop
;;   r2 = phi b0: r0 b6: r5
;;   r3 = phi b0: r1 b6: r6
;;   r4 = phi b0: r0 b6: r7
;;   r8 = load volatile [@t+0]
;;   if r8 == $00 then b2 else b5
;; b2: count
;;   r10 = r2 + $03
;;   jump b3
;; b3: join
;;   r5 = phi b5: r2 b2: r10
;;   r6 = phi b5: r3 b2: r10
;;   r7 = phi b5: r8 b2: r10
;;   store volatile [@t+0], r5
;;   store volatile [@t+0], r5
;;   store volatile [@t+0], r6
;;   store volatile [@t+0], r7
;;   if r8 == $09 then b4 else b6
;; b4: out
;;   ret r4
;; b5: join.in
;;   jump b3
;; b6: loop.in
;;   jump b1
