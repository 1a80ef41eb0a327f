; test lower
; Choices by one condition, directly one behind another, are made on the same two ways: by the condition, by its opposite, and of
; the smaller of two numbers that are compared. What the first one chose is, on each way, what it chose there.
declare i8 @llvm.umin.i8(i8, i8) addrspace(1)
define i8 @f(i8 %a, i8 %b, i8 %x, i8 %y) unnamed_addr addrspace(1) {
  %more = icmp ugt i8 %a, %b
  %not = xor i1 %more, true
  %least = call addrspace(1) i8 @llvm.umin.i8(i8 %a, i8 %b)
  %one = select i1 %more, i8 %x, i8 %y
  %two = select i1 %not, i8 %x, i8 %one
  %sum = add i8 %one, %two
  %all = add i8 %sum, %least
  ret i8 %all
}
;; (r0 r1 r2 r3) -> 1
;; b0: 0
;;   if r1 < r0 then b1 else b2
;; b1: select.then
;;   jump b3
;; b2: select.else
;;   jump b3
;; b3: select
;;   r6 = phi b1: r1 b2: r0
;;   r7 = phi b1: r2 b2: r3
;;   r8 = r7 + r2
;;   r9 = r8 + r6
;;   ret r9
