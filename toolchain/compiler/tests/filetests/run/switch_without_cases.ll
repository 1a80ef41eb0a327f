; test run
; A switch on a number that can have none of the cases' values only jumps. Whatever was to arrive in A behind it, loading
; the number took it away, and the loop had no end. Shrunk from random Rust at opt-level z.
; run: f(908978977) == 7
; run: f(0) == 7

define i8 @f(i32 %a0) unnamed_addr addrspace(1) {
b0:
  br label %outer
outer:
  %f = phi i1 [ false, %b0 ], [ %fbe, %outerback ]
  %i = phi i64 [ 0, %b0 ], [ %ibe, %outerback ]
  %p = phi i32 [ %a0, %b0 ], [ %pbe, %outerback ]
  %z = icmp eq i32 %p, 0
  br label %inner
inner:
  %f2 = phi i1 [ %f, %outer ], [ %f2be, %innerback ]
  %i2 = phi i64 [ %i, %outer ], [ %i2be, %innerback ]
  br i1 %f2, label %exit, label %b3
b3:
  %last = icmp eq i64 %i2, 5
  br i1 %last, label %b8, label %b6
b6:
  %next = add nsw i64 %i2, 1
  %t = trunc i64 %i2 to i16
  switch i16 %t, label %b8 [
    i16 -16384, label %innerback
    i16 -8192, label %outerback
    i16 1024, label %outerback
  ]
b8:
  %t2 = phi i16 [ %t, %b6 ], [ 5, %b3 ]
  %n2 = phi i64 [ %next, %b6 ], [ 5, %b3 ]
  %low = icmp ult i16 %t2, 3
  %or = select i1 %low, i1 true, i1 %z
  br i1 %or, label %innerback, label %b14
innerback:
  %f2be = phi i1 [ false, %b6 ], [ %last, %b8 ]
  %i2be = phi i64 [ %next, %b6 ], [ %n2, %b8 ]
  br label %inner
b14:
  %b = trunc i64 %i2 to i8
  %nz = icmp ne i8 %b, 0
  %x = zext i1 %nz to i32
  br label %outerback
outerback:
  %fbe = phi i1 [ %last, %b14 ], [ false, %b6 ], [ false, %b6 ]
  %ibe = phi i64 [ %n2, %b14 ], [ %next, %b6 ], [ %next, %b6 ]
  %pbe = phi i32 [ %x, %b14 ], [ 0, %b6 ], [ 0, %b6 ]
  br label %outer
exit:
  ret i8 7
}
