; test run
; Bytes of 32 bits in reverse.
; run: f(0) == 0
; run: f(1) == 16777216
; run: f(4294967295) == 4294967295
; run: f(2147483648) == 128
; run: f(11206848) == 3221269248
; run: f(3337155269) == 3321030854

define i32 @f(i32 %a) unnamed_addr addrspace(1) {
  %r = call addrspace(1) i32 @llvm.bswap.i32(i32 %a)
  ret i32 %r
}
declare i32 @llvm.bswap.i32(i32) addrspace(1)
