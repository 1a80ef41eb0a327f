; test lower
; A wide index into an object: its low byte stays an index, its high byte is counted into the pointer, and the half of
; the pointer that does not change is made before the loop.
@cells = internal global [1024 x i8] zeroinitializer

define void @f(i16 %step) unnamed_addr addrspace(1) {
start:
  br label %loop

loop:
  %i = phi i16 [ 0, %start ], [ %next, %loop ]
  %p = getelementptr inbounds nuw [1024 x i8], ptr @cells, i16 0, i16 %i
  store i8 1, ptr %p
  %next = add nuw i16 %i, %step
  %more = icmp ult i16 %next, 1024
  br i1 %more, label %loop, label %done

done:
  ret void
}
;; (r0 r1) -> 0
;; b0: start
;;   r4 = <@cells+0
;;   jump b1
;; b1: loop
;;   r2 = phi b0: $00 b3: r8
;;   r3 = phi b0: $00 b3: r9
;;   r5 = r3 + >@cells+0
;;   store [(r5:r4)+0,r2], $01
;;   r8 r9 = r2 r3 + r0 r1
;;   if r9 < $04 then b3 else b2
;; b2: done
;;   ret
;; b3: loop.in
;;   jump b1
