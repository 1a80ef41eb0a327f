; test run
; Ones, leading and trailing zeros of 8 bits; a zero has 8.
; run: f(0) == (0, 8, 8)
; run: f(1) == (1, 7, 0)
; run: f(255) == (8, 0, 0)
; run: f(128) == (1, 0, 7)
; run: f(192) == (2, 0, 6)
; run: f(197) == (4, 0, 0)

define { i8, i8, i8 } @f(i8 %a) unnamed_addr addrspace(1) {
  %ctpopw = call addrspace(1) i8 @llvm.ctpop.i8(i8 %a)
  %ctpop = add i8 %ctpopw, 0
  %ctlzw = call addrspace(1) i8 @llvm.ctlz.i8(i8 %a, i1 false)
  %ctlz = add i8 %ctlzw, 0
  %cttzw = call addrspace(1) i8 @llvm.cttz.i8(i8 %a, i1 false)
  %cttz = add i8 %cttzw, 0
  %pack0 = insertvalue { i8, i8, i8 } poison, i8 %ctpop, 0
  %pack1 = insertvalue { i8, i8, i8 } %pack0, i8 %ctlz, 1
  %pack2 = insertvalue { i8, i8, i8 } %pack1, i8 %cttz, 2
  ret { i8, i8, i8 } %pack2
}
declare i8 @llvm.ctpop.i8(i8) addrspace(1)
declare i8 @llvm.ctlz.i8(i8, i1) addrspace(1)
declare i8 @llvm.cttz.i8(i8, i1) addrspace(1)
