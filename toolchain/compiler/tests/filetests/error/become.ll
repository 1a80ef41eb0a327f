; test error
; error: the instruction `musttail` (a guaranteed tail call, Rust's `become`) is not supported
define i8 @f(i8 %n) unnamed_addr addrspace(1) {
  %r = musttail call i8 @f(i8 %n)
  ret i8 %r
}
