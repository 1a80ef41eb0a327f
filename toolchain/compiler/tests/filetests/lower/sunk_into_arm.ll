; test lower
; What only one arm needs is made there; what a later block needs of a counter is made there, too.
define i8 @f(i8 %n, i8 %m) unnamed_addr addrspace(1) {
start:
  %x = xor i8 %n, 33
  %c = icmp ult i8 %n, %m
  %r = select i1 %c, i8 %x, i8 %m
  ret i8 %r
}
;; (r0 r1) -> 1
;; b0: start
;;   if r0 < r1 then b1 else b2
;; b1: select.then
;;   r2 = r0 xor $21
;;   jump b3
;; b2: select.else
;;   jump b3
;; b3: select
;;   r4 = phi b1: r2 b2: r1
;;   ret r4
