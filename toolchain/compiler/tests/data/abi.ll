; ModuleID = 'p19_abi.732bd33b6e4df707-cgu.0'
source_filename = "p19_abi.732bd33b6e4df707-cgu.0"
target datalayout = "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8"
target triple = "avr-unknown-unknown"

@FAST = dso_local local_unnamed_addr global [1 x i8] c"\03", section ".zp", align 1
@TAB = dso_local constant [256 x i8] c"\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07", align 256

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: readwrite)
define dso_local void @cs2(ptr dead_on_unwind noalias noundef writable writeonly sret([2 x i8]) align 1 captures(none) dereferenceable(2) initializes((0, 2)) %_0, ptr dead_on_return noalias noundef readonly align 1 captures(none) dereferenceable(2) %a) unnamed_addr addrspace(1) #0 {
start:
  %0 = getelementptr inbounds nuw i8, ptr %a, i16 1
  %_2 = load i8, ptr %0, align 1, !noundef !1
  %_3 = load i8, ptr %a, align 1, !noundef !1
  store i8 %_2, ptr %_0, align 1
  %1 = getelementptr inbounds nuw i8, ptr %_0, i16 1
  store i8 %_3, ptr %1, align 1
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: readwrite)
define dso_local void @cs3(ptr dead_on_unwind noalias noundef writable writeonly sret([3 x i8]) align 1 captures(none) dereferenceable(3) initializes((0, 3)) %_0, ptr dead_on_return noalias noundef readonly align 1 captures(none) dereferenceable(3) %a) unnamed_addr addrspace(1) #0 {
start:
  %_3 = load i8, ptr %a, align 1, !noundef !1
  %_2 = add i8 %_3, 1
  %0 = getelementptr inbounds nuw i8, ptr %a, i16 1
  %_5 = load i16, ptr %0, align 1, !noundef !1
  %_4 = add i16 %_5, 1
  store i8 %_2, ptr %_0, align 1
  %1 = getelementptr inbounds nuw i8, ptr %_0, i16 1
  store i16 %_4, ptr %1, align 1
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: readwrite)
define dso_local void @cs5(ptr dead_on_unwind noalias noundef writable writeonly sret([5 x i8]) align 1 captures(none) dereferenceable(5) initializes((0, 5)) %_0, ptr dead_on_return noalias noundef readonly align 1 captures(none) dereferenceable(5) %a) unnamed_addr addrspace(1) #0 {
start:
  %_3 = load i8, ptr %a, align 1, !noundef !1
  %_2 = add i8 %_3, 1
  %0 = getelementptr inbounds nuw i8, ptr %a, i16 1
  %_5 = load i32, ptr %0, align 1, !noundef !1
  %_4 = add i32 %_5, 1
  store i8 %_2, ptr %_0, align 1
  %1 = getelementptr inbounds nuw i8, ptr %_0, i16 1
  store i32 %_4, ptr %1, align 1
  ret void
}

; Function Attrs: nofree norecurse nounwind optsize memory(readwrite, target_mem0: none, target_mem1: none)
define dso_local avr_signalcc  void @irq() unnamed_addr addrspace(1) #1 {
start:
  store volatile i8 1, ptr inttoptr (i16 -12263 to ptr), align 1
  ret void
}

