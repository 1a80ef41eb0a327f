; test lower
; Addresses within one variable on all ways into a block: an index on each way.
@t = internal global [16 x i8] zeroinitializer, align 1
define void @f(i8 %n, i8 %m) unnamed_addr addrspace(1) {
start:
  %c = icmp ult i8 %n, %m
  br i1 %c, label %yes, label %join
yes:
  %i = and i8 %m, 7
  %w = zext i8 %i to i16
  %q = getelementptr inbounds nuw i8, ptr @t, i16 %w
  br label %join
join:
  %p = phi ptr [ %q, %yes ], [ getelementptr inbounds nuw (i8, ptr @t, i16 9), %start ]
  store i8 %n, ptr %p, align 1
  ret void
}
;; (r0 r1) -> 0
;; b0: start
;;   if r0 < r1 then b1 else b3
;; b1: yes
;;   r5 = r1 and $07
;;   jump b2
;; b2: join
;;   r2 = phi b1: r5 b3: $09
;;   store [@t+0,r2], r0
;;   ret
;; b3: join.in
;;   jump b2
