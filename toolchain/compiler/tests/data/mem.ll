; ModuleID = 'p12_mem.ed8c6909117221d1-cgu.0'
source_filename = "p12_mem.ed8c6909117221d1-cgu.0"
target datalayout = "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8"
target triple = "avr-unknown-unknown"

@_RNvCskosPm2ceQJ9_7p12_mem1A = internal global [400 x i8] zeroinitializer, align 1
@_RNvCskosPm2ceQJ9_7p12_mem1B = internal global [400 x i8] zeroinitializer, align 1

; p12_mem::eq
; Function Attrs: mustprogress nofree noinline norecurse nounwind optsize willreturn memory(read, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define internal fastcc noundef zeroext i1 @_RNvCskosPm2ceQJ9_7p12_mem2eq() unnamed_addr addrspace(1) #0 {
_RNvXs7_NtNtCsfXJECVlWCAE_4core3cmp5implsRShNtB7_9PartialEq2eqCskosPm2ceQJ9_7p12_mem.exit:
  %0 = tail call addrspace(1) i16 @memcmp(ptr noundef nonnull readonly dereferenceable(300) @_RNvCskosPm2ceQJ9_7p12_mem1A, ptr noundef nonnull readonly dereferenceable(300) @_RNvCskosPm2ceQJ9_7p12_mem1B, i16 range(i16 0, -32768) 300), !alias.scope !1, !noalias !5
  %_0.i.i.i = icmp eq i16 %0, 0
  ret i1 %_0.i.i.i
}

; p12_mem::cmp
; Function Attrs: mustprogress nofree noinline norecurse nounwind optsize willreturn memory(read, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define internal fastcc noundef range(i8 -1, 2) i8 @_RNvCskosPm2ceQJ9_7p12_mem3cmp() unnamed_addr addrspace(1) #0 {
start:
  %0 = tail call addrspace(1) i16 @memcmp(ptr noundef nonnull readonly dereferenceable(400) @_RNvCskosPm2ceQJ9_7p12_mem1A, ptr noundef nonnull readonly dereferenceable(400) @_RNvCskosPm2ceQJ9_7p12_mem1B, i16 400), !alias.scope !9
  %_0.i.i.i = tail call noundef range(i8 -1, 2) addrspace(1) i8 @llvm.scmp.i8.i16(i16 %0, i16 0)
  ret i8 %_0.i.i.i
}

; p12_mem::cpy
; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(readwrite, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none)
define internal fastcc void @_RNvCskosPm2ceQJ9_7p12_mem3cpy() unnamed_addr addrspace(1) #1 {
start:
  tail call addrspace(1) void @llvm.memcpy.p0.p0.i16(ptr noundef nonnull align 1 dereferenceable(300) @_RNvCskosPm2ceQJ9_7p12_mem1B, ptr noundef nonnull align 1 dereferenceable(300) @_RNvCskosPm2ceQJ9_7p12_mem1A, i16 range(i16 0, -32768) 300, i1 false)
  ret void
}

; p12_mem::clone
; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(argmem: readwrite)
define internal fastcc void @_RNvCskosPm2ceQJ9_7p12_mem5clone(ptr noalias noundef nonnull readonly captures(none) dereferenceable(42) %a, ptr noalias noundef nonnull writeonly captures(none) dereferenceable(42) initializes((0, 42)) %o) unnamed_addr addrspace(1) #2 {
start:
  tail call addrspace(1) void @llvm.memcpy.p0.p0.i16(ptr noundef nonnull align 1 dereferenceable(42) %o, ptr noundef nonnull align 1 dereferenceable(42) %a, i16 42, i1 false)
  ret void
}

; Function Attrs: nounwind optsize
define dso_local void @main() unnamed_addr addrspace(1) #3 {
start:
  %0 = alloca [2 x i8], align 1
  %z = alloca [100 x i8], align 1
  %t = alloca [42 x i8], align 1
  %s = alloca [42 x i8], align 1
  br label %bb7

