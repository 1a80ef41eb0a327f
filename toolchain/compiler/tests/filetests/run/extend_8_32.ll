; test run
; 8 bits as 32, without and with sign, and back.
; run: f(0) == (1, 4294967295)
; run: f(127) == (128, 126)
; run: f(128) == (129, 4294967167)
; run: f(127) == (128, 126)
; run: f(128) == (129, 4294967167)
; run: f(255) == (256, 4294967294)

define { i32, i32 } @f(i8 %a) unnamed_addr addrspace(1) {
  %z = zext i8 %a to i32
  %x = add i32 %z, 1
  %s = sext i8 %a to i32
  %y = sub i32 %s, 1
  %pack0 = insertvalue { i32, i32 } poison, i32 %x, 0
  %pack1 = insertvalue { i32, i32 } %pack0, i32 %y, 1
  ret { i32, i32 } %pack1
}
