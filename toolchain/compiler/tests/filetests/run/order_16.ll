; test run
; `ucmp` and `scmp` of 16 bits.
; run: f(0, 0) == (0, 0)
; run: f(32768, 32767) == (1, 255)
; run: f(32767, 32768) == (255, 1)
; run: f(32768, 0) == (1, 255)
; run: f(0, 32768) == (255, 1)
; run: f(65535, 0) == (1, 255)
; run: f(0, 65535) == (255, 1)
; run: f(65535, 1) == (1, 255)
; run: f(65535, 32768) == (1, 1)
; run: f(5, 261) == (255, 255)

define { i8, i8 } @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
  %x = call addrspace(1) i8 @llvm.ucmp.i8.i16(i16 %a, i16 %b)
  %y = call addrspace(1) i8 @llvm.scmp.i8.i16(i16 %a, i16 %b)
  %pack0 = insertvalue { i8, i8 } poison, i8 %x, 0
  %pack1 = insertvalue { i8, i8 } %pack0, i8 %y, 1
  ret { i8, i8 } %pack1
}
declare i8 @llvm.ucmp.i8.i16(i16, i16) addrspace(1)
declare i8 @llvm.scmp.i8.i16(i16, i16) addrspace(1)
