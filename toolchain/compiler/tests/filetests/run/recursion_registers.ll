; test run
; A call of a function by itself passes what goes in registers directly, also where the two change places; what goes in memory, by way of
; the stack. The software stack is moved over pages.
; run: f(12, 9) == 57
; run: f(9, 12) == 48
; run: turned(5, 200) == 155
; run: three(4, 1, 2) == 0
; run: deep(90, 7) == 56261
define i8 @f(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %z = icmp eq i8 %a, 0
  br i1 %z, label %end, label %more
end:
  ret i8 %b
more:
  %less = add i8 %a, -1
  %x = call addrspace(1) i8 @f(i8 %less, i8 %b)
  %s = add i8 %x, 4
  ret i8 %s
}
define i8 @turned(i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %z = icmp ult i8 %b, 3
  br i1 %z, label %end, label %more
end:
  %e = xor i8 %a, %b
  ret i8 %e
more:
  %half = lshr i8 %b, 1
  %x = call addrspace(1) i8 @turned(i8 %half, i8 %a)
  %s = add i8 %x, %a
  ret i8 %s
}
define i8 @three(i8 %n, i8 %a, i8 %b) unnamed_addr addrspace(1) {
  %z = icmp eq i8 %n, 0
  br i1 %z, label %end, label %more
end:
  %e = sub i8 %b, %a
  ret i8 %e
more:
  %less = add i8 %n, -1
  %t = add i8 %b, %b
  %x = call addrspace(1) i8 @three(i8 %less, i8 %t, i8 %a)
  %y = call addrspace(1) i8 @three(i8 %less, i8 %b, i8 %x)
  %s = add i8 %x, %y
  ret i8 %s
}
; Each call keeps several bytes, 90 times: over more than a page.
define i16 @deep(i8 %n, i16 %k) unnamed_addr addrspace(1) {
  %z = icmp eq i8 %n, 0
  br i1 %z, label %end, label %more
end:
  ret i16 %k
more:
  %less = add i8 %n, -1
  %w = zext i8 %n to i16
  %d = mul i16 %w, %k
  %x = call addrspace(1) i16 @deep(i8 %less, i16 %k)
  %a = xor i16 %x, %d
  %b = sub i16 %a, %w
  %s = add i16 %b, %k
  ret i16 %s
}
