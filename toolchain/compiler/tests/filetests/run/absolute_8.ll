; test run
; Absolute values of 8 bits; the smallest number stays.
; run: f(0) == 0
; run: f(1) == 1
; run: f(255) == 1
; run: f(128) == 128
; run: f(192) == 64
; run: f(197) == 59

define i8 @f(i8 %a) unnamed_addr addrspace(1) {
  %r = call addrspace(1) i8 @llvm.abs.i8(i8 %a, i1 false)
  ret i8 %r
}
declare i8 @llvm.abs.i8(i8, i1) addrspace(1)
