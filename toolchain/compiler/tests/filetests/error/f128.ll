; test error
; error: the type `fp128` (Rust's `f128`)
define i8 @f(ptr %p) unnamed_addr addrspace(1) {
  %n = load fp128, ptr %p, align 1
  %r = fptoui fp128 %n to i8
  ret i8 %r
}
