; test run
; `cmpxchg` stores only if it found what was expected, and says so.
; run: f(500, 500, 9) == (500, 1, 9)
; run: f(500, 501, 9) == (500, 0, 500)
@v = internal global i16 0, align 1
define { i16, i1, i16 } @f(i16 %is, i16 %expected, i16 %new) unnamed_addr addrspace(1) {
  store i16 %is, ptr @v, align 1
  %p = cmpxchg ptr @v, i16 %expected, i16 %new monotonic monotonic, align 1
  %old = extractvalue { i16, i1 } %p, 0
  %ok = extractvalue { i16, i1 } %p, 1
  %now = load i16, ptr @v, align 1
  %x = insertvalue { i16, i1, i16 } poison, i16 %old, 0
  %y = insertvalue { i16, i1, i16 } %x, i1 %ok, 1
  %z = insertvalue { i16, i1, i16 } %y, i16 %now, 2
  ret { i16, i1, i16 } %z
}
