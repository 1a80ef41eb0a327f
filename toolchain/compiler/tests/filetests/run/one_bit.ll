; test run
; Numbers of one bit: as signed ones they are 0 and -1. Shrunk from random Rust at opt-level 1: the bit was reversed in a whole byte.
; run: f(0, 0) == 12
; run: f(0, 1) == 29051596
; run: f(1, 0) == 11189971
; run: f(1, 1) == 440790003

define i32 @f(i8 %x, i8 %y) unnamed_addr addrspace(1) {
  %a = trunc i8 %x to i1
  %b = trunc i8 %y to i1
  %u0 = call i1 @llvm.bitreverse.i1(i1 %a)
  %u1 = call i1 @llvm.ctpop.i1(i1 %a)
  %u2 = call i1 @llvm.ctlz.i1(i1 %a, i1 false)
  %u3 = call i1 @llvm.cttz.i1(i1 %a, i1 false)
  %u4 = call i1 @llvm.abs.i1(i1 %a, i1 false)
  %u5 = call i1 @llvm.umin.i1(i1 %a, i1 %b)
  %u6 = call i1 @llvm.umax.i1(i1 %a, i1 %b)
  %u7 = call i1 @llvm.smin.i1(i1 %a, i1 %b)
  %u8 = call i1 @llvm.smax.i1(i1 %a, i1 %b)
  %u9 = call i1 @llvm.uadd.sat.i1(i1 %a, i1 %b)
  %u10 = call i1 @llvm.usub.sat.i1(i1 %a, i1 %b)
  %u11 = call i1 @llvm.sadd.sat.i1(i1 %a, i1 %b)
  %u12 = call i1 @llvm.ssub.sat.i1(i1 %a, i1 %b)
  %u13 = call i1 @llvm.fshl.i1(i1 %a, i1 %b, i1 true)
  %u14 = call i1 @llvm.fshr.i1(i1 %a, i1 %b, i1 true)
  %u15 = call i1 @llvm.fshl.i1(i1 %a, i1 %b, i1 %b)
  %u16 = call i1 @llvm.fshr.i1(i1 %a, i1 %b, i1 %a)
  %p17 = call { i1, i1 } @llvm.uadd.with.overflow.i1(i1 %a, i1 %b)
  %u17.0 = extractvalue { i1, i1 } %p17, 0
  %u17.1 = extractvalue { i1, i1 } %p17, 1
  %p18 = call { i1, i1 } @llvm.usub.with.overflow.i1(i1 %a, i1 %b)
  %u18.0 = extractvalue { i1, i1 } %p18, 0
  %u18.1 = extractvalue { i1, i1 } %p18, 1
  %p19 = call { i1, i1 } @llvm.sadd.with.overflow.i1(i1 %a, i1 %b)
  %u19.0 = extractvalue { i1, i1 } %p19, 0
  %u19.1 = extractvalue { i1, i1 } %p19, 1
  %p20 = call { i1, i1 } @llvm.ssub.with.overflow.i1(i1 %a, i1 %b)
  %u20.0 = extractvalue { i1, i1 } %p20, 0
  %u20.1 = extractvalue { i1, i1 } %p20, 1
  %p21 = call { i1, i1 } @llvm.umul.with.overflow.i1(i1 %a, i1 %b)
  %u21.0 = extractvalue { i1, i1 } %p21, 0
  %u21.1 = extractvalue { i1, i1 } %p21, 1
  %p22 = call { i1, i1 } @llvm.smul.with.overflow.i1(i1 %a, i1 %b)
  %u22.0 = extractvalue { i1, i1 } %p22, 0
  %u22.1 = extractvalue { i1, i1 } %p22, 1
  %z0 = zext i1 %u0 to i32
  %s0 = shl i32 %z0, 0
  %o0 = or i32 0, %s0
  %z1 = zext i1 %u1 to i32
  %s1 = shl i32 %z1, 1
  %o1 = or i32 %o0, %s1
  %z2 = zext i1 %u2 to i32
  %s2 = shl i32 %z2, 2
  %o2 = or i32 %o1, %s2
  %z3 = zext i1 %u3 to i32
  %s3 = shl i32 %z3, 3
  %o3 = or i32 %o2, %s3
  %z4 = zext i1 %u4 to i32
  %s4 = shl i32 %z4, 4
  %o4 = or i32 %o3, %s4
  %z5 = zext i1 %u5 to i32
  %s5 = shl i32 %z5, 5
  %o5 = or i32 %o4, %s5
  %z6 = zext i1 %u6 to i32
  %s6 = shl i32 %z6, 6
  %o6 = or i32 %o5, %s6
  %z7 = zext i1 %u7 to i32
  %s7 = shl i32 %z7, 7
  %o7 = or i32 %o6, %s7
  %z8 = zext i1 %u8 to i32
  %s8 = shl i32 %z8, 8
  %o8 = or i32 %o7, %s8
  %z9 = zext i1 %u9 to i32
  %s9 = shl i32 %z9, 9
  %o9 = or i32 %o8, %s9
  %z10 = zext i1 %u10 to i32
  %s10 = shl i32 %z10, 10
  %o10 = or i32 %o9, %s10
  %z11 = zext i1 %u11 to i32
  %s11 = shl i32 %z11, 11
  %o11 = or i32 %o10, %s11
  %z12 = zext i1 %u12 to i32
  %s12 = shl i32 %z12, 12
  %o12 = or i32 %o11, %s12
  %z13 = zext i1 %u13 to i32
  %s13 = shl i32 %z13, 13
  %o13 = or i32 %o12, %s13
  %z14 = zext i1 %u14 to i32
  %s14 = shl i32 %z14, 14
  %o14 = or i32 %o13, %s14
  %z15 = zext i1 %u15 to i32
  %s15 = shl i32 %z15, 15
  %o15 = or i32 %o14, %s15
  %z16 = zext i1 %u16 to i32
  %s16 = shl i32 %z16, 16
  %o16 = or i32 %o15, %s16
  %z17 = zext i1 %u17.0 to i32
  %s17 = shl i32 %z17, 17
  %o17 = or i32 %o16, %s17
  %z18 = zext i1 %u17.1 to i32
  %s18 = shl i32 %z18, 18
  %o18 = or i32 %o17, %s18
  %z19 = zext i1 %u18.0 to i32
  %s19 = shl i32 %z19, 19
  %o19 = or i32 %o18, %s19
  %z20 = zext i1 %u18.1 to i32
  %s20 = shl i32 %z20, 20
  %o20 = or i32 %o19, %s20
  %z21 = zext i1 %u19.0 to i32
  %s21 = shl i32 %z21, 21
  %o21 = or i32 %o20, %s21
  %z22 = zext i1 %u19.1 to i32
  %s22 = shl i32 %z22, 22
  %o22 = or i32 %o21, %s22
  %z23 = zext i1 %u20.0 to i32
  %s23 = shl i32 %z23, 23
  %o23 = or i32 %o22, %s23
  %z24 = zext i1 %u20.1 to i32
  %s24 = shl i32 %z24, 24
  %o24 = or i32 %o23, %s24
  %z25 = zext i1 %u21.0 to i32
  %s25 = shl i32 %z25, 25
  %o25 = or i32 %o24, %s25
  %z26 = zext i1 %u21.1 to i32
  %s26 = shl i32 %z26, 26
  %o26 = or i32 %o25, %s26
  %z27 = zext i1 %u22.0 to i32
  %s27 = shl i32 %z27, 27
  %o27 = or i32 %o26, %s27
  %z28 = zext i1 %u22.1 to i32
  %s28 = shl i32 %z28, 28
  %o28 = or i32 %o27, %s28
  ret i32 %o28
}

