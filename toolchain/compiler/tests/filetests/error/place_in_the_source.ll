; test error
; error: core/src/ops/arith.rs:108, inlined at src/main.rs:30: in own::area: floating point
define internal float @_RNvCs1234_3own4area(float %x) unnamed_addr addrspace(1) !dbg !3 {
  %y = fadd float %x, 1.0, !dbg !5
  ret float %y
}
define void @main() unnamed_addr addrspace(1) !dbg !4 {
  %x = load volatile float, ptr inttoptr (i16 100 to ptr), align 1
  %y = call float @_RNvCs1234_3own4area(float %x)
  store volatile float %y, ptr inttoptr (i16 100 to ptr), align 1
  ret void
}
!1 = !DIFile(filename: "src/main.rs", directory: "/work")
!2 = !DIFile(filename: "/usr/lib/rustlib/src/rust/library/core/src/ops/arith.rs", directory: "")
!3 = distinct !DISubprogram(name: "area", scope: null, file: !1, line: 29)
!4 = distinct !DISubprogram(name: "main", scope: null, file: !1, line: 3)
!5 = !DILocation(line: 108, column: 5, scope: !6, inlinedAt: !7)
!6 = distinct !DISubprogram(name: "add", scope: null, file: !2, line: 105)
!7 = distinct !DILocation(line: 30, column: 9, scope: !3)
