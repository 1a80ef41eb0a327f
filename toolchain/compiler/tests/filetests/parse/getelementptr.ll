; test parse
; Steps through types become one offset and scaled indices.
define ptr @f(ptr %p, i16 %i) unnamed_addr addrspace(1) {
  %q = getelementptr inbounds { i8, [4 x i16] }, ptr %p, i16 1, i32 1, i16 %i
  ret ptr %q
}
;; define ptr @f(ptr %p, i16 %i) {
;; 0:
;;   %q = getelementptr inbounds { [0 x i8], [2 x i8] }, ptr %p, i16 %i, i32 0, i16 10
;;   ret ptr %q
;; }
