; test lower
; A load from an external variable does not move over a store to a number, which may be its address.
@chrin = external global i8, align 1
define i8 @f(i8 %x) unnamed_addr addrspace(1) {
  %v = load i8, ptr @chrin, align 1
  store i8 %x, ptr inttoptr (i16 -49 to ptr), align 1
  %s = add i8 %x, %v
  ret i8 %s
}
;; (r0) -> 1
;; b0: 0
;;   r1 = load [@chrin+0]
;;   store [$ffcf], r0
;;   r2 = r0 + r1
;;   ret r2
