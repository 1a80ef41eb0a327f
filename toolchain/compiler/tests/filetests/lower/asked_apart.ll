; test lower
; What only the second of two conditions needs is made where the first does not decide, here and in the other order.
@table = internal global [16 x i8] zeroinitializer
define i8 @f(i8 %n, i8 %m) unnamed_addr addrspace(1) {
start:
  %at = and i8 %n, 15
  %index = zext i8 %at to i16
  %p = getelementptr inbounds nuw i8, ptr @table, i16 %index
  %byte = load i8, ptr %p
  %bit = and i8 %byte, 73
  %is = icmp ne i8 %bit, 0
  %last = icmp eq i8 %at, %m
  %any = or i1 %last, %is
  br i1 %any, label %leaf, label %next
leaf:
  store i8 0, ptr %p
  ret i8 1
next:
  %sum = add i8 %n, %m
  %odd = and i8 %sum, 1
  %even = icmp eq i8 %odd, 0
  %small = icmp ult i8 %m, 9
  %both = and i1 %even, %small
  br i1 %both, label %end, label %leaf
end:
  ret i8 0
}
;; (r0 r1) -> 1
;; b0: start
;;   r2 = r0 and $0f
;;   if r2 == r1 then b1 else b4
;; b1: leaf
;;   store [@table+0,r2], $00
;;   ret $01
;; b2: next
;;   if r1 < $09 then b5 else b1
;; b3: end
;;   ret $00
;; b4: start.second
;;   r6 = [@table+0,r2] and $49
;;   if not (r6 == $00) then b1 else b2
;; b5: next.second
;;   r10 = r0 + r1
;;   r11 = r10 and $01
;;   if r11 == $00 then b3 else b1
