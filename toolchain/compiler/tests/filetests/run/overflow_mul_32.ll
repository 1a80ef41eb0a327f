; test run
; `mul` of 32 bits with unsigned and signed overflow.
; run: f(0, 1) == (0, 0, 0)
; run: f(1, 4294967295) == (4294967295, 0, 0)
; run: f(2147483647, 1) == (2147483647, 0, 0)
; run: f(2147483648, 4294967295) == (2147483648, 1, 1)
; run: f(3000000000, 70000) == (1869029376, 1, 1)
; run: f(66051, 305419896) == (4123128680, 1, 1)
; run: f(2147483648, 2147483648) == (0, 1, 1)
; run: f(16, 268435456) == (0, 1, 1)

define { i32, i1, i1 } @f(i32 %a, i32 %b) unnamed_addr addrspace(1) {
  %u = call addrspace(1) { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
  %uo = extractvalue { i32, i1 } %u, 1
  %s = call addrspace(1) { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  %so = extractvalue { i32, i1 } %s, 1
  %v = extractvalue { i32, i1 } %u, 0
  %pack0 = insertvalue { i32, i1, i1 } poison, i32 %v, 0
  %pack1 = insertvalue { i32, i1, i1 } %pack0, i1 %uo, 1
  %pack2 = insertvalue { i32, i1, i1 } %pack1, i1 %so, 2
  ret { i32, i1, i1 } %pack2
}
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32) addrspace(1)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32) addrspace(1)
