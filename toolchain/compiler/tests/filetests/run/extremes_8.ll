; test run
; Unsigned minimum and signed maximum of 8 bits.
; run: f(0, 0) == (0, 0)
; run: f(128, 127) == (127, 127)
; run: f(127, 128) == (127, 127)
; run: f(128, 0) == (0, 0)
; run: f(0, 128) == (0, 0)
; run: f(255, 0) == (0, 0)
; run: f(0, 255) == (0, 0)
; run: f(255, 1) == (1, 1)
; run: f(255, 128) == (128, 255)
; run: f(5, 6) == (5, 6)

define { i8, i8 } @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %umin = call addrspace(1) i8 @llvm.umin.i8(i8 %a, i8 %b)
  %smax = call addrspace(1) i8 @llvm.smax.i8(i8 %a, i8 %b)
  %pack0 = insertvalue { i8, i8 } poison, i8 %umin, 0
  %pack1 = insertvalue { i8, i8 } %pack0, i8 %smax, 1
  ret { i8, i8 } %pack1
}
declare i8 @llvm.umin.i8(i8, i8) addrspace(1)
declare i8 @llvm.smax.i8(i8, i8) addrspace(1)
