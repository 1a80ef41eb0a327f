; test run
; Saturating unsigned sum and difference of 32 bits.
; run: f(0, 1) == (1, 0)
; run: f(1, 4294967295) == (4294967295, 0)
; run: f(2147483647, 1) == (2147483648, 2147483646)
; run: f(2147483648, 4294967295) == (4294967295, 0)
; run: f(3000000000, 70000) == (3000070000, 2999930000)
; run: f(66051, 305419896) == (305485947, 0)
; run: f(2147483648, 2147483648) == (4294967295, 0)
; run: f(2147483647, 4294967295) == (4294967295, 0)

define { i32, i32 } @f(i32 %a, i32 %b) unnamed_addr addrspace(1) {
  %x = call addrspace(1) i32 @llvm.uadd.sat.i32(i32 %a, i32 %b)
  %y = call addrspace(1) i32 @llvm.usub.sat.i32(i32 %a, i32 %b)
  %pack0 = insertvalue { i32, i32 } poison, i32 %x, 0
  %pack1 = insertvalue { i32, i32 } %pack0, i32 %y, 1
  ret { i32, i32 } %pack1
}
declare i32 @llvm.uadd.sat.i32(i32, i32) addrspace(1)
declare i32 @llvm.usub.sat.i32(i32, i32) addrspace(1)
