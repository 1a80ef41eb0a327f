; test run
; Bits of 64 in reverse.
; run: f(0) == 0
; run: f(1) == 9223372036854775808
; run: f(18446744073709551615) == 18446744073709551615
; run: f(9223372036854775808) == 1
; run: f(5124093563830464) == 216406979871787008
; run: f(11329748732295574213) == 11767650067699915961

define i64 @f(i64 %a) unnamed_addr addrspace(1) {
  %r = call addrspace(1) i64 @llvm.bitreverse.i64(i64 %a)
  ret i64 %r
}
declare i64 @llvm.bitreverse.i64(i64) addrspace(1)
