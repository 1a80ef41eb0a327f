; test error
; error: an `alloca` outside of the entry block
define i8 @f(i8 %n) unnamed_addr addrspace(1) {
  %z = icmp eq i8 %n, 0
  br i1 %z, label %end, label %go
go:
  %a = alloca [4 x i8], align 1
  store i8 %n, ptr %a, align 1
  %v = load volatile i8, ptr %a, align 1
  ret i8 %v
end:
  ret i8 0
}
define void @main() unnamed_addr addrspace(1) {
  %n = load volatile i8, ptr inttoptr (i16 100 to ptr), align 1
  %r = call i8 @f(i8 %n)
  store volatile i8 %r, ptr inttoptr (i16 100 to ptr), align 1
  ret void
}
