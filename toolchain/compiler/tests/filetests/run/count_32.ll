; test run
; Ones, leading and trailing zeros of 32 bits; a zero has 32.
; run: f(0) == (0, 32, 32)
; run: f(1) == (1, 31, 0)
; run: f(4294967295) == (32, 0, 0)
; run: f(2147483648) == (1, 0, 31)
; run: f(11206848) == (7, 8, 6)
; run: f(3337155269) == (17, 0, 0)

define { i8, i8, i8 } @f(i32 %a) unnamed_addr addrspace(1) {
  %ctpopw = call addrspace(1) i32 @llvm.ctpop.i32(i32 %a)
  %ctpop = trunc i32 %ctpopw to i8
  %ctlzw = call addrspace(1) i32 @llvm.ctlz.i32(i32 %a, i1 false)
  %ctlz = trunc i32 %ctlzw to i8
  %cttzw = call addrspace(1) i32 @llvm.cttz.i32(i32 %a, i1 false)
  %cttz = trunc i32 %cttzw to i8
  %pack0 = insertvalue { i8, i8, i8 } poison, i8 %ctpop, 0
  %pack1 = insertvalue { i8, i8, i8 } %pack0, i8 %ctlz, 1
  %pack2 = insertvalue { i8, i8, i8 } %pack1, i8 %cttz, 2
  ret { i8, i8, i8 } %pack2
}
declare i32 @llvm.ctpop.i32(i32) addrspace(1)
declare i32 @llvm.ctlz.i32(i32, i1) addrspace(1)
declare i32 @llvm.cttz.i32(i32, i1) addrspace(1)
