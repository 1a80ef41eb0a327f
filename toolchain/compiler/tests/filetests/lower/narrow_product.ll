; test lower
; A product of which only the low byte is read is one of bytes.
define i8 @f(i32 %n) unnamed_addr addrspace(1) {
  %q = mul i32 %n, 246
  %r = add i32 %q, 48
  %b = trunc i32 %r to i8
  ret i8 %b
}
;; (r0 r1 r2 r3) -> 1
;; b0: 0
;;   r4:a = call __mul8 r0:a $f6:x
;;   r8 = r4 + $30
;;   ret r8
