; test run
; Rotations of 16 bits: left by a variable, right by one, left by 9.
; run: f(62149, 0) == 50674
; run: f(62149, 1) == 35813
; run: f(62149, 7) == 63842
; run: f(62149, 15) == 25337
; run: f(62149, 16) == 50674
; run: f(62149, 19) == 12182

define i16 @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
  %l = call addrspace(1) i16 @llvm.fshl.i16(i16 %a, i16 %a, i16 %b)
  %r = call addrspace(1) i16 @llvm.fshr.i16(i16 %l, i16 %l, i16 1)
  %s = call addrspace(1) i16 @llvm.fshl.i16(i16 %r, i16 %r, i16 9)
  ret i16 %s
}
declare i16 @llvm.fshl.i16(i16, i16, i16) addrspace(1)
declare i16 @llvm.fshr.i16(i16, i16, i16) addrspace(1)
