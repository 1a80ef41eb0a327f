; test run
; Rotations of 8 bits: left by a variable, right by one, left by 5.
; run: f(197, 0) == 92
; run: f(197, 1) == 184
; run: f(197, 7) == 46
; run: f(197, 7) == 46
; run: f(197, 8) == 92
; run: f(197, 11) == 226

define i8 @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %l = call addrspace(1) i8 @llvm.fshl.i8(i8 %a, i8 %a, i8 %b)
  %r = call addrspace(1) i8 @llvm.fshr.i8(i8 %l, i8 %l, i8 1)
  %s = call addrspace(1) i8 @llvm.fshl.i8(i8 %r, i8 %r, i8 5)
  ret i8 %s
}
declare i8 @llvm.fshl.i8(i8, i8, i8) addrspace(1)
declare i8 @llvm.fshr.i8(i8, i8, i8) addrspace(1)
