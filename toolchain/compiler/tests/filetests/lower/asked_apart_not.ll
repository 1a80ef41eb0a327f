; test lower
; What the second condition needs stays before a store, a call and a volatile access that it would move over if it reads memory,
; and where something else uses it, too; a volatile load stays where it is.
@table = internal global [16 x i8] zeroinitializer
@other = internal global i8 0
define i8 @f(i8 %n, i8 %m) unnamed_addr addrspace(1) {
start:
  %first = load i8, ptr @other
  store i8 %n, ptr @other
  %bit = and i8 %first, 73
  %is = icmp ne i8 %bit, 0
  %last = icmp eq i8 %n, %m
  %any = or i1 %last, %is
  br i1 %any, label %end, label %called
called:
  %second = load i8, ptr @other
  call addrspace(1) void @g()
  %bit2 = and i8 %second, 73
  %is2 = icmp ne i8 %bit2, 0
  %any2 = or i1 %last, %is2
  br i1 %any2, label %end, label %shown
shown:
  %third = load volatile i8, ptr @other
  %bit3 = and i8 %third, 73
  %is3 = icmp ne i8 %bit3, 0
  %any3 = or i1 %last, %is3
  br i1 %any3, label %end, label %used
used:
  %fourth = and i8 %m, 3
  %is4 = icmp ne i8 %fourth, 0
  %any4 = or i1 %last, %is4
  br i1 %any4, label %both, label %end
both:
  ret i8 %fourth
end:
  ret i8 0
}
define void @g() unnamed_addr addrspace(1) noinline {
start:
  store volatile i8 1, ptr @table
  ret void
}
;; (r0 r1) -> 1
;; b0: start
;;   r2 = load [@other+0]
;;   store [@other+0], r0
;;   if r0 == r1 then b5 else b6
;; b1: called
;;   r7 = load [@other+0]
;;   call @g
;;   if r0 == r1 then b5 else b7
;; b2: shown
;;   r11 = load volatile [@other+0]
;;   if r0 == r1 then b5 else b8
;; b3: used
;;   r15 = r1 and $03
;;   if (r0 == r1) or (not (r15 == $00)) then b4 else b5
;; b4: both
;;   ret r15
;; b5: end
;;   ret $00
;; b6: start.second
;;   r3 = r2 and $49
;;   if not (r3 == $00) then b5 else b1
;; b7: called.second
;;   r8 = r7 and $49
;;   if not (r8 == $00) then b5 else b2
;; b8: shown.second
;;   r12 = r11 and $49
;;   if not (r12 == $00) then b5 else b3
