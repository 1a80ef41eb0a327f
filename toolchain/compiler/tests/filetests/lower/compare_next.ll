; test lower
; A comparison of a counter becomes one of its next value, so that the old one need not live on.
@t = internal global [8 x i8] zeroinitializer, align 1
define void @f(i8 %n) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i32 [ 0, %start ], [ %j, %loop ]
  %j = add nuw nsw i32 %i, 1
  %w = trunc i32 %i to i16
  %p = getelementptr inbounds nuw i8, ptr @t, i16 %w
  store i8 %n, ptr %p, align 1
  %c = icmp ult i32 %i, 7
  br i1 %c, label %loop, label %end
end:
  ret void
}
;; (r0) -> 0
;; b0: start
;;   jump b1
;; b1: loop
;;   r1 = phi b0: $00 b3: r5
;;   store [@t+0,r1], r0
;;   r5 = r1 + $01
;;   if r5 < $08 then b3 else b2
;; b2: end
;;   ret
;; b3: loop.in
;;   jump b1
