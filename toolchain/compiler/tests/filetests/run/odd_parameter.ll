; test run
; Numbers of odd widths as parameters, results, parts of structures and in memory.
; run: f(2, 65536) == (5, 65538)
; run: f(7, 131071) == (2, 6)
@kept = internal global { i3, i17 } zeroinitializer, align 1
define { i3, i17 } @f(i3 %n, i17 %m) unnamed_addr addrspace(1) {
  %a = sub i3 %n, 4
  store i3 %a, ptr @kept, align 1
  %p = getelementptr inbounds i8, ptr @kept, i16 1
  %z = zext i3 %n to i17
  %b = add i17 %m, %z
  store i17 %b, ptr %p, align 1
  %c = call { i3, i17 } @g()
  %d = extractvalue { i3, i17 } %c, 0
  %e = sub i3 %d, 1
  %r = insertvalue { i3, i17 } %c, i3 %e, 0
  ret { i3, i17 } %r
}
define internal { i3, i17 } @g() unnamed_addr addrspace(1) {
  %k = load { i3, i17 }, ptr @kept, align 1
  ret { i3, i17 } %k
}
