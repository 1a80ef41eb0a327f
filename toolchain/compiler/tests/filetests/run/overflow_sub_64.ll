; test run
; `sub` of 64 bits with unsigned and signed overflow.
; run: f(0, 1) == (18446744073709551615, 1, 0)
; run: f(1, 18446744073709551615) == (2, 1, 0)
; run: f(9223372036854775807, 1) == (9223372036854775806, 0, 0)
; run: f(9223372036854775808, 18446744073709551615) == (9223372036854775809, 1, 0)
; run: f(12345678901234567890, 70000) == (12345678901234497890, 0, 0)
; run: f(283686952306183, 81985529216486895) == (18365042231445370904, 1, 0)
; run: f(9223372036854775808, 9223372036854775808) == (0, 0, 0)
; run: f(16, 1152921504606846976) == (17293822569102704656, 1, 0)

define { i64, i1, i1 } @f(i64 %a, i64 %b) unnamed_addr addrspace(1) {
  %u = call addrspace(1) { i64, i1 } @llvm.usub.with.overflow.i64(i64 %a, i64 %b)
  %uo = extractvalue { i64, i1 } %u, 1
  %s = call addrspace(1) { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %a, i64 %b)
  %so = extractvalue { i64, i1 } %s, 1
  %v = extractvalue { i64, i1 } %u, 0
  %pack0 = insertvalue { i64, i1, i1 } poison, i64 %v, 0
  %pack1 = insertvalue { i64, i1, i1 } %pack0, i1 %uo, 1
  %pack2 = insertvalue { i64, i1, i1 } %pack1, i1 %so, 2
  ret { i64, i1, i1 } %pack2
}
declare { i64, i1 } @llvm.usub.with.overflow.i64(i64, i64) addrspace(1)
declare { i64, i1 } @llvm.ssub.with.overflow.i64(i64, i64) addrspace(1)
