; test lower
; Conditions are trees that stay until they are branched on.
define i8 @f(i8 %a, i16 %b) unnamed_addr addrspace(1) {
start:
  %x = icmp ult i8 %a, 5
  %y = icmp eq i16 %b, 300
  %z = or i1 %x, %y
  %n = xor i1 %z, true
  br i1 %n, label %yes, label %no
yes:
  ret i8 1
no:
  ret i8 0
}
;; (r0 r1 r2) -> 1
;; b0: start
;;   if not ((r0 < $05) or (r1 r2 == $2c $01)) then b1 else b2
;; b1: yes
;;   ret $01
;; b2: no
;;   ret $00
