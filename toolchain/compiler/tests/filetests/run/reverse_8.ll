; test run
; Bits of 8 in reverse.
; run: f(0) == 0
; run: f(1) == 128
; run: f(255) == 255
; run: f(128) == 1
; run: f(192) == 3
; run: f(197) == 163

define i8 @f(i8 %a) unnamed_addr addrspace(1) {
  %r = call addrspace(1) i8 @llvm.bitreverse.i8(i8 %a)
  ret i8 %r
}
declare i8 @llvm.bitreverse.i8(i8) addrspace(1)
