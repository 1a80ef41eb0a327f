; test asm
; An index into an object of at most 255 bytes is a byte, whatever its type.
@table = internal global [200 x i8] zeroinitializer, align 1
define i8 @f(i16 %n) unnamed_addr addrspace(1) {
  %p = getelementptr inbounds nuw i8, ptr @table, i16 %n
  %v = load i8, ptr %p, align 1
  ret i8 %v
}
;; f:
;; .0:
;;   tax
;;   lda table,x
;;   rts
