; test lower
; What a loop stores to a variable is stored on both ways out, one of which it shares with another loop.
@n = internal global i8 0, align 1
define i8 @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
start:
  %zero = icmp eq i8 %b, 0
  br i1 %zero, label %out, label %loop
loop:
  %i = phi i8 [ %a, %start ], [ %j, %next ]
  %j = add i8 %i, 3
  store i8 %j, ptr @n, align 1
  %early = icmp ugt i8 %j, 200
  br i1 %early, label %out, label %next
next:
  %last = icmp eq i8 %j, %b
  br i1 %last, label %end, label %loop
end:
  ret i8 7
out:
  %held = load i8, ptr @n, align 1
  ret i8 %held
}
;; (r0 r1) -> 1
;; b0: start
;;   if r1 == $00 then b4 else b5
;; b1: loop
;;   r2 = phi b5: r0 b6: r4
;;   r4 = r2 + $03
;;   if not (r4 < $c9) then b7 else b2
;; b2: next
;;   if r4 == r1 then b3 else b6
;; b3: end
;;   store [@n+0], r4
;;   ret $07
;; b4: out
;;   r6 = load [@n+0]
;;   ret r6
;; b5: loop.in
;;   jump b1
;; b6: loop.in
;;   jump b1
;; b7: loop.stored
;;   store [@n+0], r4
;;   jump b4
