; test run
; Products of signed and unsigned numbers of two bytes, of one of each kind, and some bytes out of the middle.
; run: f(3, 5) == (15, 15, 15, 0)
; run: f(65535, 65535) == (1, 4294836225, 4294901761, 0)
; run: f(32768, 32768) == (1073741824, 1073741824, 3221225472, 0)
; run: f(32768, 1) == (4294934528, 32768, 4294934528, 65408)
; run: f(65535, 300) == (4294966996, 19660500, 4294966996, 65534)
; run: f(0, 65535) == (0, 0, 0, 0)
; run: f(256, 65280) == (4294901760, 16711680, 16711680, 65280)
define { i32, i32, i32, i16 } @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
  %sa = sext i16 %a to i32
  %sb = sext i16 %b to i32
  %za = zext i16 %a to i32
  %zb = zext i16 %b to i32
  %signed = mul i32 %sa, %sb
  %unsigned = mul i32 %za, %zb
  %mixed = mul i32 %sa, %zb
  %again = mul i32 %sb, %sa
  %down = ashr i32 %again, 8
  %part = trunc i32 %down to i16
  %x = insertvalue { i32, i32, i32, i16 } poison, i32 %signed, 0
  %y = insertvalue { i32, i32, i32, i16 } %x, i32 %unsigned, 1
  %z = insertvalue { i32, i32, i32, i16 } %y, i32 %mixed, 2
  %w = insertvalue { i32, i32, i32, i16 } %z, i16 %part, 3
  ret { i32, i32, i32, i16 } %w
}
