; test run
; A function with many ways back into itself saves by a routine where something lives on, and nothing where nothing does.
; run: f(0) == 1
; run: f(14) == 15
; run: f(20) == 35
define i16 @f(i8 %n) unnamed_addr addrspace(1) optsize {
start:
  switch i8 %n, label %more [
    i8 0, label %end
    i8 1, label %case1
    i8 2, label %case2
    i8 3, label %case3
    i8 4, label %case4
    i8 5, label %case5
    i8 6, label %case6
    i8 7, label %case7
    i8 8, label %case8
    i8 9, label %case9
    i8 10, label %case10
    i8 11, label %case11
    i8 12, label %case12
    i8 13, label %case13
    i8 14, label %case14
  ]
end:
  ret i16 1
case1:
  %r1 = call addrspace(1) i16 @f(i8 0)
  %s1 = add i16 %r1, 1
  ret i16 %s1
case2:
  %r2 = call addrspace(1) i16 @f(i8 1)
  %s2 = add i16 %r2, 1
  ret i16 %s2
case3:
  %r3 = call addrspace(1) i16 @f(i8 2)
  %s3 = add i16 %r3, 1
  ret i16 %s3
case4:
  %r4 = call addrspace(1) i16 @f(i8 3)
  %s4 = add i16 %r4, 1
  ret i16 %s4
case5:
  %r5 = call addrspace(1) i16 @f(i8 4)
  %s5 = add i16 %r5, 1
  ret i16 %s5
case6:
  %r6 = call addrspace(1) i16 @f(i8 5)
  %s6 = add i16 %r6, 1
  ret i16 %s6
case7:
  %r7 = call addrspace(1) i16 @f(i8 6)
  %s7 = add i16 %r7, 1
  ret i16 %s7
case8:
  %r8 = call addrspace(1) i16 @f(i8 7)
  %s8 = add i16 %r8, 1
  ret i16 %s8
case9:
  %r9 = call addrspace(1) i16 @f(i8 8)
  %s9 = add i16 %r9, 1
  ret i16 %s9
case10:
  %r10 = call addrspace(1) i16 @f(i8 9)
  %s10 = add i16 %r10, 1
  ret i16 %s10
case11:
  %r11 = call addrspace(1) i16 @f(i8 10)
  %s11 = add i16 %r11, 1
  ret i16 %s11
case12:
  %r12 = call addrspace(1) i16 @f(i8 11)
  %s12 = add i16 %r12, 1
  ret i16 %s12
case13:
  %r13 = call addrspace(1) i16 @f(i8 12)
  %s13 = add i16 %r13, 1
  ret i16 %s13
case14:
  %r14 = call addrspace(1) i16 @f(i8 13)
  %s14 = add i16 %r14, 1
  ret i16 %s14
more:
  %r = call addrspace(1) i16 @f(i8 14)
  %w = zext i8 %n to i16
  %s = add i16 %r, %w
  ret i16 %s
}
