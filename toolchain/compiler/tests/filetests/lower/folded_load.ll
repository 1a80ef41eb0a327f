; test lower
; A load moves into the operation that reads it, but not past a store that may change it.
@a = internal global i8 1, align 1
@b = internal global i8 2, align 1
define i8 @f(i8 %n) unnamed_addr addrspace(1) {
  %x = load i8, ptr @a, align 1
  %y = load i8, ptr @b, align 1
  store i8 %n, ptr @b, align 1
  %s = add i8 %n, %x
  %t = add i8 %s, %y
  ret i8 %t
}
;; (r0) -> 1
;; b0: 0
;;   r2 = load [@b+0]
;;   store [@b+0], r0
;;   r3 = r0 + [@a+0]
;;   r4 = r3 + r2
;;   ret r4
