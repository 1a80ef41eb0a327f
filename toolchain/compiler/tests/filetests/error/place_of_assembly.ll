; test error
; error: assembly in function own::beep (src/main.rs:4), line 2:
define internal void @_RNvCs1234_3own4beep() unnamed_addr addrspace(1) noinline {
  call void asm sideeffect "nop\0Afrob", ""(), !dbg !2
  ret void
}
define void @main() unnamed_addr addrspace(1) {
  call void @_RNvCs1234_3own4beep()
  ret void
}
!1 = !DIFile(filename: "src/main.rs", directory: "/work")
!2 = !DILocation(line: 4, column: 5, scope: !3)
!3 = distinct !DISubprogram(name: "beep", scope: null, file: !1, line: 3)
