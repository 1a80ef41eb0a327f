; test lower
; A remainder that was taken apart is one again, and the quotient comes from the same call.
define i8 @f(i32 %n, ptr %p) unnamed_addr addrspace(1) {
  %q = udiv i32 %n, 10
  %m = mul i32 %q, 246
  %r = add i32 %m, %n
  %b = trunc i32 %r to i8
  store i32 %q, ptr %p, align 1
  ret i8 %b
}
define i16 @g(i16 %n) unnamed_addr addrspace(1) {
  %q = sdiv i16 %n, 1000
  %m = mul i16 %q, -1000
  %r = add i16 %n, %m
  ret i16 %r
}
; Too many bits are read.
define i16 @h(i32 %n) unnamed_addr addrspace(1) {
  %q = udiv i32 %n, 10
  %m = mul i32 %q, 246
  %r = add i32 %m, %n
  %b = trunc i32 %r to i16
  ret i16 %b
}
;; (r0 r1 r2 r3 r4 r5) -> 1
;; b0: 0
;;   r6:arg0 r7:arg1 r8:arg2 r9:arg3 r10:a = call __udivten r0:arg0 r1:arg1 r2:arg2 r3:arg3 $03:x
;;   store [(r5:r4)+0], r6
;;   store [(r5:r4)+1], r7
;;   store [(r5:r4)+2], r8
;;   store [(r5:r4)+3], r9
;;   ret r10
