; test run
; A counter of 16 bits of which nothing is read but whether it has come to its end: from numbers on both
; sides of the boundaries of a byte.
; run: f(1) == 1
; run: f(255) == 255
; run: f(256) == 256
; run: f(257) == 257
; run: f(512) == 512
; run: f(513) == 513

define i16 @f(i16 %n) unnamed_addr addrspace(1) {
start:
  br label %down

down:
  %i = phi i16 [ %n, %start ], [ %j, %down ]
  %a = phi i16 [ 0, %start ], [ %b, %down ]
  %b = add i16 %a, 1
  %j = add i16 %i, -1
  %done = icmp eq i16 %j, 0
  br i1 %done, label %middle, label %down

middle:
  %from = phi i16 [ %b, %down ]
  br label %up

up:
  %k = phi i16 [ %l, %up ], [ 0, %middle ]
  %c = phi i16 [ %d, %up ], [ 0, %middle ]
  %d = add i16 %c, 3
  %l = add nuw i16 1, %k
  %more = icmp ne i16 %n, %l
  br i1 %more, label %up, label %end

end:
  %three = mul i16 %from, 2
  %sum = sub i16 %d, %three
  ret i16 %sum
}
