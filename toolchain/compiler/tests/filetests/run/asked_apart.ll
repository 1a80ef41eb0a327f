; test run
; run: f(3, 3) == 1
; run: f(3, 4) == 0
; run: f(5, 4) == 1
; run: f(5, 5) == 1
; run: g(3, 3) == 0
; run: g(4, 3) == 2
; run: g(5, 3) == 0
; run: g(5, 5) == 0
; Both conditions decide, whichever is asked first.
@table = internal constant [8 x i8] c"\00\01\02\40\00\09\00\80"
define i8 @f(i8 %n, i8 %m) unnamed_addr addrspace(1) {
start:
  %index = zext i8 %n to i16
  %p = getelementptr inbounds nuw i8, ptr @table, i16 %index
  %byte = load i8, ptr %p
  %bit = and i8 %byte, 73
  %bit2 = and i8 %bit, 9
  %is = icmp ne i8 %bit2, 0
  %last = icmp eq i8 %n, %m
  %any = or i1 %last, %is
  br i1 %any, label %leaf, label %next
leaf:
  ret i8 1
next:
  ret i8 0
}
define i8 @g(i8 %n, i8 %m) unnamed_addr addrspace(1) {
start:
  %index = zext i8 %n to i16
  %p = getelementptr inbounds nuw i8, ptr @table, i16 %index
  %byte = load i8, ptr %p
  %bit = and i8 %byte, 9
  %is = icmp eq i8 %bit, 0
  %above = icmp ugt i8 %n, %m
  %all = and i1 %is, %above
  br i1 %all, label %yes, label %no
yes:
  ret i8 2
no:
  ret i8 0
}
