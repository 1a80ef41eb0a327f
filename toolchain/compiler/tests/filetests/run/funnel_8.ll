; test run
; Funnel shifts of two values of 8 bits by a variable.
; run: f(197, 241, 0) == (197, 241)
; run: f(197, 241, 1) == (139, 248)
; run: f(197, 241, 7) == (248, 139)
; run: f(197, 241, 7) == (248, 139)
; run: f(197, 241, 8) == (197, 241)

define { i8, i8 } @f(i8 %a, i8 %b, i8 %n) unnamed_addr addrspace(1) {
  %l = call addrspace(1) i8 @llvm.fshl.i8(i8 %a, i8 %b, i8 %n)
  %r = call addrspace(1) i8 @llvm.fshr.i8(i8 %a, i8 %b, i8 %n)
  %pack0 = insertvalue { i8, i8 } poison, i8 %l, 0
  %pack1 = insertvalue { i8, i8 } %pack0, i8 %r, 1
  ret { i8, i8 } %pack1
}
declare i8 @llvm.fshl.i8(i8, i8, i8) addrspace(1)
declare i8 @llvm.fshr.i8(i8, i8, i8) addrspace(1)
