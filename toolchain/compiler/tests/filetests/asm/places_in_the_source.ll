; test asm
; Remarks name file and line of the Rust source; of inlined code of a library, the place of the call besides.
define i8 @f(i8 %n) unnamed_addr addrspace(1) {
  store volatile i8 %n, ptr inttoptr (i16 49152 to ptr), align 1, !dbg !3
  store volatile i8 %n, ptr inttoptr (i16 49153 to ptr), align 1, !dbg !4
  store volatile i8 %n, ptr inttoptr (i16 49154 to ptr), align 1, !dbg !3
  ret i8 %n, !dbg !3
}
!1 = !DIFile(filename: "src/main.rs", directory: "/work")
!2 = !DIFile(filename: "/rustc/12ab/library/core/src/ptr/mod.rs", directory: "")
!3 = !DILocation(line: 12, column: 5, scope: !5)
!4 = !DILocation(line: 2457, column: 5, scope: !6, inlinedAt: !7)
!5 = distinct !DISubprogram(name: "f", scope: null, file: !1, line: 3)
!6 = distinct !DISubprogram(name: "write_volatile", scope: null, file: !2, line: 105)
!7 = distinct !DILocation(line: 14, column: 9, scope: !5)
;; f:
;; .0:
;;   ; src/main.rs:12
;;   sta $C000
;;   ; core/src/ptr/mod.rs:2457, inlined at src/main.rs:14
;;   sta $C001
;;   ; src/main.rs:12
;;   sta $C002
;;   rts
