; test run
; Every `atomicrmw` of 8 bits gives the old value and leaves the new one.
; run: f(100, 7) == 50
; run: f(200, 128) == 223
@v = internal global i8 0, align 1
define i8 @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  store i8 %a, ptr @v, align 1
  %o0 = atomicrmw add ptr @v, i8 %b monotonic, align 1
  %m0 = mul i8 0, 3
  %s0 = add i8 %m0, %o0
  %o1 = atomicrmw sub ptr @v, i8 %b monotonic, align 1
  %m1 = mul i8 %s0, 3
  %s1 = add i8 %m1, %o1
  %o2 = atomicrmw and ptr @v, i8 %b monotonic, align 1
  %m2 = mul i8 %s1, 3
  %s2 = add i8 %m2, %o2
  %l2 = load i8, ptr @v, align 1
  %x2 = xor i8 %l2, %a
  store i8 %x2, ptr @v, align 1
  %o3 = atomicrmw or ptr @v, i8 %b monotonic, align 1
  %m3 = mul i8 %s2, 3
  %s3 = add i8 %m3, %o3
  %o4 = atomicrmw xor ptr @v, i8 %b monotonic, align 1
  %m4 = mul i8 %s3, 3
  %s4 = add i8 %m4, %o4
  %o5 = atomicrmw nand ptr @v, i8 %b monotonic, align 1
  %m5 = mul i8 %s4, 3
  %s5 = add i8 %m5, %o5
  %l5 = load i8, ptr @v, align 1
  %x5 = xor i8 %l5, %a
  store i8 %x5, ptr @v, align 1
  %o6 = atomicrmw umax ptr @v, i8 %b monotonic, align 1
  %m6 = mul i8 %s5, 3
  %s6 = add i8 %m6, %o6
  %o7 = atomicrmw umin ptr @v, i8 %b monotonic, align 1
  %m7 = mul i8 %s6, 3
  %s7 = add i8 %m7, %o7
  %o8 = atomicrmw max ptr @v, i8 %b monotonic, align 1
  %m8 = mul i8 %s7, 3
  %s8 = add i8 %m8, %o8
  %l8 = load i8, ptr @v, align 1
  %x8 = xor i8 %l8, %a
  store i8 %x8, ptr @v, align 1
  %o9 = atomicrmw min ptr @v, i8 %b monotonic, align 1
  %m9 = mul i8 %s8, 3
  %s9 = add i8 %m9, %o9
  %o10 = atomicrmw xchg ptr @v, i8 %b monotonic, align 1
  %m10 = mul i8 %s9, 3
  %s10 = add i8 %m10, %o10
  %last = load i8, ptr @v, align 1
  %r = add i8 %s10, %last
  ret i8 %r
}
