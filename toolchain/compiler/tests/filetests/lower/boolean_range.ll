; test lower
; A byte known to be 0 or 1 is a boolean as it is.
@b = internal global i8 0, align 1
define i8 @f() unnamed_addr addrspace(1) {
start:
  %b = load i8, ptr @b, align 1, !range !0
  %c = trunc i8 %b to i1
  br i1 %c, label %yes, label %no
yes:
  ret i8 3
no:
  ret i8 4
}
!0 = !{i8 0, i8 2}
;; () -> 1
;; b0: start
;;   if not ([@b+0] == $00) then b1 else b2
;; b1: yes
;;   ret $03
;; b2: no
;;   ret $04
