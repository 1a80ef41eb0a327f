; test parse
; Blocks without names, phis and switches.
define i8 @f(i16 %a) unnamed_addr addrspace(1) {
  switch i16 %a, label %2 [
    i16 -1, label %4
    i16 500, label %3
  ]
2:
  br label %4
3:
  br label %4
4:
  %r = phi i8 [ 1, %0 ], [ 2, %2 ], [ 3, %3 ]
  ret i8 %r
}
;; define i8 @f(i16 %a) {
;; 0:
;;   switch i16 %a, label %2 [
;;     i16 -1, label %4
;;     i16 500, label %3
;;   ]
;;
;; 2:
;;   br label %4
;;
;; 3:
;;   br label %4
;;
;; 4:
;;   %r = phi i8 [ 1, %0 ], [ 2, %2 ], [ 3, %3 ]
;;   ret i8 %r
;; }
