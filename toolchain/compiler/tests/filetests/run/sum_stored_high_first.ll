; test run
; What is added to words and double words behind pointers is all stored, whatever the index.
; run: f(1, 2) == (3, 300, 131330)
; run: f(65535, 1) == (0, 65534, 131327)
@t = internal global [8 x i16] zeroinitializer

define void @words(ptr %p, i16 %a, i16 %b, i16 %i) unnamed_addr addrspace(1) noinline {
start:
  %x = add i16 %a, %b
  store i16 %x, ptr %p, align 1
  %q = getelementptr inbounds i16, ptr %p, i16 %i
  store i16 297, ptr %q, align 1
  %w = load i16, ptr %q, align 1
  %c = icmp ult i16 %a, 2
  %d = select i1 %c, i16 3, i16 -299
  %y = add i16 %w, %d
  %z = sub i16 %y, 0
  store i16 %z, ptr %q, align 1
  %r = getelementptr inbounds i8, ptr %q, i16 6
  %wide = zext i16 %x to i32
  %v = load i32, ptr %r, align 1
  %s = add i32 %v, %wide
  %n = sub i32 %s, -131327
  store i32 %n, ptr %r, align 1
  ret void
}

define { i16, i16, i32 } @f(i16 %a, i16 %b) unnamed_addr addrspace(1) {
start:
  store i32 0, ptr getelementptr (i8, ptr @t, i16 10), align 1
  call addrspace(1) void @words(ptr @t, i16 %a, i16 %b, i16 2)
  %x = load i16, ptr @t, align 1
  %y = load i16, ptr getelementptr (i8, ptr @t, i16 4), align 1
  %z = load i32, ptr getelementptr (i8, ptr @t, i16 10), align 1
  %p = insertvalue { i16, i16, i32 } poison, i16 %x, 0
  %q = insertvalue { i16, i16, i32 } %p, i16 %y, 1
  %r = insertvalue { i16, i16, i32 } %q, i32 %z, 2
  ret { i16, i16, i32 } %r
}
