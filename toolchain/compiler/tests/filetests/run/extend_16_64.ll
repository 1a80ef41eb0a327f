; test run
; 16 bits as 64, without and with sign, and back.
; run: f(0) == (1, 18446744073709551615)
; run: f(127) == (128, 126)
; run: f(128) == (129, 127)
; run: f(32767) == (32768, 32766)
; run: f(32768) == (32769, 18446744073709518847)
; run: f(65535) == (65536, 18446744073709551614)

define { i64, i64 } @f(i16 %a) unnamed_addr addrspace(1) {
  %z = zext i16 %a to i64
  %x = add i64 %z, 1
  %s = sext i16 %a to i64
  %y = sub i64 %s, 1
  %pack0 = insertvalue { i64, i64 } poison, i64 %x, 0
  %pack1 = insertvalue { i64, i64 } %pack0, i64 %y, 1
  ret { i64, i64 } %pack1
}
