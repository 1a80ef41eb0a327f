; test error
; error: an integer of 3 bits (as a parameter)
define i8 @f(i3 %n) unnamed_addr addrspace(1) {
  %r = zext i3 %n to i8
  ret i8 %r
}
define void @main() unnamed_addr addrspace(1) {
  %n = call i8 @f(i3 2)
  store volatile i8 %n, ptr inttoptr (i16 100 to ptr), align 1
  ret void
}
