; test run
; Ones, leading and trailing zeros of 64 bits; a zero has 64.
; run: f(0) == (0, 64, 64)
; run: f(1) == (1, 63, 0)
; run: f(18446744073709551615) == (64, 0, 0)
; run: f(9223372036854775808) == (1, 0, 63)
; run: f(5124093563830464) == (16, 11, 6)
; run: f(11329748732295574213) == (35, 0, 0)

define { i8, i8, i8 } @f(i64 %a) unnamed_addr addrspace(1) {
  %ctpopw = call addrspace(1) i64 @llvm.ctpop.i64(i64 %a)
  %ctpop = trunc i64 %ctpopw to i8
  %ctlzw = call addrspace(1) i64 @llvm.ctlz.i64(i64 %a, i1 false)
  %ctlz = trunc i64 %ctlzw to i8
  %cttzw = call addrspace(1) i64 @llvm.cttz.i64(i64 %a, i1 false)
  %cttz = trunc i64 %cttzw to i8
  %pack0 = insertvalue { i8, i8, i8 } poison, i8 %ctpop, 0
  %pack1 = insertvalue { i8, i8, i8 } %pack0, i8 %ctlz, 1
  %pack2 = insertvalue { i8, i8, i8 } %pack1, i8 %cttz, 2
  ret { i8, i8, i8 } %pack2
}
declare i64 @llvm.ctpop.i64(i64) addrspace(1)
declare i64 @llvm.ctlz.i64(i64, i1) addrspace(1)
declare i64 @llvm.cttz.i64(i64, i1) addrspace(1)
