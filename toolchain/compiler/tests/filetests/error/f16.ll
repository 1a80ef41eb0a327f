; test error
; error: the type `half` (Rust's `f16`)
define half @f(half %n) unnamed_addr addrspace(1) {
  %r = fadd half %n, %n
  ret half %r
}
