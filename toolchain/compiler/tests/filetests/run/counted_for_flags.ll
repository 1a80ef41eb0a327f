; test run
; A difference of which only the sign is asked for, and the number afterwards.
; run: f(5) == 9
; run: f(1) == 7
; run: f(255) == 7
; run: f(131) == 7
@x = internal global i8 0
@one = internal global [256 x i8] zeroinitializer
@two = internal global [256 x i8] zeroinitializer
define i8 @f(i8 %given) unnamed_addr addrspace(1) {
start:
  %at = zext i8 %given to i16
  %first = getelementptr inbounds i8, ptr @one, i16 %at
  store i8 7, ptr %first, align 1
  %second = getelementptr inbounds i8, ptr @two, i16 %at
  store i8 9, ptr %second, align 1
  store volatile i8 %given, ptr @x, align 1
  %v = load volatile i8, ptr @x, align 1
  %w = freeze i8 %v
  %d = add i8 %w, -2
  %c = icmp slt i8 %d, 0
  %n = zext i8 %w to i16
  br i1 %c, label %a, label %b
a:
  %p = getelementptr inbounds i8, ptr @one, i16 %n
  %r = load volatile i8, ptr %p, align 1
  ret i8 %r
b:
  %q = getelementptr inbounds i8, ptr @two, i16 %n
  %s = load volatile i8, ptr %q, align 1
  ret i8 %s
}
