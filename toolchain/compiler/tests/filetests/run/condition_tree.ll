; test run
; Conditions in `and` and `or` over words, with operands that are read again in a later part.
; run: f(300, 300, 1) == 45
; run: f(300, 299, 1) == 45
; run: f(5, 300, 2) == 6
; run: f(1000, 2, 3) == 1
; run: f(256, 2, 0) == 1
define i8 @f(i16 %a, i16 %b, i8 %c) unnamed_addr addrspace(1) {
start:
  %s = add i16 %a, 1
  %x = icmp eq i16 %s, %b
  %y = icmp ult i16 %b, %s
  %z = icmp sgt i16 %s, 256
  %o = icmp eq i8 %c, 2
  %p = and i1 %y, %z
  %q = or i1 %p, %x
  %t = select i1 %o, i1 true, i1 %q
  %u = icmp ne i16 %s, 1001
  %v = and i1 %t, %u
  br i1 %v, label %yes, label %no
yes:
  %l = trunc i16 %s to i8
  ret i8 %l
no:
  ret i8 1
}
