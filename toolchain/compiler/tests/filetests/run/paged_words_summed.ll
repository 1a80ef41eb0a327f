; test run
; Words and double words in tables over 256 bytes, read and written behind an index in Y that counts on, whose value is needed again.
; run: f(3, 250) == 57201
; run: f(255, 255) == 4079
; run: f(0, 128) == 5156
@t = internal global [400 x i16] zeroinitializer, align 1
@d = internal global [300 x i32] zeroinitializer, align 1
define i16 @f(i16 %i, i16 %j) unnamed_addr addrspace(1) {
start:
  br label %fill
fill:
  %k = phi i16 [ 0, %start ], [ %next, %fill ]
  %pk = getelementptr inbounds nuw i16, ptr @t, i16 %k
  %v = mul i16 %k, 771
  store i16 %v, ptr %pk, align 1
  %next = add nuw i16 %k, 1
  %done = icmp eq i16 %next, 400
  br i1 %done, label %work, label %fill
work:
  %p = getelementptr inbounds nuw i16, ptr @t, i16 %i
  %q = getelementptr inbounds nuw i16, ptr @t, i16 %j
  %x = load i16, ptr %p, align 1
  %y = load i16, ptr %q, align 1
  %s = add i16 %x, %y
  store i16 %s, ptr %p, align 1
  %l = xor i16 %s, %i
  store i16 %l, ptr %q, align 1
  %a = getelementptr inbounds nuw i32, ptr @d, i16 %i
  %b = getelementptr inbounds nuw i32, ptr @d, i16 %j
  %wide = zext i16 %s to i32
  %big = mul i32 %wide, 66051
  store i32 %big, ptr %a, align 1
  %old = load i32, ptr %b, align 1
  %sum = add i32 %old, %wide
  store i32 %sum, ptr %b, align 1
  %c = load i32, ptr %a, align 1
  %high = lshr i32 %c, 13
  %part = trunc i32 %high to i16
  %m = load i16, ptr %p, align 1
  %n = load i16, ptr %q, align 1
  %mn = sub i16 %m, %n
  %r = add i16 %mn, %part
  ret i16 %r
}