; Function Attrs: nounwind optsize
define dso_local void @main() unnamed_addr addrspace(1) #2 {
start:
  %0 = alloca [5 x i8], align 1
  %1 = alloca [3 x i8], align 1
  %2 = alloca [2 x i8], align 1
  %3 = alloca [3 x i8], align 1
  %t = alloca [10 x i8], align 1
  %_2 = alloca [10 x i8], align 1
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %_2)
  call addrspace(1) void @llvm.memset.p0.i16(ptr noundef nonnull align 1 dereferenceable(10) %_2, i8 3, i16 10, i1 false)
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %3)
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i8 1, ptr %2, align 1
  %4 = getelementptr inbounds nuw i8, ptr %2, i16 1
  store i8 2, ptr %4, align 1
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %1)
  store i8 1, ptr %1, align 1
  %5 = getelementptr inbounds nuw i8, ptr %1, i16 1
  store i16 2, ptr %5, align 1
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %0)
  store i8 1, ptr %0, align 1
  %6 = getelementptr inbounds nuw i8, ptr %0, i16 1
  store i32 2, ptr %6, align 1
  call addrspace(1) void @ext(ptr noalias noundef nonnull sret([3 x i8]) align 1 captures(address) dereferenceable(3) %3, ptr noalias noundef nonnull align 1 captures(address) dereferenceable(2) %2, ptr noalias noundef nonnull align 1 captures(address) dereferenceable(3) %1, ptr noalias noundef nonnull align 1 captures(address) dereferenceable(5) %0, ptr noalias noundef nonnull align 1 captures(address) dereferenceable(10) %_2, i8 noundef 1, i16 noundef 2, i32 noundef 3, i1 noundef zeroext true, i8 noundef -1, ptr addrspace(1) noundef null) #6
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %2)
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %1)
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %0)
  %7 = getelementptr inbounds nuw i8, ptr %3, i16 1
  %r.1 = load i16, ptr %7, align 1, !noundef !1
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %3)
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %_2)
  %_4.i = lshr i16 %r.1, 8
  %_3.i = trunc nuw i16 %_4.i to i8
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_3.i) #6
  %_5.i = trunc i16 %r.1 to i8
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_5.i) #6
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %t)
  call addrspace(1) void @ext2(ptr noalias noundef nonnull sret([10 x i8]) align 1 captures(address) dereferenceable(10) %t, ptr noundef nonnull @TAB, i16 noundef 5) #6
  %8 = getelementptr inbounds nuw i8, ptr %t, i16 1
  %_12 = load i8, ptr %8, align 1, !noundef !1
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_12) #6
  %_14 = call noundef addrspace(1) i64 @ext64(i64 noundef 5) #6
  %_4.i1 = lshr i64 %_14, 32
  %_3.i2 = trunc nuw i64 %_4.i1 to i32
; call rt::hex32
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %_3.i2) #6
  %_5.i3 = trunc i64 %_14 to i32
; call rt::hex32
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %_5.i3) #6
  %_17 = call noundef addrspace(1) float @extf(float noundef 1.500000e+00) #6
  %_0.i = bitcast float %_17 to i32
; call rt::hex32
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %_0.i) #6
  %9 = call addrspace(0) { i8, i8 } asm sideeffect "jsr $$ffe4", "=&{r24},=&{r25},~{sreg},~{memory}"() #6, !srcloc !2
  %10 = extractvalue { i8, i8 } %9, 0
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %10) #6
  %11 = call addrspace(0) { i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8 } asm sideeffect alignstack "jsr ${12:c}", "={r18},={r19},={r20},={r21},={r22},={r23},={r24},={r25},={r26},={r27},={r30},={r31},s,{r24},~{sreg},~{memory}"(ptr addrspace(1) @sect, i8 65) #6, !srcloc !3
  %12 = call addrspace(0) i8 asm alignstack "/* ${0} ${2} */", "=r,0,r"(i8 5, i16 4660) #7, !srcloc !4
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %12) #6
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %t)
  ret void
}

; Function Attrs: nounwind optsize
define dso_local void @many(ptr dead_on_unwind noalias noundef writable writeonly sret([8 x i8]) align 1 captures(none) dereferenceable(8) initializes((0, 8)) %_0, i8 noundef %a, i16 noundef %b, i32 noundef %c, i64 noundef %d, ptr noalias noundef nonnull readonly captures(none) %e.0, i16 noundef range(i16 0, -32768) %e.1, ptr noalias noundef nonnull readonly captures(none) %f.0, i16 noundef %f.1, i32 noundef range(i32 0, 1114112) %g, i1 noundef zeroext %h, i8 noundef %i.0, i8 noundef %i.1, i1 noundef zeroext %j.0, i8 %j.1, ptr noalias noundef readonly captures(address_is_null) dereferenceable_or_null(1) %k, ptr noundef nonnull %l.0, ptr noalias noundef readonly captures(none) dereferenceable(12) %l.1) unnamed_addr addrspace(1) #2 {
start:
  %.not.i = icmp eq ptr %k, null
  br i1 %.not.i, label %_RINvMNtCsfXJECVlWCAE_4core6optionINtB3_6OptionRhE6map_orhNCNvCs9T3jQVXFKmN_7p19_abi4many0EBX_.exit, label %bb3.i