declare i1 @llvm.bitreverse.i1(i1) addrspace(1)
declare i1 @llvm.ctpop.i1(i1) addrspace(1)
declare i1 @llvm.ctlz.i1(i1, i1) addrspace(1)
declare i1 @llvm.cttz.i1(i1, i1) addrspace(1)
declare i1 @llvm.abs.i1(i1, i1) addrspace(1)
declare i1 @llvm.umin.i1(i1, i1) addrspace(1)
declare i1 @llvm.umax.i1(i1, i1) addrspace(1)
declare i1 @llvm.smin.i1(i1, i1) addrspace(1)
declare i1 @llvm.smax.i1(i1, i1) addrspace(1)
declare i1 @llvm.uadd.sat.i1(i1, i1) addrspace(1)
declare i1 @llvm.usub.sat.i1(i1, i1) addrspace(1)
declare i1 @llvm.sadd.sat.i1(i1, i1) addrspace(1)
declare i1 @llvm.ssub.sat.i1(i1, i1) addrspace(1)
declare i1 @llvm.fshl.i1(i1, i1, i1) addrspace(1)
declare i1 @llvm.fshr.i1(i1, i1, i1) addrspace(1)
declare { i1, i1 } @llvm.uadd.with.overflow.i1(i1, i1) addrspace(1)
declare { i1, i1 } @llvm.usub.with.overflow.i1(i1, i1) addrspace(1)
declare { i1, i1 } @llvm.sadd.with.overflow.i1(i1, i1) addrspace(1)
declare { i1, i1 } @llvm.ssub.with.overflow.i1(i1, i1) addrspace(1)
declare { i1, i1 } @llvm.umul.with.overflow.i1(i1, i1) addrspace(1)
declare { i1, i1 } @llvm.smul.with.overflow.i1(i1, i1) addrspace(1)
