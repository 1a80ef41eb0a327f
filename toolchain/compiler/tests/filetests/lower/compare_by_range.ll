; test lower
; Comparisons that the ranges of both sides decide take no code; those that they do not, and those of signed numbers, do.
@t = internal global i8 0, align 1
define void @f(i8 %x, i8 %y) unnamed_addr addrspace(1) {
  %low = and i8 %x, 7
  %high = or i8 %y, 8
  %below = icmp ult i8 %low, %high
  %b = zext i1 %below to i8
  store volatile i8 %b, ptr @t, align 1
  %equal = icmp eq i8 %low, %high
  %e = zext i1 %equal to i8
  store volatile i8 %e, ptr @t, align 1
  %above = icmp ugt i8 %low, %high
  %a = zext i1 %above to i8
  store volatile i8 %a, ptr @t, align 1
  %open = icmp ult i8 %low, 7
  %o = zext i1 %open to i8
  store volatile i8 %o, ptr @t, align 1
  %signed = icmp slt i8 %low, %high
  %s = zext i1 %signed to i8
  store volatile i8 %s, ptr @t, align 1
  ret void
}
;; (r0 r1) -> 0
;; b0: 0
;;   r2 = r0 and $07
;;   r3 = r1 or $08
;;   store volatile [@t+0], $01
;;   store volatile [@t+0], $00
;;   store volatile [@t+0], $00
;;   r4 = r2 < $07
;;   store volatile [@t+0], r4
;;   r5 = r2 <s r3
;;   store volatile [@t+0], r5
;;   ret
