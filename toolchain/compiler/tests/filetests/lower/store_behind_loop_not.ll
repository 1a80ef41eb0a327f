; test lower
; Stores stay in a loop: to a variable whose address is taken, to one that a call may read, to one that the loop reads by an index,
; volatile ones, to an exported variable, and to one that another points to.
@taken = internal global i8 0, align 1
@called = internal global i8 0, align 1
@read = internal global [4 x i8] zeroinitializer, align 1
@asked = internal global i8 0, align 1
@exported = global i8 0, align 1
@pointer = internal global ptr @pointed, align 1
@pointed = internal global i8 0, align 1
@table = global [4 x i16] zeroinitializer, align 1

declare void @chrout(i8) unnamed_addr addrspace(1)

define i8 @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
start:
  store i16 ptrtoint (ptr @taken to i16), ptr @table, align 1
  br label %first
first:
  %i1 = phi i8 [ %a, %start ], [ %j1, %first ]
  %j1 = add i8 %i1, 3
  store i8 %j1, ptr @taken, align 1
  %c1 = icmp ugt i8 %j1, 200
  br i1 %c1, label %second, label %first
second:
  %i2 = phi i8 [ %b, %first ], [ %j2, %second ]
  %j2 = add i8 %i2, 3
  store i8 %j2, ptr @called, align 1
  call addrspace(1) void @chrout(i8 %j2)
  %c2 = icmp ugt i8 %j2, 201
  br i1 %c2, label %third, label %second
third:
  %i3 = phi i8 [ %a, %second ], [ %j3, %third ]
  %j3 = add i8 %i3, 3
  store i8 %j3, ptr @read, align 1
  %low = and i8 %j3, 3
  %index = zext i8 %low to i16
  %at = getelementptr inbounds i8, ptr @read, i16 %index
  %l = load i8, ptr %at, align 1
  %c3 = icmp ugt i8 %l, 202
  br i1 %c3, label %fourth, label %third
fourth:
  %i4 = phi i8 [ %b, %third ], [ %j4, %fourth ]
  %j4 = add i8 %i4, 3
  store volatile i8 %j4, ptr @asked, align 1
  %c4 = icmp ugt i8 %j4, 203
  br i1 %c4, label %fifth, label %fourth
fifth:
  %i5 = phi i8 [ %a, %fourth ], [ %j5, %fifth ]
  %j5 = add i8 %i5, 3
  store i8 %j5, ptr @exported, align 1
  store i8 %j5, ptr @pointed, align 1
  %c5 = icmp ugt i8 %j5, 204
  br i1 %c5, label %end, label %fifth
end:
  %p = load ptr, ptr @pointer, align 1
  %x = load i8, ptr %p, align 1
  %y = load i8, ptr @called, align 1
  %z = add i8 %x, %y
  ret i8 %z
}
;; (r0 r1) -> 1
;; b0: start
;;   store [@table+0], <@taken+0
;;   store [@table+1], >@taken+0
;;   jump b1
;; b1: first
;;   r2 = phi b0: r0 b8: r7
;;   r7 = r2 + $03
;;   store [@taken+0], r7
;;   if not (r7 < $c9) then b7 else b8
;; b2: second
;;   r3 = phi b7: r1 b10: r9
;;   r9 = r3 + $03
;;   store [@called+0], r9
;;   call @chrout r9:a
;;   if not (r9 < $ca) then b9 else b10
;; b3: third
;;   r4 = phi b9: r0 b12: r11
;;   r11 = r4 + $03
;;   store [@read+0], r11
;;   r12 = r11 and $03
;;   if not ([@read+0,r12] < $cb) then b11 else b12
;; b4: fourth
;;   r5 = phi b11: r1 b14: r17
;;   r17 = r5 + $03
;;   store volatile [@asked+0], r17
;;   if not (r17 < $cc) then b13 else b14
;; b5: fifth
;;   r6 = phi b13: r0 b15: r19
;;   r19 = r6 + $03
;;   store [@exported+0], r19
;;   store [@pointed+0], r19
;;   if not (r19 < $cd) then b6 else b15
;; b6: end
;;   r21 = load [@pointer+0]
;;   r22 = load [@pointer+1]
;;   r25 = [(r22:r21)+0] + [@called+0]
;;   ret r25
;; b7: second.in
;;   jump b2
;; b8: first.in
;;   jump b1
;; b9: third.in
;;   jump b3
;; b10: second.in
;;   jump b2
;; b11: fourth.in
;;   jump b4
;; b12: third.in
;;   jump b3
;; b13: fifth.in
;;   jump b5
;; b14: fourth.in
;;   jump b4
;; b15: fifth.in
;;   jump b5
