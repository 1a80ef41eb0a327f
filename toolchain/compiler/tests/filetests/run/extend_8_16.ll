; test run
; 8 bits as 16, without and with sign, and back.
; run: f(0) == (1, 65535)
; run: f(127) == (128, 126)
; run: f(128) == (129, 65407)
; run: f(127) == (128, 126)
; run: f(128) == (129, 65407)
; run: f(255) == (256, 65534)

define { i16, i16 } @f(i8 %a) unnamed_addr addrspace(1) {
  %z = zext i8 %a to i16
  %x = add i16 %z, 1
  %s = sext i8 %a to i16
  %y = sub i16 %s, 1
  %pack0 = insertvalue { i16, i16 } poison, i16 %x, 0
  %pack1 = insertvalue { i16, i16 } %pack0, i16 %y, 1
  ret { i16, i16 } %pack1
}
