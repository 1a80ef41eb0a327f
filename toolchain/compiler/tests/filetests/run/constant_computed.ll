; test run
; Constants of addresses that no number stands for before the program is placed.
; run: f(0) == 12
; run: f(7) == 11
@t = internal global [4 x i8] zeroinitializer, align 1
define i16 @f(i16 %n) unnamed_addr addrspace(1) {
  %x = xor i16 xor (i16 ptrtoint (ptr @t to i16), i16 -32768), %n
  %b = xor i16 %x, -32768
  %c = xor i16 %b, ptrtoint (ptr @t to i16)
  %e = icmp eq i16 %c, 0
  br i1 %e, label %zero, label %end
zero:
  br label %end
end:
  %p = phi i16 [ sub (i16 5, i16 ptrtoint (ptr @t to i16)), %0 ], [ sub (i16 13, i16 ptrtoint (ptr @t to i16)), %zero ]
  %q = add i16 %p, ptrtoint (ptr getelementptr (i8, ptr @t, i16 -1) to i16)
  %low = sub i8 trunc (i16 ptrtoint (ptr @t to i16) to i8), ptrtoint (ptr @t to i8)
  %w = zext i8 %low to i16
  %s = add i16 %q, %c
  %r = add i16 %s, %w
  ret i16 %r
}
