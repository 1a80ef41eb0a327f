; test run
; Pointers of the address spaces of data and of code are the same numbers, and rustc's output mixes them.
; run: f(2) == 3
; run: f(12) == 0
; run: called(0) == 8
; run: called(1) == 9
@x = internal global [4 x i8] c"\01\02\03\04"
define i8 @f(i8 %i) addrspace(1) {
start:
  %small = icmp ult i8 %i, 4
  %k = zext i8 %i to i16
  %p = getelementptr inbounds i8, ptr @x, i16 %k
  %s = select i1 %small, ptr %p, ptr addrspace(1) null
  %none = icmp eq ptr addrspace(1) %s, ptr null
  br i1 %none, label %end, label %some
some:
  %v = load i8, ptr addrspace(1) %s, align 1
  br label %end
end:
  %r = phi i8 [ 0, %start ], [ %v, %some ]
  ret i8 %r
}
define internal i8 @eight() addrspace(1) {
  ret i8 8
}
define internal i8 @nine() addrspace(1) {
  ret i8 9
}
define i8 @called(i1 %c) addrspace(1) {
  %f = select i1 %c, ptr addrspace(1) @nine, ptr addrspacecast (ptr addrspace(1) @eight to ptr)
  %same = icmp ne ptr %f, ptr addrspace(1) @called
  br i1 %same, label %call, label %end
call:
  %r = call addrspace(1) i8 %f()
  ret i8 %r
end:
  ret i8 0
}
