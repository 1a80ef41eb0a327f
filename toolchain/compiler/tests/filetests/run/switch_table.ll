; test run
; A jump table with a gap, an offset, and values on both sides of it.
; run: f(0) == 0
; run: f(99) == 0
; run: f(100) == 198
; run: f(103) == 219
; run: f(104) == 0
; run: f(109) == 10
; run: f(110) == 0
; run: f(255) == 0
define i8 @f(i8 %a) unnamed_addr addrspace(1) {
start:
  switch i8 %a, label %other [ i8 100, label %b100 i8 101, label %b101 i8 102, label %b102 i8 103, label %b103 i8 105, label %b105 i8 106, label %b106 i8 107, label %b107 i8 109, label %b109 ]
b100:
  br label %end
b101:
  br label %end
b102:
  br label %end
b103:
  br label %end
b105:
  br label %end
b106:
  br label %end
b107:
  br label %end
b109:
  br label %end
other:
  br label %end
end:
  %r = phi i8 [ 0, %other ], [ 198, %b100 ], [ 205, %b101 ], [ 212, %b102 ], [ 219, %b103 ], [ 233, %b105 ], [ 240, %b106 ], [ 247, %b107 ], [ 10, %b109 ]
  ret i8 %r
}
