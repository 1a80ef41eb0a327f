; test run
; Unsigned minimum and signed maximum of 16 bits.
; run: f(0, 0) == (0, 0)
; run: f(32768, 32767) == (32767, 32767)
; run: f(32767, 32768) == (32767, 32767)
; run: f(32768, 0) == (0, 0)
; run: f(0, 32768) == (0, 0)
; run: f(65535, 0) == (0, 0)
; run: f(0, 65535) == (0, 0)
; run: f(65535, 1) == (1, 1)
; run: f(65535, 32768) == (32768, 65535)
; run: f(5, 261) == (5, 261)

define { i16, i16 } @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
  %umin = call addrspace(1) i16 @llvm.umin.i16(i16 %a, i16 %b)
  %smax = call addrspace(1) i16 @llvm.smax.i16(i16 %a, i16 %b)
  %pack0 = insertvalue { i16, i16 } poison, i16 %umin, 0
  %pack1 = insertvalue { i16, i16 } %pack0, i16 %smax, 1
  ret { i16, i16 } %pack1
}
declare i16 @llvm.umin.i16(i16, i16) addrspace(1)
declare i16 @llvm.smax.i16(i16, i16) addrspace(1)
