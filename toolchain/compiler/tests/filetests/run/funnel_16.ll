; test run
; Funnel shifts of two values of 16 bits by a variable.
; run: f(62149, 57073, 0) == (62149, 57073)
; run: f(62149, 57073, 1) == (58763, 61304)
; run: f(62149, 57073, 7) == (25327, 35773)
; run: f(62149, 57073, 15) == (61304, 58763)
; run: f(62149, 57073, 16) == (62149, 57073)

define { i16, i16 } @f(i16 %a, i16 %b, i16 %n) unnamed_addr addrspace(1) {
  %l = call addrspace(1) i16 @llvm.fshl.i16(i16 %a, i16 %b, i16 %n)
  %r = call addrspace(1) i16 @llvm.fshr.i16(i16 %a, i16 %b, i16 %n)
  %pack0 = insertvalue { i16, i16 } poison, i16 %l, 0
  %pack1 = insertvalue { i16, i16 } %pack0, i16 %r, 1
  ret { i16, i16 } %pack1
}
declare i16 @llvm.fshl.i16(i16, i16, i16) addrspace(1)
declare i16 @llvm.fshr.i16(i16, i16, i16) addrspace(1)
