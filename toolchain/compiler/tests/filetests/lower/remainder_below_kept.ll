; test lower
; A dividend that is read again in another block stays compared with its divisor.
define i16 @f(i16 %n) unnamed_addr addrspace(1) {
  %q = udiv i16 %n, 10
  %c = icmp ult i16 %n, 10
  br i1 %c, label %few, label %many
few:
  ret i16 %n
many:
  ret i16 %q
}
;; (r0 r1) -> 2
;; b0: 0
;;   r2:arg0 r3:arg1 = call __udivten r0:arg0 r1:arg1 $01:x
;;   if r0 r1 < $0a $00 then b1 else b2
;; b1: few
;;   ret r0 r1
;; b2: many
;;   ret r2 r3
