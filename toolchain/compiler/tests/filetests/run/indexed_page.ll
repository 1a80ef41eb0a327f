; test run
; 256 bytes from a pointer on, at an index of a byte that is always zero.
; run: f(3) == (0, 0, 0, 7)
; run: f(300) == (0, 0, 0, 7)
@t = internal global [900 x i8] zeroinitializer
@empty = internal global [256 x i8] zeroinitializer
@zero = internal global i8 0

define { i8, i8, i8, i8 } @f(i16 %n) unnamed_addr addrspace(1) {
  %base = getelementptr i8, ptr @t, i16 %n
  %second = getelementptr i8, ptr %base, i16 1
  %last = getelementptr i8, ptr %base, i16 255
  %behind = getelementptr i8, ptr %base, i16 256
  store i8 7, ptr %base
  store i8 7, ptr %second
  store i8 7, ptr %last
  store i8 7, ptr %behind
  %byte = load volatile i8, ptr @zero, !range !0
  %index = zext i8 %byte to i16
  %to = getelementptr i8, ptr %base, i16 %index
  %all = load [256 x i8], ptr @empty
  store [256 x i8] %all, ptr %to
  %w = load i8, ptr %base
  %x = load i8, ptr %second
  %y = load i8, ptr %last
  %z = load i8, ptr %behind
  %r0 = insertvalue { i8, i8, i8, i8 } poison, i8 %w, 0
  %r1 = insertvalue { i8, i8, i8, i8 } %r0, i8 %x, 1
  %r2 = insertvalue { i8, i8, i8, i8 } %r1, i8 %y, 2
  %r3 = insertvalue { i8, i8, i8, i8 } %r2, i8 %z, 3
  ret { i8, i8, i8, i8 } %r3
}
!0 = !{i8 0, i8 1}
