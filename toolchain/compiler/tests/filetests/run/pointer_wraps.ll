; test run
; An address that is counted on without `inbounds` may wrap around the address space, and come back into its variable.
; run: f(21845, 77) == 77
; run: f(3, 77) == 9
; run: g(21845, 77) == 77
; run: g(3, 77) == 9

@s = internal global [40 x i8] zeroinitializer, align 1
@u = internal global [40 x i8] undef, align 1

define i8 @f(i16 %i, i8 %v) unnamed_addr addrspace(1) {
  store i8 9, ptr getelementptr (i8, ptr @s, i16 3), align 1
  %c = icmp ult i16 %i, 30000
  br i1 %c, label %ok, label %no
ok:
  %p = getelementptr [3 x i8], ptr getelementptr (i8, ptr @s, i16 4), i16 %i
  store i8 %v, ptr %p, align 1
  %x = load i8, ptr getelementptr (i8, ptr @s, i16 3), align 1
  ret i8 %x
no:
  ret i8 0
}

define i8 @g(i16 %i, i8 %v) unnamed_addr addrspace(1) {
  store i8 9, ptr getelementptr (i8, ptr @u, i16 3), align 1
  %c = icmp ult i16 %i, 30000
  br i1 %c, label %ok, label %no
ok:
  %p = getelementptr [3 x i8], ptr getelementptr (i8, ptr @u, i16 4), i16 %i
  store i8 %v, ptr %p, align 1
  %x = load i8, ptr getelementptr (i8, ptr @u, i16 3), align 1
  ret i8 %x
no:
  ret i8 0
}
