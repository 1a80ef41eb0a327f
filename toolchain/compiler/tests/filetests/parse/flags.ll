; test parse
; Flags that say what may be assumed are kept.
define i16 @f(i16 noundef range(i16 0, 100) %a, i8 %b) unnamed_addr addrspace(1) {
  %x = add nuw nsw i16 %a, 1
  %y = or disjoint i16 %x, 256
  %z = zext nneg i8 %b to i16
  %s = shl nuw i16 %z, 1
  %t = lshr exact i16 %s, 1
  %u = sub nsw i16 %y, %t
  %v = freeze i16 %u
  ret i16 %v
}
;; define i16 @f(i16 range(i16 0, 100) %a, i8 %b) {
;; 0:
;;   %x = add nuw nsw i16 %a, 1
;;   %y = or disjoint i16 %x, 256
;;   %z = zext i8 %b to i16
;;   %s = shl nuw i16 %z, 1
;;   %t = lshr i16 %s, 1
;;   %u = sub nsw i16 %y, %t
;;   %v = freeze i16 %u
;;   ret i16 %v
;; }
