; ModuleID = 'p18_asm.d7f3042746f63d2c-cgu.0'
source_filename = "p18_asm.d7f3042746f63d2c-cgu.0"
target datalayout = "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8"
target triple = "avr-unknown-unknown"

module asm ".byte 1"

; Function Attrs: nounwind optsize
define dso_local void @main() unnamed_addr addrspace(1) #0 {
start:
  tail call addrspace(0) void asm sideeffect alignstack "sei", "~{sreg},~{memory}"() #1, !srcloc !1
  tail call addrspace(0) void asm sideeffect "lda #5\0Asta $$d020", "~{sreg},~{memory}"() #1, !srcloc !2
  %0 = tail call addrspace(0) i8 asm sideeffect alignstack "ldx ${1}\0Amov ${0}, ${1}", "=&r,r,~{sreg},~{memory}"(i8 7) #1, !srcloc !3
  tail call addrspace(1) void @putch(i8 noundef %0) #1
  ret void
}

; Function Attrs: nounwind optsize
declare dso_local void @putch(i8 noundef) unnamed_addr addrspace(1) #0

attributes #0 = { nounwind optsize "target-cpu"="atmega328p" }
attributes #1 = { nounwind }

!llvm.ident = !{!0}

!0 = !{!"rustc version 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"}
!1 = !{i64 622770258062}
!2 = !{i64 751619276967, i64 807453851827}
!3 = !{i64 1095216660728, i64 1163936137475}
