; test run
; `ucmp` and `scmp` of 32 bits.
; run: f(0, 0) == (0, 0)
; run: f(2147483648, 2147483647) == (1, 255)
; run: f(2147483647, 2147483648) == (255, 1)
; run: f(2147483648, 0) == (1, 255)
; run: f(0, 2147483648) == (255, 1)
; run: f(4294967295, 0) == (1, 255)
; run: f(0, 4294967295) == (255, 1)
; run: f(4294967295, 1) == (1, 255)
; run: f(4294967295, 2147483648) == (1, 1)
; run: f(5, 16777221) == (255, 255)

define { i8, i8 } @f(i32 %a, i32 %b) unnamed_addr addrspace(1) {
  %x = call addrspace(1) i8 @llvm.ucmp.i8.i32(i32 %a, i32 %b)
  %y = call addrspace(1) i8 @llvm.scmp.i8.i32(i32 %a, i32 %b)
  %pack0 = insertvalue { i8, i8 } poison, i8 %x, 0
  %pack1 = insertvalue { i8, i8 } %pack0, i8 %y, 1
  ret { i8, i8 } %pack1
}
declare i8 @llvm.ucmp.i8.i32(i32, i32) addrspace(1)
declare i8 @llvm.scmp.i8.i32(i32, i32) addrspace(1)
