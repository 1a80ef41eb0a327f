; test run
; `add` of 8 bits with unsigned and signed overflow.
; run: f(0, 1) == (1, 0, 0)
; run: f(1, 255) == (0, 1, 0)
; run: f(127, 1) == (128, 0, 1)
; run: f(128, 255) == (127, 1, 1)
; run: f(200, 7) == (207, 0, 0)
; run: f(85, 170) == (255, 0, 0)
; run: f(128, 128) == (0, 1, 1)
; run: f(16, 16) == (32, 0, 0)

define { i8, i1, i1 } @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %u = call addrspace(1) { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %a, i8 %b)
  %uo = extractvalue { i8, i1 } %u, 1
  %s = call addrspace(1) { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %a, i8 %b)
  %so = extractvalue { i8, i1 } %s, 1
  %v = extractvalue { i8, i1 } %u, 0
  %pack0 = insertvalue { i8, i1, i1 } poison, i8 %v, 0
  %pack1 = insertvalue { i8, i1, i1 } %pack0, i1 %uo, 1
  %pack2 = insertvalue { i8, i1, i1 } %pack1, i1 %so, 2
  ret { i8, i1, i1 } %pack2
}
declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8, i8) addrspace(1)
declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8) addrspace(1)
