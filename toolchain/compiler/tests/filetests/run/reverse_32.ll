; test run
; Bits of 32 in reverse.
; run: f(0) == 0
; run: f(1) == 2147483648
; run: f(4294967295) == 4294967295
; run: f(2147483648) == 1
; run: f(11206848) == 50386176
; run: f(3337155269) == 2739869539

define i32 @f(i32 %a) unnamed_addr addrspace(1) {
  %r = call addrspace(1) i32 @llvm.bitreverse.i32(i32 %a)
  ret i32 %r
}
declare i32 @llvm.bitreverse.i32(i32) addrspace(1)
