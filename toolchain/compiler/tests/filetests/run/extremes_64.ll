; test run
; Unsigned minimum and signed maximum of 64 bits.
; run: f(0, 0) == (0, 0)
; run: f(9223372036854775808, 9223372036854775807) == (9223372036854775807, 9223372036854775807)
; run: f(9223372036854775807, 9223372036854775808) == (9223372036854775807, 9223372036854775807)
; run: f(9223372036854775808, 0) == (0, 0)
; run: f(0, 9223372036854775808) == (0, 0)
; run: f(18446744073709551615, 0) == (0, 0)
; run: f(0, 18446744073709551615) == (0, 0)
; run: f(18446744073709551615, 1) == (1, 1)
; run: f(18446744073709551615, 9223372036854775808) == (9223372036854775808, 18446744073709551615)
; run: f(5, 72057594037927941) == (5, 72057594037927941)

define { i64, i64 } @f(i64 %a, i64 %b) unnamed_addr addrspace(1) {
  %umin = call addrspace(1) i64 @llvm.umin.i64(i64 %a, i64 %b)
  %smax = call addrspace(1) i64 @llvm.smax.i64(i64 %a, i64 %b)
  %pack0 = insertvalue { i64, i64 } poison, i64 %umin, 0
  %pack1 = insertvalue { i64, i64 } %pack0, i64 %smax, 1
  ret { i64, i64 } %pack1
}
declare i64 @llvm.umin.i64(i64, i64) addrspace(1)
declare i64 @llvm.smax.i64(i64, i64) addrspace(1)
