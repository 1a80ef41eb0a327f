; test run
; Saturating signed sum and difference of 16 bits.
; run: f(0, 1) == (1, 65535)
; run: f(1, 65535) == (0, 2)
; run: f(32767, 1) == (32767, 32766)
; run: f(32768, 65535) == (32768, 32769)
; run: f(50000, 7) == (50007, 49993)
; run: f(258, 4660) == (4918, 61134)
; run: f(32768, 32768) == (32768, 0)
; run: f(32767, 65535) == (32766, 32767)

define { i16, i16 } @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
  %x = call addrspace(1) i16 @llvm.sadd.sat.i16(i16 %a, i16 %b)
  %y = call addrspace(1) i16 @llvm.ssub.sat.i16(i16 %a, i16 %b)
  %pack0 = insertvalue { i16, i16 } poison, i16 %x, 0
  %pack1 = insertvalue { i16, i16 } %pack0, i16 %y, 1
  ret { i16, i16 } %pack1
}
declare i16 @llvm.sadd.sat.i16(i16, i16) addrspace(1)
declare i16 @llvm.ssub.sat.i16(i16, i16) addrspace(1)
