; test run
; Saturating unsigned sum and difference of 64 bits.
; run: f(0, 1) == (1, 0)
; run: f(1, 18446744073709551615) == (18446744073709551615, 0)
; run: f(9223372036854775807, 1) == (9223372036854775808, 9223372036854775806)
; run: f(9223372036854775808, 18446744073709551615) == (18446744073709551615, 0)
; run: f(12345678901234567890, 70000) == (12345678901234637890, 12345678901234497890)
; run: f(283686952306183, 81985529216486895) == (82269216168793078, 0)
; run: f(9223372036854775808, 9223372036854775808) == (18446744073709551615, 0)
; run: f(9223372036854775807, 18446744073709551615) == (18446744073709551615, 0)

define { i64, i64 } @f(i64 %a, i64 %b) unnamed_addr addrspace(1) {
  %x = call addrspace(1) i64 @llvm.uadd.sat.i64(i64 %a, i64 %b)
  %y = call addrspace(1) i64 @llvm.usub.sat.i64(i64 %a, i64 %b)
  %pack0 = insertvalue { i64, i64 } poison, i64 %x, 0
  %pack1 = insertvalue { i64, i64 } %pack0, i64 %y, 1
  ret { i64, i64 } %pack1
}
declare i64 @llvm.uadd.sat.i64(i64, i64) addrspace(1)
declare i64 @llvm.usub.sat.i64(i64, i64) addrspace(1)
