; test error
; error: nowhere
declare void @nowhere() addrspace(1)
define void @main() unnamed_addr addrspace(1) {
  call addrspace(1) void @nowhere()
  ret void
}
