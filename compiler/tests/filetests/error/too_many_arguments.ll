; test error
; error: a call that passes or returns more than 16 bytes
@table = internal global [1 x ptr addrspace(1)] [ptr addrspace(1) @g], align 1
define internal void @g(i64 %a, i64 %b, i8 %c) unnamed_addr addrspace(1) {
  ret void
}
define void @main() unnamed_addr addrspace(1) {
  %p = load volatile ptr addrspace(1), ptr @table, align 1
  call addrspace(1) void %p(i64 1, i64 2, i8 3)
  ret void
}
