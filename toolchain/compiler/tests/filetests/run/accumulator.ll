; test run
; A value that a loop shifts stays in A throughout the loop, and comes to memory behind it, on both ways out.
; run: f(1, 8) == 7
; run: f(1, 9) == 14
; run: f(128, 1) == 7
; run: f(193, 3) == 26
; run: f(127, 3) == 254
; run: f(5, 1) == 10

@t = internal global i8 0

define i8 @f(i8 %x, i8 %bits) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %crc = phi i8 [ %x, %start ], [ %new, %next ]
  %i = phi i8 [ %bits, %start ], [ %j, %next ]
  %shifted = shl i8 %crc, 1
  %reduced = xor i8 %shifted, 7
  %top = icmp slt i8 %crc, 0
  %new = select i1 %top, i8 %reduced, i8 %shifted
  %special = icmp eq i8 %new, -2
  br i1 %special, label %early, label %next
next:
  %j = add i8 %i, -1
  %done = icmp eq i8 %j, 0
  br i1 %done, label %end, label %loop
early:
  store volatile i8 1, ptr @t
  ret i8 %new
end:
  store volatile i8 2, ptr @t
  ret i8 %new
}
