; test run
; `ucmp` and `scmp` of 64 bits.
; run: f(0, 0) == (0, 0)
; run: f(9223372036854775808, 9223372036854775807) == (1, 255)
; run: f(9223372036854775807, 9223372036854775808) == (255, 1)
; run: f(9223372036854775808, 0) == (1, 255)
; run: f(0, 9223372036854775808) == (255, 1)
; run: f(18446744073709551615, 0) == (1, 255)
; run: f(0, 18446744073709551615) == (255, 1)
; run: f(18446744073709551615, 1) == (1, 255)
; run: f(18446744073709551615, 9223372036854775808) == (1, 1)
; run: f(5, 72057594037927941) == (255, 255)

define { i8, i8 } @f(i64 %a, i64 %b) unnamed_addr addrspace(1) {
  %x = call addrspace(1) i8 @llvm.ucmp.i8.i64(i64 %a, i64 %b)
  %y = call addrspace(1) i8 @llvm.scmp.i8.i64(i64 %a, i64 %b)
  %pack0 = insertvalue { i8, i8 } poison, i8 %x, 0
  %pack1 = insertvalue { i8, i8 } %pack0, i8 %y, 1
  ret { i8, i8 } %pack1
}
declare i8 @llvm.ucmp.i8.i64(i64, i64) addrspace(1)
declare i8 @llvm.scmp.i8.i64(i64, i64) addrspace(1)
