; test run
; `ucmp` and `scmp` of 8 bits.
; run: f(0, 0) == (0, 0)
; run: f(128, 127) == (1, 255)
; run: f(127, 128) == (255, 1)
; run: f(128, 0) == (1, 255)
; run: f(0, 128) == (255, 1)
; run: f(255, 0) == (1, 255)
; run: f(0, 255) == (255, 1)
; run: f(255, 1) == (1, 255)
; run: f(255, 128) == (1, 1)
; run: f(5, 6) == (255, 255)

define { i8, i8 } @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %x = call addrspace(1) i8 @llvm.ucmp.i8.i8(i8 %a, i8 %b)
  %y = call addrspace(1) i8 @llvm.scmp.i8.i8(i8 %a, i8 %b)
  %pack0 = insertvalue { i8, i8 } poison, i8 %x, 0
  %pack1 = insertvalue { i8, i8 } %pack0, i8 %y, 1
  ret { i8, i8 } %pack1
}
declare i8 @llvm.ucmp.i8.i8(i8, i8) addrspace(1)
declare i8 @llvm.scmp.i8.i8(i8, i8) addrspace(1)