bb6:                                              ; preds = %bb7
; call p12_mem::cpy
  tail call fastcc addrspace(1) void @_RNvCskosPm2ceQJ9_7p12_mem3cpy() #10
  %_17 = load i8, ptr getelementptr inbounds nuw (i8, ptr @_RNvCskosPm2ceQJ9_7p12_mem1B, i16 299), align 1, !noundef !13
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_17) #11
; call p12_mem::eq
  %_20 = tail call fastcc noundef zeroext addrspace(1) i1 @_RNvCskosPm2ceQJ9_7p12_mem2eq() #10
  %_19 = zext i1 %_20 to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_19) #11
; call p12_mem::cmp
  %_27 = tail call fastcc noundef addrspace(1) i8 @_RNvCskosPm2ceQJ9_7p12_mem3cmp() #10
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_27) #11
  tail call addrspace(1) void @llvm.memset.p0.i16(ptr noundef nonnull align 1 dereferenceable(300) getelementptr inbounds nuw (i8, ptr @_RNvCskosPm2ceQJ9_7p12_mem1B, i16 100), i8 85, i16 range(i16 0, -32768) 300, i1 false), !alias.scope !14
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef 85) #11
  tail call addrspace(1) void @llvm.memmove.p0.p0.i16(ptr noundef nonnull align 1 dereferenceable(256) getelementptr inbounds nuw (i8, ptr @_RNvCskosPm2ceQJ9_7p12_mem1A, i16 100), ptr noundef nonnull align 1 dereferenceable(256) @_RNvCskosPm2ceQJ9_7p12_mem1A, i16 range(i16 -400, 401) 256, i1 false), !noalias !17
  tail call addrspace(1) void @llvm.memmove.p0.p0.i16(ptr noundef nonnull align 1 dereferenceable(256) getelementptr inbounds nuw (i8, ptr @_RNvCskosPm2ceQJ9_7p12_mem1A, i16 3), ptr noundef nonnull align 1 dereferenceable(256) getelementptr inbounds nuw (i8, ptr @_RNvCskosPm2ceQJ9_7p12_mem1A, i16 100), i16 range(i16 -400, 401) 256, i1 false), !noalias !20
  %_41 = load i8, ptr getelementptr inbounds nuw (i8, ptr @_RNvCskosPm2ceQJ9_7p12_mem1A, i16 200), align 1, !noundef !13
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_41) #11
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %s)
  call addrspace(1) void @llvm.memset.p0.i16(ptr noundef nonnull align 1 dereferenceable(40) %s, i8 3, i16 40, i1 false)
  %1 = getelementptr inbounds nuw i8, ptr %s, i16 40
  store i16 7, ptr %1, align 1
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %t)
  %2 = getelementptr inbounds nuw i8, ptr %t, i16 40
; call p12_mem::clone
  call fastcc addrspace(1) void @_RNvCskosPm2ceQJ9_7p12_mem5clone(ptr noalias noundef readonly captures(address, read_provenance) dereferenceable(42) %s, ptr noalias noundef dereferenceable(42) %t) #10
  tail call addrspace(1) void @llvm.experimental.noalias.scope.decl(metadata !23)
  %_5.i = load i16, ptr %2, align 1, !alias.scope !26, !noalias !23, !noundef !13
  %_3.i = icmp eq i16 %_5.i, 7
  br i1 %_3.i, label %bb1.i, label %_RNvXs2_CskosPm2ceQJ9_7p12_memNtB5_1SNtNtCsfXJECVlWCAE_4core3cmp9PartialEq2eq.exit

