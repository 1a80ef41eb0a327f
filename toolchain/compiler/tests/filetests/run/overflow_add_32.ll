; test run
; `add` of 32 bits with unsigned and signed overflow.
; run: f(0, 1) == (1, 0, 0)
; run: f(1, 4294967295) == (0, 1, 0)
; run: f(2147483647, 1) == (2147483648, 0, 1)
; run: f(2147483648, 4294967295) == (2147483647, 1, 1)
; run: f(3000000000, 70000) == (3000070000, 0, 0)
; run: f(66051, 305419896) == (305485947, 0, 0)
; run: f(2147483648, 2147483648) == (0, 1, 1)
; run: f(16, 268435456) == (268435472, 0, 0)

define { i32, i1, i1 } @f(i32 %a, i32 %b) unnamed_addr addrspace(1) {
  %u = call addrspace(1) { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  %uo = extractvalue { i32, i1 } %u, 1
  %s = call addrspace(1) { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %so = extractvalue { i32, i1 } %s, 1
  %v = extractvalue { i32, i1 } %u, 0
  %pack0 = insertvalue { i32, i1, i1 } poison, i32 %v, 0
  %pack1 = insertvalue { i32, i1, i1 } %pack0, i1 %uo, 1
  %pack2 = insertvalue { i32, i1, i1 } %pack1, i1 %so, 2
  ret { i32, i1, i1 } %pack2
}
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32) addrspace(1)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) addrspace(1)
