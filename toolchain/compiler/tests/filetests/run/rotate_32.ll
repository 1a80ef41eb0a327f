; test run
; Rotations of 32 bits: left by a variable, right by one, left by 17.
; run: f(3337155269, 0) == 4073047784
; run: f(3337155269, 1) == 3851128273
; run: f(3337155269, 7) == 1659073657
; run: f(3337155269, 31) == 2036523892
; run: f(3337155269, 32) == 4073047784
; run: f(3337155269, 35) == 2519611207

define i32 @f(i32 %a, i32 %b) unnamed_addr addrspace(1) {
  %l = call addrspace(1) i32 @llvm.fshl.i32(i32 %a, i32 %a, i32 %b)
  %r = call addrspace(1) i32 @llvm.fshr.i32(i32 %l, i32 %l, i32 1)
  %s = call addrspace(1) i32 @llvm.fshl.i32(i32 %r, i32 %r, i32 17)
  ret i32 %s
}
declare i32 @llvm.fshl.i32(i32, i32, i32) addrspace(1)
declare i32 @llvm.fshr.i32(i32, i32, i32) addrspace(1)