bb1.i:                                            ; preds = %bb6
  %3 = call addrspace(1) i16 @memcmp(ptr noundef nonnull readonly dereferenceable(42) %s, ptr noundef nonnull readonly dereferenceable(42) %t, i16 40), !alias.scope !28
  %4 = icmp eq i16 %3, 0
  %5 = zext i1 %4 to i8
  br label %_RNvXs2_CskosPm2ceQJ9_7p12_memNtB5_1SNtNtCsfXJECVlWCAE_4core3cmp9PartialEq2eq.exit

_RNvXs2_CskosPm2ceQJ9_7p12_memNtB5_1SNtNtCsfXJECVlWCAE_4core3cmp9PartialEq2eq.exit: ; preds = %bb6, %bb1.i
  %_0.sroa.0.0.i = phi i8 [ %5, %bb1.i ], [ 0, %bb6 ]
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_0.sroa.0.0.i) #11
  tail call addrspace(1) void @llvm.memcpy.p0.p0.i16(ptr noundef nonnull align 1 dereferenceable(400) @_RNvCskosPm2ceQJ9_7p12_mem1B, ptr noundef nonnull align 1 dereferenceable(400) @_RNvCskosPm2ceQJ9_7p12_mem1A, i16 400, i1 false)
  %_56 = load i8, ptr getelementptr inbounds nuw (i8, ptr @_RNvCskosPm2ceQJ9_7p12_mem1B, i16 5), align 1, !noundef !13
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_56) #11
  %6 = tail call addrspace(1) i16 @memcmp(ptr noundef nonnull dereferenceable(400) @_RNvCskosPm2ceQJ9_7p12_mem1A, ptr noundef nonnull dereferenceable(400) @_RNvCskosPm2ceQJ9_7p12_mem1B, i16 400)
  %7 = icmp eq i16 %6, 0
  %_58 = zext i1 %7 to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_58) #11
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %z)
  call addrspace(1) void @llvm.memset.p0.i16(ptr noundef nonnull align 1 dereferenceable(100) %z, i8 0, i16 100, i1 false)
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %0), !noalias !35
  store ptr %z, ptr %0, align 1, !noalias !35
  call addrspace(0) void asm sideeffect "", "r,~{memory}"(ptr nonnull %0) #11, !srcloc !38
  %_0.i = load ptr, ptr %0, align 1, !noalias !35, !nonnull !13, !noundef !13
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %0), !noalias !35
  %8 = getelementptr inbounds nuw i8, ptr %_0.i, i16 14
  %_64 = load i16, ptr %8, align 1, !noundef !13
  %_4.i = lshr i16 %_64, 8
  %_3.i5 = trunc nuw i16 %_4.i to i8
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_3.i5) #11
  %_5.i6 = trunc i16 %_64 to i8
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_5.i6) #11
  call addrspace(1) void @putch(i8 noundef 10) #11
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %z)
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %t)
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %s)
  ret void

bb7:                                              ; preds = %start, %bb7
  %iter.sroa.0.04 = phi i16 [ 0, %start ], [ %_0.i.i.i.i, %bb7 ]
  %_0.i.i.i.i = add nuw nsw i16 %iter.sroa.0.04, 1
  %9 = getelementptr inbounds nuw i8, ptr @_RNvCskosPm2ceQJ9_7p12_mem1A, i16 %iter.sroa.0.04
  %10 = trunc i16 %iter.sroa.0.04 to i8
  store i8 %10, ptr %9, align 1
  %exitcond.not = icmp eq i16 %_0.i.i.i.i, 400
  br i1 %exitcond.not, label %bb6, label %bb7
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) addrspace(1) #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) addrspace(1) #4

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p0.p0.i16(ptr writeonly captures(none), ptr readonly captures(none), i16, i1 immarg) addrspace(1) #5

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i16(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i16, i1 immarg) addrspace(1) #5

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: read)
declare i16 @memcmp(ptr captures(none), ptr captures(none), i16) local_unnamed_addr addrspace(1) #6

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i16(ptr writeonly captures(none), i8, i16, i1 immarg) addrspace(1) #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) addrspace(1) #8

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare range(i8 -1, 2) i8 @llvm.scmp.i8.i16(i16, i16) addrspace(1) #9

