; test error
; Only the variables that are there can be the reason.
@a = internal global [6000 x i8] zeroinitializer, section ".high", align 1
@b = internal global [3000 x i8] zeroinitializer, section ".high", align 1
@other = internal global [5000 x i8] zeroinitializer, align 1

define void @main() unnamed_addr addrspace(1) {
  store volatile i8 1, ptr @a, align 1
  store volatile i8 1, ptr @b, align 1
  store volatile i8 1, ptr @other, align 1
  ret void
}
;; the memory under the KERNAL's ROM overflows by 814 bytes: 9000 are needed, 8186 are available
;; The largest parts, each with the chain of callers that brings it in:
;;     6000 a
;;          main → a
;;     3000 b
;;          main → b
