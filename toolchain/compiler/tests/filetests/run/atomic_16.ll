; test run
; Every `atomicrmw` of 16 bits gives the old value and leaves the new one.
; run: f(100, 7) == 52018
; run: f(65480, 32768) == 31711
@v = internal global i16 0, align 1
define i16 @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
  store i16 %a, ptr @v, align 1
  %o0 = atomicrmw add ptr @v, i16 %b monotonic, align 1
  %m0 = mul i16 0, 3
  %s0 = add i16 %m0, %o0
  %o1 = atomicrmw sub ptr @v, i16 %b monotonic, align 1
  %m1 = mul i16 %s0, 3
  %s1 = add i16 %m1, %o1
  %o2 = atomicrmw and ptr @v, i16 %b monotonic, align 1
  %m2 = mul i16 %s1, 3
  %s2 = add i16 %m2, %o2
  %l2 = load i16, ptr @v, align 1
  %x2 = xor i16 %l2, %a
  store i16 %x2, ptr @v, align 1
  %o3 = atomicrmw or ptr @v, i16 %b monotonic, align 1
  %m3 = mul i16 %s2, 3
  %s3 = add i16 %m3, %o3
  %o4 = atomicrmw xor ptr @v, i16 %b monotonic, align 1
  %m4 = mul i16 %s3, 3
  %s4 = add i16 %m4, %o4
  %o5 = atomicrmw nand ptr @v, i16 %b monotonic, align 1
  %m5 = mul i16 %s4, 3
  %s5 = add i16 %m5, %o5
  %l5 = load i16, ptr @v, align 1
  %x5 = xor i16 %l5, %a
  store i16 %x5, ptr @v, align 1
  %o6 = atomicrmw umax ptr @v, i16 %b monotonic, align 1
  %m6 = mul i16 %s5, 3
  %s6 = add i16 %m6, %o6
  %o7 = atomicrmw umin ptr @v, i16 %b monotonic, align 1
  %m7 = mul i16 %s6, 3
  %s7 = add i16 %m7, %o7
  %o8 = atomicrmw max ptr @v, i16 %b monotonic, align 1
  %m8 = mul i16 %s7, 3
  %s8 = add i16 %m8, %o8
  %l8 = load i16, ptr @v, align 1
  %x8 = xor i16 %l8, %a
  store i16 %x8, ptr @v, align 1
  %o9 = atomicrmw min ptr @v, i16 %b monotonic, align 1
  %m9 = mul i16 %s8, 3
  %s9 = add i16 %m9, %o9
  %o10 = atomicrmw xchg ptr @v, i16 %b monotonic, align 1
  %m10 = mul i16 %s9, 3
  %s10 = add i16 %m10, %o10
  %last = load i16, ptr @v, align 1
  %r = add i16 %s10, %last
  ret i16 %r
}
