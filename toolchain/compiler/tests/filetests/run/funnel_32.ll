; test run
; Funnel shifts of two values of 32 bits by a variable.
; run: f(3337155269, 2596069105, 0) == (3337155269, 2596069105)
; run: f(3337155269, 2596069105, 1) == (2379343243, 3445518200)
; run: f(3337155269, 2596069105, 7) == (1954112205, 2335537597)
; run: f(3337155269, 2596069105, 31) == (3445518200, 2379343243)
; run: f(3337155269, 2596069105, 32) == (3337155269, 2596069105)

define { i32, i32 } @f(i32 %a, i32 %b, i32 %n) unnamed_addr addrspace(1) {
  %l = call addrspace(1) i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 %n)
  %r = call addrspace(1) i32 @llvm.fshr.i32(i32 %a, i32 %b, i32 %n)
  %pack0 = insertvalue { i32, i32 } poison, i32 %l, 0
  %pack1 = insertvalue { i32, i32 } %pack0, i32 %r, 1
  ret { i32, i32 } %pack1
}
declare i32 @llvm.fshl.i32(i32, i32, i32) addrspace(1)
declare i32 @llvm.fshr.i32(i32, i32, i32) addrspace(1)
