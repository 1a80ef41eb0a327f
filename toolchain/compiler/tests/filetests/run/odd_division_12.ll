; test run
; Division of 12 bits, signed and not.
; run: f(36984, 12750) == (0, 120, 0, 120)
; run: f(1855, 53824) == (3, 127, 3, 127)
; run: f(20485, 20764) == (0, 5, 0, 5)
; run: f(13048, 4095) == (0, 760, 3336, 0)
; run: f(8672, 3468) == (0, 480, 0, 480)
; run: f(16384, 4093) == (0, 0, 0, 0)
; run: f(28492, 16383) == (0, 3916, 180, 0)
; run: f(36865, 13006) == (0, 1, 0, 1)
; run: f(2048, 3377) == (0, 2048, 2, 3486)
; run: f(28671, 12691) == (10, 65, 0, 4095)
; run: f(4093, 20477) == (1, 0, 1, 0)
; run: f(3972, 1) == (3972, 0, 3972, 0)

define { i16, i16, i16, i16 } @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
  %x = trunc i16 %a to i12
  %y = trunc i16 %b to i12
  %udiv = udiv i12 %x, %y
  %urem = urem i12 %x, %y
  %sdiv = sdiv i12 %x, %y
  %srem = srem i12 %x, %y
  %z0 = zext i12 %udiv to i16
  %z1 = zext i12 %urem to i16
  %z2 = zext i12 %sdiv to i16
  %z3 = zext i12 %srem to i16
  %p0 = insertvalue { i16, i16, i16, i16 } poison, i16 %z0, 0
  %p1 = insertvalue { i16, i16, i16, i16 } %p0, i16 %z1, 1
  %p2 = insertvalue { i16, i16, i16, i16 } %p1, i16 %z2, 2
  %p3 = insertvalue { i16, i16, i16, i16 } %p2, i16 %z3, 3
  ret { i16, i16, i16, i16 } %p3
}
