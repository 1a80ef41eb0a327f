; test run
; Sums, products and shifts of 3 bits: what is carried out is lost.
; run: f(4, 153) == (5, 3, 4, 2, 0, 1)
; run: f(37, 148) == (1, 1, 4, 6, 2, 0)
; run: f(45, 199) == (4, 6, 3, 3, 2, 7)
; run: f(192, 85) == (5, 3, 0, 2, 0, 1)
; run: f(200, 5) == (5, 3, 0, 2, 0, 1)
; run: f(87, 46) == (5, 1, 2, 2, 6, 0)
; run: f(7, 3) == (2, 4, 5, 5, 6, 6)
; run: f(3, 84) == (7, 7, 4, 0, 6, 7)
; run: f(153, 111) == (0, 2, 7, 7, 2, 1)

define { i8, i8, i8, i8, i8, i8 } @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %x = trunc i8 %a to i3
  %y = trunc i8 %b to i3
  %add = add i3 %x, %y
  %sub = sub i3 %x, %y
  %mul = mul i3 %x, %y
  %xor = xor i3 %add, -1
  %shl = shl i3 %x, 1
  %ashr = ashr i3 %sub, 1
  %z0 = zext i3 %add to i8
  %z1 = zext i3 %sub to i8
  %z2 = zext i3 %mul to i8
  %z3 = zext i3 %xor to i8
  %z4 = zext i3 %shl to i8
  %z5 = zext i3 %ashr to i8
  %p0 = insertvalue { i8, i8, i8, i8, i8, i8 } poison, i8 %z0, 0
  %p1 = insertvalue { i8, i8, i8, i8, i8, i8 } %p0, i8 %z1, 1
  %p2 = insertvalue { i8, i8, i8, i8, i8, i8 } %p1, i8 %z2, 2
  %p3 = insertvalue { i8, i8, i8, i8, i8, i8 } %p2, i8 %z3, 3
  %p4 = insertvalue { i8, i8, i8, i8, i8, i8 } %p3, i8 %z4, 4
  %p5 = insertvalue { i8, i8, i8, i8, i8, i8 } %p4, i8 %z5, 5
  ret { i8, i8, i8, i8, i8, i8 } %p5
}
