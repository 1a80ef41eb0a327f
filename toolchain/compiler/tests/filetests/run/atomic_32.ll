; test run
; Every `atomicrmw` of 32 bits gives the old value and leaves the new one.
; run: f(100, 7) == 8964914
; run: f(4294967240, 2147483648) == 4290018271
@v = internal global i32 0, align 1
define i32 @f(i32 %a, i32 %b) unnamed_addr addrspace(1) {
  store i32 %a, ptr @v, align 1
  %o0 = atomicrmw add ptr @v, i32 %b monotonic, align 1
  %m0 = mul i32 0, 3
  %s0 = add i32 %m0, %o0
  %o1 = atomicrmw sub ptr @v, i32 %b monotonic, align 1
  %m1 = mul i32 %s0, 3
  %s1 = add i32 %m1, %o1
  %o2 = atomicrmw and ptr @v, i32 %b monotonic, align 1
  %m2 = mul i32 %s1, 3
  %s2 = add i32 %m2, %o2
  %l2 = load i32, ptr @v, align 1
  %x2 = xor i32 %l2, %a
  store i32 %x2, ptr @v, align 1
  %o3 = atomicrmw or ptr @v, i32 %b monotonic, align 1
  %m3 = mul i32 %s2, 3
  %s3 = add i32 %m3, %o3
  %o4 = atomicrmw xor ptr @v, i32 %b monotonic, align 1
  %m4 = mul i32 %s3, 3
  %s4 = add i32 %m4, %o4
  %o5 = atomicrmw nand ptr @v, i32 %b monotonic, align 1
  %m5 = mul i32 %s4, 3
  %s5 = add i32 %m5, %o5
  %l5 = load i32, ptr @v, align 1
  %x5 = xor i32 %l5, %a
  store i32 %x5, ptr @v, align 1
  %o6 = atomicrmw umax ptr @v, i32 %b monotonic, align 1
  %m6 = mul i32 %s5, 3
  %s6 = add i32 %m6, %o6
  %o7 = atomicrmw umin ptr @v, i32 %b monotonic, align 1
  %m7 = mul i32 %s6, 3
  %s7 = add i32 %m7, %o7
  %o8 = atomicrmw max ptr @v, i32 %b monotonic, align 1
  %m8 = mul i32 %s7, 3
  %s8 = add i32 %m8, %o8
  %l8 = load i32, ptr @v, align 1
  %x8 = xor i32 %l8, %a
  store i32 %x8, ptr @v, align 1
  %o9 = atomicrmw min ptr @v, i32 %b monotonic, align 1
  %m9 = mul i32 %s8, 3
  %s9 = add i32 %m9, %o9
  %o10 = atomicrmw xchg ptr @v, i32 %b monotonic, align 1
  %m10 = mul i32 %s9, 3
  %s10 = add i32 %m10, %o10
  %last = load i32, ptr @v, align 1
  %r = add i32 %s10, %last
  ret i32 %r
}
