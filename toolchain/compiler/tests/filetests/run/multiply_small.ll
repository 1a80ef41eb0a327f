; test run
; Products in functions for size, which call the compact form of the routines.
; run: f(0, 255) == 0
; run: f(255, 255) == 1
; run: f(200, 7) == 120
; run: w(65535, 65535) == 1
; run: w(50000, 7) == 22320
; run: w(7, 50000) == 22320
; run: d(65535, 65535) == 4294836225
; run: d(0, 65535) == 0
; run: d(65535, 256) == 16776960
; run: d(258, 4660) == 1202280
; run: s(-3, 30000) == -90000
; run: s(-32768, -32768) == 1073741824
define i8 @f(i8 %a, i8 %b) unnamed_addr addrspace(1) optsize {
  %p = mul i8 %a, %b
  ret i8 %p
}
define i16 @w(i16 %a, i16 %b) unnamed_addr addrspace(1) optsize {
  %p = mul i16 %a, %b
  ret i16 %p
}
define i32 @d(i16 %a, i16 %b) unnamed_addr addrspace(1) optsize {
  %x = zext i16 %a to i32
  %y = zext i16 %b to i32
  %p = mul i32 %x, %y
  ret i32 %p
}
define i32 @s(i16 %a, i16 %b) unnamed_addr addrspace(1) optsize {
  %x = sext i16 %a to i32
  %y = sext i16 %b to i32
  %p = mul i32 %x, %y
  ret i32 %p
}
