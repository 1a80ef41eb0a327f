; test parse
; Integers of more than 128 bits, which `halves` takes out further on.
@small = internal global i256 -1, align 1
@large = internal constant i200 1606938044258990275541962092341162602522202993782792835301375, align 1
define void @f(i128 %a, ptr %p) {
  %wide = zext i128 %a to i256
  %sum = add i256 %wide, 340282366920938463463374607431768211457
  %less = mul i256 %sum, 12
  store i256 %less, ptr %p, align 1
  ret void
}
;; @small = internal global i256 115792089237316195423570985008687907853269984665640564039457584007913129639935, align 1
;;
;; @large = internal constant i200 1606938044258990275541962092341162602522202993782792835301375, align 1
;;
;; define void @f(i128 %a, ptr %p) {
;; 0:
;;   %wide = zext i128 %a to i256
;;   %sum = add i256 %wide, 340282366920938463463374607431768211457
;;   %less = mul i256 %sum, 12
;;   store i256 %less, ptr %p, align 1
;;   ret void
;; }
