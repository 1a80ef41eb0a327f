; test lower
; What a flag or metadata says of a number does not hold of one that is frozen: it may be any. What its operation says does.
@n = internal global i8 0, align 1
define void @f(i8 %x) unnamed_addr addrspace(1) {
  %sum = add nuw i8 %x, 5
  %any = freeze i8 %sum
  %a = icmp ult i8 %any, 5
  %ab = zext i1 %a to i8
  store volatile i8 %ab, ptr @n, align 1
  %load = load i8, ptr @n, align 1, !range !0
  %some = freeze i8 %load
  %b = icmp ult i8 %some, 5
  %bb = zext i1 %b to i8
  store volatile i8 %bb, ptr @n, align 1
  %low = and i8 %sum, 7
  %few = freeze i8 %low
  %c = icmp ult i8 %few, 8
  %cb = zext i1 %c to i8
  store volatile i8 %cb, ptr @n, align 1
  %d = icmp ult i8 %sum, 5
  %db = zext i1 %d to i8
  store volatile i8 %db, ptr @n, align 1
  ret void
}
!0 = !{i8 0, i8 4}
;; (r0) -> 0
;; b0: 0
;;   r1 = r0 + $05
;;   r2 = r1 < $05
;;   store volatile [@n+0], r2
;;   r4 = [@n+0] < $05
;;   store volatile [@n+0], r4
;;   store volatile [@n+0], $01
;;   store volatile [@n+0], $00
;;   ret
