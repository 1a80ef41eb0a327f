; test lower
; A `main` that is called has an object for each call.
@n = internal global i8 0, align 1
define internal i8 @f(ptr %state) unnamed_addr addrspace(1) {
  %x = load i8, ptr %state, align 1
  ret i8 %x
}
define void @main() unnamed_addr addrspace(1) {
  %state = alloca i8, align 1
  %n = load i8, ptr @n, align 1
  store i8 %n, ptr %state, align 1
  %last = icmp eq i8 %n, 3
  br i1 %last, label %end, label %deeper
deeper:
  %m = add i8 %n, 1
  store i8 %m, ptr @n, align 1
  call addrspace(1) void @main()
  br label %end
end:
  %x = call addrspace(1) i8 @f(ptr %state)
  store volatile i8 %x, ptr @n, align 1
  ret void
}
;; (r0 r1) -> 1
;; b0: 0
;;   r2 = load [(r1:r0)+0]
;;   ret r2