bb3.i:                                            ; preds = %start
  %_0.i.i = load i8, ptr %k, align 1, !alias.scope !5, !noundef !1
  br label %_RINvMNtCsfXJECVlWCAE_4core6optionINtB3_6OptionRhE6map_orhNCNvCs9T3jQVXFKmN_7p19_abi4many0EBX_.exit

_RINvMNtCsfXJECVlWCAE_4core6optionINtB3_6OptionRhE6map_orhNCNvCs9T3jQVXFKmN_7p19_abi4many0EBX_.exit: ; preds = %start, %bb3.i
  %_0.sroa.0.0.i = phi i8 [ %_0.i.i, %bb3.i ], [ 1, %start ]
  %_23 = zext i8 %a to i64
  %_24 = zext i16 %b to i64
  %_22 = add nuw nsw i64 %_24, %_23
  %_25 = zext i32 %c to i64
  %_21 = add nuw nsw i64 %_22, %_25
  %_20 = add i64 %_21, %d
  %_26 = zext nneg i16 %e.1 to i64
  %_19 = add i64 %_20, %_26
  %_28 = zext i16 %f.1 to i64
  %_18 = add i64 %_19, %_28
  %_30 = zext nneg i32 %g to i64
  %_17 = add i64 %_18, %_30
  %_31 = zext i1 %h to i64
  %_16 = add i64 %_17, %_31
  %_32 = zext i8 %i.1 to i64
  %_15 = add i64 %_16, %_32
  %0 = zext i8 %j.1 to i64
  %_34 = select i1 %j.0, i64 %0, i64 3
  %_14 = add i64 %_15, %_34
  %_36 = zext i8 %_0.sroa.0.0.i to i64
  %_13 = add i64 %_14, %_36
  %1 = getelementptr inbounds nuw i8, ptr %l.1, i16 10
  %2 = load ptr addrspace(1), ptr %1, align 1, !invariant.load !1, !nonnull !1
  %_39 = tail call noundef addrspace(1) i8 %2(ptr noundef nonnull %l.0, i8 noundef 3) #8
  %_38 = zext i8 %_39 to i64
  %3 = add i64 %_13, %_38
  store i64 %3, ptr %_0, align 1
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: readwrite)
define dso_local void @r3(ptr dead_on_unwind noalias noundef writable writeonly sret([3 x i8]) align 1 captures(none) dereferenceable(3) initializes((0, 3)) %_0, ptr dead_on_return noalias noundef readonly align 1 captures(none) dereferenceable(3) %a) unnamed_addr addrspace(1) #0 {
start:
  %0 = getelementptr inbounds nuw i8, ptr %a, i16 2
  %_2 = load i8, ptr %0, align 1, !noundef !1
  %1 = getelementptr inbounds nuw i8, ptr %a, i16 1
  %_3 = load i8, ptr %1, align 1, !noundef !1
  %_4 = load i8, ptr %a, align 1, !noundef !1
  store i8 %_2, ptr %_0, align 1
  %2 = getelementptr inbounds nuw i8, ptr %_0, i16 1
  store i8 %_3, ptr %2, align 1
  %3 = getelementptr inbounds nuw i8, ptr %_0, i16 2
  store i8 %_4, ptr %3, align 1
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define dso_local { i8, i16 } @rs3(i8 noundef %a.0, i16 noundef %a.1) unnamed_addr addrspace(1) #3 {
start:
  %_2 = add i8 %a.0, 1
  %_4 = add i16 %a.1, 1
  %0 = insertvalue { i8, i16 } poison, i8 %_2, 0
  %1 = insertvalue { i8, i16 } %0, i16 %_4, 1
  ret { i8, i16 } %1
}

; Function Attrs: nounwind optsize
define dso_local void @sect() unnamed_addr addrspace(1) #2 section ".text.init" {
start:
  tail call addrspace(1) void @putch(i8 noundef 1) #6
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) addrspace(1) #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) addrspace(1) #4

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i16(ptr writeonly captures(none), i8, i16, i1 immarg) addrspace(1) #5

