; test run
; Ones, leading and trailing zeros of 16 bits; a zero has 16.
; run: f(0) == (0, 16, 16)
; run: f(1) == (1, 15, 0)
; run: f(65535) == (16, 0, 0)
; run: f(32768) == (1, 0, 15)
; run: f(192) == (2, 8, 6)
; run: f(62149) == (9, 0, 0)

define { i8, i8, i8 } @f(i16 %a) unnamed_addr addrspace(1) {
  %ctpopw = call addrspace(1) i16 @llvm.ctpop.i16(i16 %a)
  %ctpop = trunc i16 %ctpopw to i8
  %ctlzw = call addrspace(1) i16 @llvm.ctlz.i16(i16 %a, i1 false)
  %ctlz = trunc i16 %ctlzw to i8
  %cttzw = call addrspace(1) i16 @llvm.cttz.i16(i16 %a, i1 false)
  %cttz = trunc i16 %cttzw to i8
  %pack0 = insertvalue { i8, i8, i8 } poison, i8 %ctpop, 0
  %pack1 = insertvalue { i8, i8, i8 } %pack0, i8 %ctlz, 1
  %pack2 = insertvalue { i8, i8, i8 } %pack1, i8 %cttz, 2
  ret { i8, i8, i8 } %pack2
}
declare i16 @llvm.ctpop.i16(i16) addrspace(1)
declare i16 @llvm.ctlz.i16(i16, i1) addrspace(1)
declare i16 @llvm.cttz.i16(i16, i1) addrspace(1)
