; test error
; error: nowhere, used in main (src/main.rs:4)
declare void @nowhere() addrspace(1)
define void @main() unnamed_addr addrspace(1) {
  call addrspace(1) void @nowhere(), !dbg !2
  ret void
}
!1 = !DIFile(filename: "src/main.rs", directory: "/work")
!2 = !DILocation(line: 4, column: 5, scope: !3)
!3 = distinct !DISubprogram(name: "main", scope: null, file: !1, line: 3)
