; test error
; error: src/main.rs:4: in own::main2: the instruction `va_arg` is not supported (test.ll:
define void @main() unnamed_addr addrspace(1) {
  call void @_RNvCs1234_3own5main2()
  ret void
}
define internal void @_RNvCs1234_3own5main2() unnamed_addr addrspace(1) {
  %x = va_arg ptr null, i8, !dbg !2
  ret void
}
!1 = !DIFile(filename: "src/main.rs", directory: "/work")
!2 = !DILocation(line: 4, column: 5, scope: !3)
!3 = distinct !DISubprogram(name: "main2", scope: null, file: !1, line: 3)
