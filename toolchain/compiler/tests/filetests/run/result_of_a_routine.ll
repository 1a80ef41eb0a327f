; test run
; Results of routines that other routines take: where they lie, elsewhere, in another order, in a register, and more than once.
; run: f(100000, 7, 3) == 2507008955
; run: f(305419896, 200, 31) == 45
; run: f(4294967295, 3, 17) == 0
; run: f(77, 123456, 5) == 3673094208
; run: f(65536, 65535, 255) == 0
define i32 @f(i32 %a, i32 %b, i32 %c) unnamed_addr addrspace(1) {
  %product = mul i32 %a, %b
  %quotient = udiv i32 %product, %c
  %square = mul i32 %quotient, %quotient
  %turned = call i32 @llvm.bswap.i32(i32 %square)
  %other = mul i32 %turned, %b
  %by = udiv i32 %other, %a
  %count = and i32 %by, 31
  %shifted = shl i32 %by, %count
  %odd = or i32 %shifted, 1
  %rest = urem i32 %other, %odd
  %last = mul i32 %odd, %rest
  ret i32 %last
}
declare i32 @llvm.bswap.i32(i32)