; Function Attrs: nounwind optsize
declare dso_local void @putch(i8 noundef) unnamed_addr addrspace(1) #3

; rt::hex8
; Function Attrs: nounwind optsize
define internal fastcc void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %n) unnamed_addr addrspace(1) #3 {
start:
  %_3 = lshr i8 %n, 4
  %_3.i = icmp ult i8 %n, -96
  %0 = or disjoint i8 %_3, 48
  %1 = add nuw nsw i8 %_3, 55
  %_2.sroa.0.0.i = select i1 %_3.i, i8 %0, i8 %1
  tail call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i) #11
  %_4 = and i8 %n, 15
  %_3.i1 = icmp samesign ult i8 %_4, 10
  %2 = or disjoint i8 %_4, 48
  %3 = add nuw nsw i8 %_4, 55
  %_2.sroa.0.0.i2 = select i1 %_3.i1, i8 %2, i8 %3
  tail call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i2) #11
  ret void
}

attributes #0 = { mustprogress nofree noinline norecurse nounwind optsize willreturn memory(read, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "target-cpu"="atmega328p" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(readwrite, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "target-cpu"="atmega328p" }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(argmem: readwrite) "target-cpu"="atmega328p" }
attributes #3 = { nounwind optsize "target-cpu"="atmega328p" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: read) }
attributes #7 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #8 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #9 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { noinline nounwind }
attributes #11 = { nounwind }

!llvm.ident = !{!0}

