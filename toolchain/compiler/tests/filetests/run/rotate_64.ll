; test run
; Rotations of 64 bits: left by a variable, right by one, left by 33.
; run: f(11329748732295574213, 0) == 14332972744666995313
; run: f(11329748732295574213, 1) == 10219201415624439011
; run: f(11329748732295574213, 7) == 8392848020129790179
; run: f(11329748732295574213, 63) == 16389858409188273464
; run: f(11329748732295574213, 64) == 14332972744666995313
; run: f(11329748732295574213, 67) == 3983317515078652814

define i64 @f(i64 %a, i64 %b) unnamed_addr addrspace(1) {
  %l = call addrspace(1) i64 @llvm.fshl.i64(i64 %a, i64 %a, i64 %b)
  %r = call addrspace(1) i64 @llvm.fshr.i64(i64 %l, i64 %l, i64 1)
  %s = call addrspace(1) i64 @llvm.fshl.i64(i64 %r, i64 %r, i64 33)
  ret i64 %s
}
declare i64 @llvm.fshl.i64(i64, i64, i64) addrspace(1)
declare i64 @llvm.fshr.i64(i64, i64, i64) addrspace(1)
