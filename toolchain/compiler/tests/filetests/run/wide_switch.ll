; test run
; Every case of a switch on several bytes reads them again; the first may be in A only.
; run: f(1) == 0
; run: f(0) == 9
; run: f(3) == 30
@n = internal global i8 0, align 1
define i8 @f(i8 %a) unnamed_addr addrspace(1) {
start:
  %c = icmp eq i8 %a, 0
  br i1 %c, label %none, label %some
some:
  %w = zext i8 %a to i32
  br label %join
none:
  store i8 9, ptr @n, align 1
  br label %join
join:
  %v = phi i32 [ %w, %some ], [ 1048576, %none ]
  switch i32 %v, label %other [ i32 32768, label %x i32 4096, label %y i32 0, label %y i32 10, label %y i32 3, label %z ]
x:
  ret i8 10
y:
  ret i8 20
z:
  ret i8 30
other:
  %m = load i8, ptr @n, align 1
  ret i8 %m
}
