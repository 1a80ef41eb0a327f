; test lower
; Extensions, truncations and shifts by whole bytes are no operations.
define i16 @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %x = zext i8 %a to i16
  %y = zext i8 %b to i16
  %h = shl nuw i16 %y, 8
  %r = or disjoint i16 %h, %x
  ret i16 %r
}
;; (r0 r1) -> 2
;; b0: 0
;;   ret r0 r1
