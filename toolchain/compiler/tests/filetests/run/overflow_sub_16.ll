; test run
; `sub` of 16 bits with unsigned and signed overflow.
; run: f(0, 1) == (65535, 1, 0)
; run: f(1, 65535) == (2, 1, 0)
; run: f(32767, 1) == (32766, 0, 0)
; run: f(32768, 65535) == (32769, 1, 0)
; run: f(50000, 7) == (49993, 0, 0)
; run: f(258, 4660) == (61134, 1, 0)
; run: f(32768, 32768) == (0, 0, 0)
; run: f(16, 4096) == (61456, 1, 0)

define { i16, i1, i1 } @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
  %u = call addrspace(1) { i16, i1 } @llvm.usub.with.overflow.i16(i16 %a, i16 %b)
  %uo = extractvalue { i16, i1 } %u, 1
  %s = call addrspace(1) { i16, i1 } @llvm.ssub.with.overflow.i16(i16 %a, i16 %b)
  %so = extractvalue { i16, i1 } %s, 1
  %v = extractvalue { i16, i1 } %u, 0
  %pack0 = insertvalue { i16, i1, i1 } poison, i16 %v, 0
  %pack1 = insertvalue { i16, i1, i1 } %pack0, i1 %uo, 1
  %pack2 = insertvalue { i16, i1, i1 } %pack1, i1 %so, 2
  ret { i16, i1, i1 } %pack2
}
declare { i16, i1 } @llvm.usub.with.overflow.i16(i16, i16) addrspace(1)
declare { i16, i1 } @llvm.ssub.with.overflow.i16(i16, i16) addrspace(1)
