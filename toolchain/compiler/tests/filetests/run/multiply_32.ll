; test run
; Products of 32 bits, by a variable and by a constant.
; run: f(0, 1) == 0
; run: f(1, 4294967295) == 4294967286
; run: f(2147483647, 1) == 4294967286
; run: f(2147483648, 4294967295) == 0
; run: f(3000000000, 70000) == 1510424576
; run: f(66051, 305419896) == 2576581136

define i32 @f(i32 %a, i32 %b) unnamed_addr addrspace(1) {
  %p = mul i32 %a, %b
  %q = mul i32 %p, 10
  ret i32 %q
}
