; test lower
; A sum is as wide as what is read of it.
define i8 @f(i32 %a, i32 %b) unnamed_addr addrspace(1) {
  %s = add i32 %a, %b
  %t = trunc i32 %s to i8
  ret i8 %t
}
;; (r0 r1 r2 r3 r4 r5 r6 r7) -> 1
;; b0: 0
;;   r8 = r0 + r4
;;   ret r8
