; test lower
; Choices by one condition stay apart if something is computed between them, or if the conditions differ.
define i8 @f(i8 %a, i8 %b, i8 %x, i8 %y) unnamed_addr addrspace(1) {
  %more = icmp ugt i8 %a, %b
  %one = select i1 %more, i8 %x, i8 %y
  %sum = add i8 %one, 3
  %two = select i1 %more, i8 %sum, i8 %x
  %less = icmp ult i8 %a, %b
  %three = select i1 %less, i8 %two, i8 %y
  ret i8 %three
}
;; (r0 r1 r2 r3) -> 1
;; b0: 0
;;   if r1 < r0 then b1 else b2
;; b1: select.then
;;   jump b3
;; b2: select.else
;;   jump b3
;; b3: select
;;   r5 = phi b1: r2 b2: r3
;;   if r1 < r0 then b4 else b5
;; b4: select.then
;;   r6 = r5 + $03
;;   jump b6
;; b5: select.else
;;   jump b6
;; b6: select
;;   r7 = phi b4: r6 b5: r2
;;   if r0 < r1 then b7 else b8
;; b7: select.then
;;   jump b9
;; b8: select.else
;;   jump b9
;; b9: select
;;   r9 = phi b7: r7 b8: r3
;;   ret r9
