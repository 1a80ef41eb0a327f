; test run
; Bytes of 64 bits in reverse.
; run: f(0) == 0
; run: f(1) == 72057594037927936
; run: f(18446744073709551615) == 18446744073709551615
; run: f(9223372036854775808) == 128
; run: f(5124093563830464) == 13835246073216766464
; run: f(11329748732295574213) == 14263718908838689693

define i64 @f(i64 %a) unnamed_addr addrspace(1) {
  %r = call addrspace(1) i64 @llvm.bswap.i64(i64 %a)
  ret i64 %r
}
declare i64 @llvm.bswap.i64(i64) addrspace(1)
