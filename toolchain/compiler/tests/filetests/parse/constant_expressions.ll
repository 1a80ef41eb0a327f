; test parse
; Constant expressions become a symbol and an offset, or a number.
@t = internal global [8 x i16] zeroinitializer, align 1
define i16 @f() unnamed_addr addrspace(1) {
  store volatile i8 1, ptr inttoptr (i16 -12256 to ptr), align 1
  %x = load i16, ptr getelementptr inbounds nuw (i8, ptr @t, i16 6), align 1
  %y = load i16, ptr getelementptr inbounds ([8 x i16], ptr @t, i16 0, i16 2), align 1
  %s = add i16 %x, %y
  ret i16 %s
}
;; @t = internal global [8 x i16] zeroinitializer, align 1
;;
;; define i16 @f() {
;; 0:
;;   store volatile i8 1, ptr inttoptr (i16 -12256 to ptr), align 1
;;   %x = load i16, ptr getelementptr (i8, ptr @t, i16 6), align 1
;;   %y = load i16, ptr getelementptr (i8, ptr @t, i16 4), align 1
;;   %s = add i16 %x, %y
;;   ret i16 %s
;; }
