; test run
; Unsigned minimum and signed maximum of 32 bits.
; run: f(0, 0) == (0, 0)
; run: f(2147483648, 2147483647) == (2147483647, 2147483647)
; run: f(2147483647, 2147483648) == (2147483647, 2147483647)
; run: f(2147483648, 0) == (0, 0)
; run: f(0, 2147483648) == (0, 0)
; run: f(4294967295, 0) == (0, 0)
; run: f(0, 4294967295) == (0, 0)
; run: f(4294967295, 1) == (1, 1)
; run: f(4294967295, 2147483648) == (2147483648, 4294967295)
; run: f(5, 16777221) == (5, 16777221)

define { i32, i32 } @f(i32 %a, i32 %b) unnamed_addr addrspace(1) {
  %umin = call addrspace(1) i32 @llvm.umin.i32(i32 %a, i32 %b)
  %smax = call addrspace(1) i32 @llvm.smax.i32(i32 %a, i32 %b)
  %pack0 = insertvalue { i32, i32 } poison, i32 %umin, 0
  %pack1 = insertvalue { i32, i32 } %pack0, i32 %smax, 1
  ret { i32, i32 } %pack1
}
declare i32 @llvm.umin.i32(i32, i32) addrspace(1)
declare i32 @llvm.smax.i32(i32, i32) addrspace(1)