!0 = !{!"rustc version 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"}
!1 = !{!2, !4}
!2 = distinct !{!2, !3, !"_RNvXNtNtCsfXJECVlWCAE_4core5slice3cmpShNtNtB6_3cmp9PartialEq2eqCskosPm2ceQJ9_7p12_mem: %self.0"}
!3 = distinct !{!3, !"_RNvXNtNtCsfXJECVlWCAE_4core5slice3cmpShNtNtB6_3cmp9PartialEq2eqCskosPm2ceQJ9_7p12_mem"}
!4 = distinct !{!4, !3, !"_RNvXNtNtCsfXJECVlWCAE_4core5slice3cmpShNtNtB6_3cmp9PartialEq2eqCskosPm2ceQJ9_7p12_mem: %other.0"}
!5 = !{!6, !8}
!6 = distinct !{!6, !7, !"_RNvXs7_NtNtCsfXJECVlWCAE_4core3cmp5implsRShNtB7_9PartialEq2eqCskosPm2ceQJ9_7p12_mem: %self"}
!7 = distinct !{!7, !"_RNvXs7_NtNtCsfXJECVlWCAE_4core3cmp5implsRShNtB7_9PartialEq2eqCskosPm2ceQJ9_7p12_mem"}
!8 = distinct !{!8, !7, !"_RNvXs7_NtNtCsfXJECVlWCAE_4core3cmp5implsRShNtB7_9PartialEq2eqCskosPm2ceQJ9_7p12_mem: %other"}
!9 = !{!10, !12}
!10 = distinct !{!10, !11, !"_RNvXsd_NtNtCsfXJECVlWCAE_4core5slice3cmphNtB5_8SliceOrd7compareB9_: %left.0"}
!11 = distinct !{!11, !"_RNvXsd_NtNtCsfXJECVlWCAE_4core5slice3cmphNtB5_8SliceOrd7compareB9_"}
!12 = distinct !{!12, !11, !"_RNvXsd_NtNtCsfXJECVlWCAE_4core5slice3cmphNtB5_8SliceOrd7compareB9_: %right.0"}
!13 = !{}
!14 = !{!15}
!15 = distinct !{!15, !16, !"_RNvXs0_NtNtCsfXJECVlWCAE_4core5slice10specializeShINtB5_8SpecFillhE9spec_fill: %self.0"}
!16 = distinct !{!16, !"_RNvXs0_NtNtCsfXJECVlWCAE_4core5slice10specializeShINtB5_8SpecFillhE9spec_fill"}
!17 = !{!18}
!18 = distinct !{!18, !19, !"_RINvMNtCsfXJECVlWCAE_4core5sliceSh11copy_withinINtNtNtB5_3ops5range5RangejEECskosPm2ceQJ9_7p12_mem: argument 0"}
!19 = distinct !{!19, !"_RINvMNtCsfXJECVlWCAE_4core5sliceSh11copy_withinINtNtNtB5_3ops5range5RangejEECskosPm2ceQJ9_7p12_mem"}
!20 = !{!21}
!21 = distinct !{!21, !22, !"_RINvMNtCsfXJECVlWCAE_4core5sliceSh11copy_withinINtNtNtB5_3ops5range5RangejEECskosPm2ceQJ9_7p12_mem: argument 0"}
!22 = distinct !{!22, !"_RINvMNtCsfXJECVlWCAE_4core5sliceSh11copy_withinINtNtNtB5_3ops5range5RangejEECskosPm2ceQJ9_7p12_mem"}
!23 = !{!24}
!24 = distinct !{!24, !25, !"_RNvXs2_CskosPm2ceQJ9_7p12_memNtB5_1SNtNtCsfXJECVlWCAE_4core3cmp9PartialEq2eq: %self"}
!25 = distinct !{!25, !"_RNvXs2_CskosPm2ceQJ9_7p12_memNtB5_1SNtNtCsfXJECVlWCAE_4core3cmp9PartialEq2eq"}
!26 = !{!27}
!27 = distinct !{!27, !25, !"_RNvXs2_CskosPm2ceQJ9_7p12_memNtB5_1SNtNtCsfXJECVlWCAE_4core3cmp9PartialEq2eq: %other"}
!28 = !{!29, !31, !32, !34, !24, !27}
!29 = distinct !{!29, !30, !"_RNvXs7_NtNtCsfXJECVlWCAE_4core5array8equalityhINtB5_11SpecArrayEqhKj28_E7spec_eqCskosPm2ceQJ9_7p12_mem: %a"}
!30 = distinct !{!30, !"_RNvXs7_NtNtCsfXJECVlWCAE_4core5array8equalityhINtB5_11SpecArrayEqhKj28_E7spec_eqCskosPm2ceQJ9_7p12_mem"}
!31 = distinct !{!31, !30, !"_RNvXs7_NtNtCsfXJECVlWCAE_4core5array8equalityhINtB5_11SpecArrayEqhKj28_E7spec_eqCskosPm2ceQJ9_7p12_mem: %b"}
!32 = distinct !{!32, !33, !"_RNvXNtNtCsfXJECVlWCAE_4core5array8equalityAhj28_NtNtB6_3cmp9PartialEq2eqCskosPm2ceQJ9_7p12_mem: %self"}
!33 = distinct !{!33, !"_RNvXNtNtCsfXJECVlWCAE_4core5array8equalityAhj28_NtNtB6_3cmp9PartialEq2eqCskosPm2ceQJ9_7p12_mem"}
!34 = distinct !{!34, !33, !"_RNvXNtNtCsfXJECVlWCAE_4core5array8equalityAhj28_NtNtB6_3cmp9PartialEq2eqCskosPm2ceQJ9_7p12_mem: %other"}
!35 = !{!36}
!36 = distinct !{!36, !37, !"_RINvNtCsfXJECVlWCAE_4core4hint9black_boxRAtj32_ECskosPm2ceQJ9_7p12_mem: %dummy"}
!37 = distinct !{!37, !"_RINvNtCsfXJECVlWCAE_4core4hint9black_boxRAtj32_ECskosPm2ceQJ9_7p12_mem"}
!38 = !{i64 2768497264940492}
