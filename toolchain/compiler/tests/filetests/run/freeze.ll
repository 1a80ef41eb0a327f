; test run
; A frozen value that is not undefined is itself; undefined ones may be merged with defined ones unread.
; run: f(1, 9) == 9
; run: f(0, 9) == 1
define i8 @f(i8 %c, i8 %a) unnamed_addr addrspace(1) {
start:
  %z = icmp eq i8 %c, 0
  br i1 %z, label %none, label %some
none:
  br label %join
some:
  br label %join
join:
  %v = phi i8 [ undef, %none ], [ %a, %some ]
  %flag = phi i1 [ false, %none ], [ true, %some ]
  br i1 %flag, label %use, label %leave
use:
  %w = freeze i8 %v
  ret i8 %w
leave:
  ret i8 1
}
