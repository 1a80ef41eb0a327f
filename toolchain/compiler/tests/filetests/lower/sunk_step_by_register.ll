; test lower
; The next number is made after the last use of this one, in another block, also if the step is in registers, which stay alive in
; the loop anyway.
@t = internal global [1024 x i8] zeroinitializer

define void @f(i16 %step) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i16 [ 0, %start ], [ %j, %more ]
  %j = add i16 %step, %i
  %in = icmp ult i16 %i, 1024
  br i1 %in, label %more, label %end
more:
  %p = getelementptr inbounds nuw i8, ptr @t, i16 %i
  store i8 1, ptr %p
  br label %loop
end:
  ret void
}
;; (r0 r1) -> 0
;; b0: start
;;   r7 = <@t+0
;;   jump b1
;; b1: loop
;;   r2 = phi b0: $00 b2: r4
;;   r3 = phi b0: $00 b2: r5
;;   if r3 < $04 then b2 else b3
;; b2: more
;;   r8 = r3 + >@t+0
;;   store [(r8:r7)+0,r2], $01
;;   r4 r5 = r0 r1 + r2 r3
;;   jump b1
;; b3: end
;;   ret
