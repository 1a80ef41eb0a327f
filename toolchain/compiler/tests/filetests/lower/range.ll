; test lower
; Bytes that a range proves zero are constants.
define i16 @f(i16 %a, i8 %b) unnamed_addr addrspace(1) {
start:
  %c = icmp ult i16 %a, 100
  br i1 %c, label %small, label %large
small:
  %w = zext i8 %b to i16
  %s = add nuw i16 %a, 1
  %t = add nuw i16 %s, %w
  ret i16 %t
large:
  ret i16 0
}
;; (r0 r1 r2) -> 2
;; b0: start
;;   if r0 r1 < $64 $00 then b1 else b2
;; b1: small
;;   r4 = r0 + $01
;;   r5 r6 = r4 $00 + r2 $00
;;   ret r5 r6
;; b2: large
;;   ret $00 $00
