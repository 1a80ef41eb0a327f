; test run
; Saturating signed sum and difference of 8 bits.
; run: f(0, 1) == (1, 255)
; run: f(1, 255) == (0, 2)
; run: f(127, 1) == (127, 126)
; run: f(128, 255) == (128, 129)
; run: f(200, 7) == (207, 193)
; run: f(85, 170) == (255, 127)
; run: f(128, 128) == (128, 0)
; run: f(127, 255) == (126, 127)

define { i8, i8 } @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %x = call addrspace(1) i8 @llvm.sadd.sat.i8(i8 %a, i8 %b)
  %y = call addrspace(1) i8 @llvm.ssub.sat.i8(i8 %a, i8 %b)
  %pack0 = insertvalue { i8, i8 } poison, i8 %x, 0
  %pack1 = insertvalue { i8, i8 } %pack0, i8 %y, 1
  ret { i8, i8 } %pack1
}
declare i8 @llvm.sadd.sat.i8(i8, i8) addrspace(1)
declare i8 @llvm.ssub.sat.i8(i8, i8) addrspace(1)
