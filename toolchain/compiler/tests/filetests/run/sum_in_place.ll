; test run
; The bytes of a sum or a difference lie where those of either side lay, if each is read just for the byte it stands beside; not where they
; are read in another order, twice, or later.
; run: f(4, 66051) == 264204
; cycles <= 207
; run: minus(3, 1000) == 334
; run: turned(2, 16909060) == 33686277
; run: turned(3, 255) == 65538
; run: minus_turned(2, 16909060) == 16909060
; run: shifted(3, 70000) == 70822
; run: doubled(5, 3) == 96
; run: later(3, 500) == 1500
define i32 @f(i8 %n, i32 %x) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i8 [ %n, %start ], [ %j, %loop ]
  %s = phi i32 [ 0, %start ], [ %t, %loop ]
  %t = add i32 %x, %s
  %j = add i8 %i, -1
  %z = icmp eq i8 %j, 0
  br i1 %z, label %end, label %loop
end:
  ret i32 %t
}
define i32 @minus(i8 %n, i32 %x) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i8 [ %n, %start ], [ %j, %loop ]
  %s = phi i32 [ 666, %start ], [ %t, %loop ]
  %t = sub i32 %x, %s
  %j = add i8 %i, -1
  %z = icmp eq i8 %j, 0
  br i1 %z, label %end, label %loop
end:
  ret i32 %t
}
define i32 @turned(i8 %n, i32 %x) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i8 [ %n, %start ], [ %j, %loop ]
  %s = phi i32 [ %x, %start ], [ %t, %loop ]
  %r = call i32 @llvm.bswap.i32(i32 %s)
  %t = add i32 1, %r
  %j = add i8 %i, -1
  %z = icmp eq i8 %j, 0
  br i1 %z, label %end, label %loop
end:
  ret i32 %t
}
define i32 @minus_turned(i8 %n, i32 %x) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i8 [ %n, %start ], [ %j, %loop ]
  %s = phi i32 [ %x, %start ], [ %t, %loop ]
  %r = call i32 @llvm.bswap.i32(i32 %s)
  %t = sub i32 -1, %r
  %j = add i8 %i, -1
  %z = icmp eq i8 %j, 0
  br i1 %z, label %end, label %loop
end:
  ret i32 %t
}
define i32 @shifted(i8 %n, i32 %x) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i8 [ %n, %start ], [ %j, %loop ]
  %s = phi i32 [ %x, %start ], [ %t, %loop ]
  %h = lshr i32 %s, 8
  %t = add i32 %h, %s
  %j = add i8 %i, -1
  %z = icmp eq i8 %j, 0
  br i1 %z, label %end, label %loop
end:
  ret i32 %t
}
define i32 @doubled(i8 %n, i32 %x) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i8 [ %n, %start ], [ %j, %loop ]
  %s = phi i32 [ %x, %start ], [ %t, %loop ]
  %t = add i32 %s, %s
  %j = add i8 %i, -1
  %z = icmp eq i8 %j, 0
  br i1 %z, label %end, label %loop
end:
  ret i32 %t
}
define i32 @later(i8 %n, i32 %x) unnamed_addr addrspace(1) {
start:
  br label %loop
loop:
  %i = phi i8 [ %n, %start ], [ %j, %loop ]
  %s = phi i32 [ 0, %start ], [ %t, %loop ]
  %t = add i32 %x, %s
  %d = sub i32 %t, %s
  %c = icmp ne i32 %d, %x
  %j = add i8 %i, -1
  %z = icmp eq i8 %j, 0
  %e = or i1 %z, %c
  br i1 %e, label %end, label %loop
end:
  ret i32 %t
}
declare i32 @llvm.bswap.i32(i32) addrspace(1)
