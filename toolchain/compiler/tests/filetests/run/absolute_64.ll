; test run
; Absolute values of 64 bits; the smallest number stays.
; run: f(0) == 0
; run: f(1) == 1
; run: f(18446744073709551615) == 1
; run: f(9223372036854775808) == 9223372036854775808
; run: f(5124093563830464) == 5124093563830464
; run: f(11329748732295574213) == 7116995341413977403

define i64 @f(i64 %a) unnamed_addr addrspace(1) {
  %r = call addrspace(1) i64 @llvm.abs.i64(i64 %a, i1 false)
  ret i64 %r
}
declare i64 @llvm.abs.i64(i64, i1) addrspace(1)