; Function Attrs: nounwind optsize
declare dso_local void @ext(ptr dead_on_unwind noalias noundef writable sret([3 x i8]) align 1 captures(address) dereferenceable(3), ptr dead_on_return noalias noundef align 1 captures(address) dereferenceable(2), ptr dead_on_return noalias noundef align 1 captures(address) dereferenceable(3), ptr dead_on_return noalias noundef align 1 captures(address) dereferenceable(5), ptr dead_on_return noalias noundef align 1 captures(address) dereferenceable(10), i8 noundef, i16 noundef, i32 noundef, i1 noundef zeroext, i8 noundef, ptr addrspace(1) noundef) unnamed_addr addrspace(1) #2

; Function Attrs: nounwind optsize
declare dso_local void @ext2(ptr dead_on_unwind noalias noundef writable sret([10 x i8]) align 1 captures(address) dereferenceable(10), ptr noundef, i16 noundef) unnamed_addr addrspace(1) #2

; Function Attrs: nounwind optsize
declare dso_local noundef i64 @ext64(i64 noundef) unnamed_addr addrspace(1) #2

; Function Attrs: nounwind optsize
declare dso_local noundef float @extf(float noundef) unnamed_addr addrspace(1) #2

; Function Attrs: nounwind optsize
declare dso_local void @putch(i8 noundef) unnamed_addr addrspace(1) #2

; rt::hex8
; Function Attrs: nounwind optsize
define internal fastcc void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %n) unnamed_addr addrspace(1) #2 {
start:
  %_3 = lshr i8 %n, 4
  %_3.i = icmp ult i8 %n, -96
  %0 = or disjoint i8 %_3, 48
  %1 = add nuw nsw i8 %_3, 55
  %_2.sroa.0.0.i = select i1 %_3.i, i8 %0, i8 %1
  tail call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i) #6
  %_4 = and i8 %n, 15
  %_3.i1 = icmp samesign ult i8 %_4, 10
  %2 = or disjoint i8 %_4, 48
  %3 = add nuw nsw i8 %_4, 55
  %_2.sroa.0.0.i2 = select i1 %_3.i1, i8 %2, i8 %3
  tail call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i2) #6
  ret void
}

; rt::hex32
; Function Attrs: nounwind optsize
define internal fastcc void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %n) unnamed_addr addrspace(1) #2 {
start:
  %_4 = lshr i32 %n, 16
  %_4.i4 = lshr i32 %n, 24
  %_3.i = trunc nuw i32 %_4.i4 to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_3.i) #6
  %_5.i = trunc i32 %_4 to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_5.i) #6
  %_4.i15 = lshr i32 %n, 8
  %_3.i2 = trunc i32 %_4.i15 to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_3.i2) #6
  %_5.i3 = trunc i32 %n to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_5.i3) #6
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: readwrite) "target-cpu"="atmega328p" }
attributes #1 = { nofree norecurse nounwind optsize memory(readwrite, target_mem0: none, target_mem1: none) "target-cpu"="atmega328p" }
attributes #2 = { nounwind optsize "target-cpu"="atmega328p" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) "target-cpu"="atmega328p" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #6 = { nounwind }
attributes #7 = { nounwind willreturn memory(none) }
attributes #8 = { inlinehint nounwind }

!llvm.ident = !{!0}

!0 = !{!"rustc version 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"}
!1 = !{}
!2 = !{i64 8881992370187}
!3 = !{i64 9294309230701}
!4 = !{i64 9732395894989}
!5 = !{!6, !8}
!6 = distinct !{!6, !7, !"_RNCNvCs9T3jQVXFKmN_7p19_abi4many0B3_: %x"}
!7 = distinct !{!7, !"_RNCNvCs9T3jQVXFKmN_7p19_abi4many0B3_"}
!8 = distinct !{!8, !9, !"_RINvMNtCsfXJECVlWCAE_4core6optionINtB3_6OptionRhE6map_orhNCNvCs9T3jQVXFKmN_7p19_abi4many0EBX_: argument 0"}
!9 = distinct !{!9, !"_RINvMNtCsfXJECVlWCAE_4core6optionINtB3_6OptionRhE6map_orhNCNvCs9T3jQVXFKmN_7p19_abi4many0EBX_"}
