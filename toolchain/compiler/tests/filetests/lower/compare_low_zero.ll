; test lower
; A low byte that cannot borrow takes no part in a comparison.
define i8 @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
start:
  %c = icmp ult i16 %a, 8192
  br i1 %c, label %small, label %large
small:
  ret i8 1
large:
  %d = icmp slt i16 1023, %b
  br i1 %d, label %small, label %other
other:
  ret i8 0
}
;; (r0 r1 r2 r3) -> 1
;; b0: start
;;   if r1 < $20 then b1 else b2
;; b1: small
;;   ret $01
;; b2: large
;;   if not (r3 <s $04) then b1 else b3
;; b3: other
;;   ret $00
