; test run
; Absolute values of 32 bits; the smallest number stays.
; run: f(0) == 0
; run: f(1) == 1
; run: f(4294967295) == 1
; run: f(2147483648) == 2147483648
; run: f(11206848) == 11206848
; run: f(3337155269) == 957812027

define i32 @f(i32 %a) unnamed_addr addrspace(1) {
  %r = call addrspace(1) i32 @llvm.abs.i32(i32 %a, i1 false)
  ret i32 %r
}
declare i32 @llvm.abs.i32(i32, i1) addrspace(1)
