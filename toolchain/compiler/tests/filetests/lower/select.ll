; test lower
; A select becomes a branch, and only the bytes that differ become phis.
define i16 @f(i8 %a, i16 %b) unnamed_addr addrspace(1) {
  %c = icmp eq i8 %a, 0
  %s = select i1 %c, i16 %b, i16 7
  ret i16 %s
}
;; (r0 r1 r2) -> 2
;; b0: 0
;;   if r0 == $00 then b1 else b2
;; b1: select.then
;;   jump b3
;; b2: select.else
;;   jump b3
;; b3: select
;;   r4 = phi b1: r1 b2: $07
;;   r5 = phi b1: r2 b2: $00
;;   ret r4 r5
