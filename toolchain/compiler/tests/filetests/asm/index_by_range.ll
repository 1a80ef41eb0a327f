; test asm
; An index below 256 by its range goes into X or Y; no pointer is computed.
@table = internal global [300 x i8] zeroinitializer, align 1
define i8 @f(i16 %n) unnamed_addr addrspace(1) {
  %i = and i16 %n, 127
  %p = getelementptr inbounds nuw i8, ptr @table, i16 %i
  %v = load i8, ptr %p, align 1
  ret i8 %v
}
;; f:
;; .0:
;;   and #$7F
;;   tax
;;   lda table,x
;;   rts
