; ModuleID = 'p15_float.5f4d732cf262957e-cgu.0'
source_filename = "p15_float.5f4d732cf262957e-cgu.0"
target datalayout = "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8"
target triple = "avr-unknown-unknown"

@D = dso_local global [8 x i8] c"\00\00\00\00\00\00\04@", align 1
@X = dso_local global [4 x i8] c"\00\00\C0?", align 1

; p15_float::poly
; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(none)
define internal fastcc noundef float @_RNvCs8biaYknTSH2_9p15_float4poly(float noundef %x) unnamed_addr addrspace(1) #0 {
start:
  %_3 = fmul float %x, 3.000000e+00
  %_2 = fadd float %_3, 1.000000e+00
  %_4 = fadd float %x, -2.500000e-01
  %_0 = fdiv float %_2, %_4
  ret float %_0
}

; Function Attrs: nounwind optsize
define dso_local void @main() unnamed_addr addrspace(1) #1 {
start:
  %0 = load volatile float, ptr @X, align 1
  %1 = load volatile double, ptr @D, align 1, !noalias !1
; call p15_float::poly
  %y = tail call fastcc noundef addrspace(1) float @_RNvCs8biaYknTSH2_9p15_float4poly(float noundef %0) #3
  %_0.i = bitcast float %y to i32
; call rt::hex32
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %_0.i) #4
  %_12 = fmul float %y, 1.000000e+01
  %_11 = tail call addrspace(1) i16 @llvm.fptoui.sat.i16.f32(float %_12)
  %_4.i = lshr i16 %_11, 8
  %_3.i = trunc nuw i16 %_4.i to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_3.i) #4
  %_5.i = trunc i16 %_11 to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_5.i) #4
  %_16 = fneg float %y
  %_15 = tail call addrspace(1) i16 @llvm.fptosi.sat.i16.f32(float %_16)
  %_4.i4 = lshr i16 %_15, 8
  %_3.i5 = trunc nuw i16 %_4.i4 to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_3.i5) #4
  %_5.i6 = trunc i16 %_15 to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_5.i6) #4
  %_19 = fcmp olt float %y, 5.000000e+00
  %_18 = zext i1 %_19 to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_18) #4
  %_23 = tail call addrspace(1) i16 @llvm.fptoui.sat.i16.f32(float %0)
  %_22 = uitofp i16 %_23 to float
  %_0.i1 = bitcast float %_22 to i32
; call rt::hex32
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %_0.i1) #4
  %2 = tail call noundef addrspace(1) float @llvm.fabs.f32(float %y)
  %3 = tail call nsz noundef addrspace(1) float @llvm.maximumnum.f32(float %2, float 3.000000e+00)
  %_0.i2 = bitcast float %3 to i32
; call rt::hex32
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %_0.i2) #4
  %_31 = fmul double %1, 2.000000e+00
  %_32 = fpext float %0 to double
  %_30 = fadd double %_31, %_32
  %4 = bitcast double %_30 to i64
  %_4.i7 = lshr i64 %4, 32
  %_3.i8 = trunc nuw i64 %_4.i7 to i32
; call rt::hex32
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %_3.i8) #4
  %_5.i9 = trunc i64 %4 to i32
; call rt::hex32
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %_5.i9) #4
  tail call addrspace(1) void @putch(i8 noundef 10) #4
  ret void
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) addrspace(1) #2

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maximumnum.f32(float, float) addrspace(1) #2

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.fptoui.sat.i16.f32(float) addrspace(1) #2

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.fptosi.sat.i16.f32(float) addrspace(1) #2

; Function Attrs: nounwind optsize
declare dso_local void @putch(i8 noundef) unnamed_addr addrspace(1) #1

; rt::hex8
; Function Attrs: nounwind optsize
define internal fastcc void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %n) unnamed_addr addrspace(1) #1 {
start:
  %_3 = lshr i8 %n, 4
  %_3.i = icmp ult i8 %n, -96
  %0 = or disjoint i8 %_3, 48
  %1 = add nuw nsw i8 %_3, 55
  %_2.sroa.0.0.i = select i1 %_3.i, i8 %0, i8 %1
  tail call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i) #4
  %_4 = and i8 %n, 15
  %_3.i1 = icmp samesign ult i8 %_4, 10
  %2 = or disjoint i8 %_4, 48
  %3 = add nuw nsw i8 %_4, 55
  %_2.sroa.0.0.i2 = select i1 %_3.i1, i8 %2, i8 %3
  tail call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i2) #4
  ret void
}

; rt::hex32
; Function Attrs: nounwind optsize
define internal fastcc void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %n) unnamed_addr addrspace(1) #1 {
start:
  %_4 = lshr i32 %n, 16
  %_4.i4 = lshr i32 %n, 24
  %_3.i = trunc nuw i32 %_4.i4 to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_3.i) #4
  %_5.i = trunc i32 %_4 to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_5.i) #4
  %_4.i15 = lshr i32 %n, 8
  %_3.i2 = trunc i32 %_4.i15 to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_3.i2) #4
  %_5.i3 = trunc i32 %n to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_5.i3) #4
  ret void
}

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(none) "target-cpu"="atmega328p" }
attributes #1 = { nounwind optsize "target-cpu"="atmega328p" }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { noinline nounwind }
attributes #4 = { nounwind }

!llvm.ident = !{!0}

!0 = !{!"rustc version 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"}
!1 = !{!2}
!2 = distinct !{!2, !3, !"_RINvNtCsfXJECVlWCAE_4core3ptr13read_volatiledECs8biaYknTSH2_9p15_float: %_0"}
!3 = distinct !{!3, !"_RINvNtCsfXJECVlWCAE_4core3ptr13read_volatiledECs8biaYknTSH2_9p15_float"}
