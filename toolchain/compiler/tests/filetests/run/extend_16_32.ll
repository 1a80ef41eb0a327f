; test run
; 16 bits as 32, without and with sign, and back.
; run: f(0) == (1, 4294967295)
; run: f(127) == (128, 126)
; run: f(128) == (129, 127)
; run: f(32767) == (32768, 32766)
; run: f(32768) == (32769, 4294934527)
; run: f(65535) == (65536, 4294967294)

define { i32, i32 } @f(i16 %a) unnamed_addr addrspace(1) {
  %z = zext i16 %a to i32
  %x = add i32 %z, 1
  %s = sext i16 %a to i32
  %y = sub i32 %s, 1
  %pack0 = insertvalue { i32, i32 } poison, i32 %x, 0
  %pack1 = insertvalue { i32, i32 } %pack0, i32 %y, 1
  ret { i32, i32 } %pack1
}
