; test run
; The order of numbers of 17 bits.
; run: f(83895, 4758025) == (39433, 83895, 83895, 39433, 47177)
; run: f(5, 13893632) == (0, 5, 0, 5, 5)
; run: f(15335423, 65536) == (65536, 131071, 65536, 131071, 1)
; run: f(10878981, 131069) == (5, 131069, 131069, 5, 5)
; run: f(10420223, 7667712) == (65535, 65536, 65536, 65535, 65535)
; run: f(92118, 9502719) == (65535, 92118, 92118, 65535, 38954)
; run: f(131071, 3997696) == (65536, 131071, 65536, 131071, 1)
; run: f(10485761, 10747909) == (1, 5, 1, 5, 1)
; run: f(11010049, 131069) == (1, 131069, 131069, 1, 1)

define { i24, i24, i24, i24, i24 } @f(i24 %a, i24 %b) unnamed_addr addrspace(1) {
  %x = trunc i24 %a to i17
  %y = trunc i24 %b to i17
  %umin = call addrspace(1) i17 @llvm.umin.i17(i17 %x, i17 %y)
  %umax = call addrspace(1) i17 @llvm.umax.i17(i17 %x, i17 %y)
  %smin = call addrspace(1) i17 @llvm.smin.i17(i17 %x, i17 %y)
  %smax = call addrspace(1) i17 @llvm.smax.i17(i17 %x, i17 %y)
  %abs = call addrspace(1) i17 @llvm.abs.i17(i17 %x, i1 false)
  %z0 = zext i17 %umin to i24
  %z1 = zext i17 %umax to i24
  %z2 = zext i17 %smin to i24
  %z3 = zext i17 %smax to i24
  %z4 = zext i17 %abs to i24
  %p0 = insertvalue { i24, i24, i24, i24, i24 } poison, i24 %z0, 0
  %p1 = insertvalue { i24, i24, i24, i24, i24 } %p0, i24 %z1, 1
  %p2 = insertvalue { i24, i24, i24, i24, i24 } %p1, i24 %z2, 2
  %p3 = insertvalue { i24, i24, i24, i24, i24 } %p2, i24 %z3, 3
  %p4 = insertvalue { i24, i24, i24, i24, i24 } %p3, i24 %z4, 4
  ret { i24, i24, i24, i24, i24 } %p4
}
declare i17 @llvm.umin.i17(i17, i17) addrspace(1)
declare i17 @llvm.umax.i17(i17, i17) addrspace(1)
declare i17 @llvm.smin.i17(i17, i17) addrspace(1)
declare i17 @llvm.smax.i17(i17, i17) addrspace(1)
declare i17 @llvm.abs.i17(i17, i1) addrspace(1)
