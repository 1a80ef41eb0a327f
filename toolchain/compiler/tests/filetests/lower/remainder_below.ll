; test lower
; A dividend compared with its divisor is a comparison of the quotient with zero.
define i8 @f(i16 %n) unnamed_addr addrspace(1) {
  %q = udiv i16 %n, 10
  %c = icmp ult i16 %n, 10
  %z = zext i1 %c to i8
  %l = trunc i16 %q to i8
  %s = add i8 %l, %z
  ret i8 %s
}
;; (r0 r1) -> 1
;; b0: 0
;;   r2:arg0 r3:arg1 = call __udivten r0:arg0 r1:arg1 $01:x
;;   r5 = r2 r3 == $00 $00
;;   r6 = r2 + r5
;;   ret r6
