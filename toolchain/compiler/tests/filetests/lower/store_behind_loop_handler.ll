; test lower
; A store stays in the loop of a program with an interrupt handler, which may read the variable.
@n = internal global i8 0, align 1
define avr_intrcc void @irq() addrspace(1) {
start:
  %seen = load volatile i8, ptr @n, align 1
  store volatile i8 %seen, ptr inttoptr (i16 -12256 to ptr), align 1
  ret void
}
define i8 @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i8 [ %a, %start ], [ %j, %loop ]
  %j = add i8 %i, 3
  store i8 %j, ptr @n, align 1
  %last = icmp eq i8 %j, %b
  br i1 %last, label %out, label %loop
out:
  ret i8 7
}
;; (r0 r1) -> 1
;; b0: start
;;   jump b1
;; b1: loop
;;   r2 = phi b0: r0 b3: r3
;;   r3 = r2 + $03
;;   store [@n+0], r3
;;   if r3 == r1 then b2 else b3
;; b2: out
;;   ret $07
;; b3: loop.in
;;   jump b1
