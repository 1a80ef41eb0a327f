; test lower
; Load, add one, store become one operation.
@t = internal global [8 x i8] zeroinitializer, align 1
define void @f(i8 %n) unnamed_addr addrspace(1) {
  %i = and i8 %n, 7
  %w = zext i8 %i to i16
  %p = getelementptr inbounds nuw i8, ptr @t, i16 %w
  %x = load i8, ptr %p, align 1
  %y = add i8 %x, 1
  store i8 %y, ptr %p, align 1
  ret void
}
;; (r0) -> 0
;; b0: 0
;;   r1 = r0 and $07
;;   inc [@t+0,r1]
;;   ret
