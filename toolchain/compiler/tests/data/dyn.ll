; ModuleID = 'p04_dyn.d537e4b4b8156cda-cgu.0'
source_filename = "p04_dyn.d537e4b4b8156cda-cgu.0"
target datalayout = "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8"
target triple = "avr-unknown-unknown"

%"core::mem::maybe_uninit::MaybeUninit<&str>" = type { [4 x i8] }

@SEL = dso_local global [1 x i8] c"\01", align 1
@_RNvCsiiXhzWnsYKQ_7p04_dyn3OPS = internal constant <{ ptr addrspace(1), ptr addrspace(1), ptr addrspace(1) }> <{ ptr addrspace(1) @_RNvCsiiXhzWnsYKQ_7p04_dyn3inc, ptr addrspace(1) @_RNvCsiiXhzWnsYKQ_7p04_dyn3dbl, ptr addrspace(1) @_RNvCsiiXhzWnsYKQ_7p04_dyn3not }>, align 1
@alloc_01a6c602aaff1a2725823d6a38df2c8b = private unnamed_addr constant [3 x i8] c"INC", align 1
@alloc_38bdf91f61949da26ddb0353bf672e63 = private unnamed_addr constant [3 x i8] c"DBL", align 1
@alloc_aea6e8e15a09a6645fa24cd814252d86 = private unnamed_addr constant [3 x i8] c"NOT", align 1
@_RNvCsiiXhzWnsYKQ_7p04_dyn5NAMES = internal unnamed_addr constant <{ ptr, [2 x i8], ptr, [2 x i8], ptr, [2 x i8] }> <{ ptr @alloc_01a6c602aaff1a2725823d6a38df2c8b, [2 x i8] c"\03\00", ptr @alloc_38bdf91f61949da26ddb0353bf672e63, [2 x i8] c"\03\00", ptr @alloc_aea6e8e15a09a6645fa24cd814252d86, [2 x i8] c"\03\00" }>, align 1
@alloc_c210cb55f6f15f805ef2597d41b2a883 = private unnamed_addr constant [2 x i8] c"SQ", align 1
@alloc_7022dc5a773c2af43a0534fe1eb2aa17 = private unnamed_addr constant [3 x i8] c"DOT", align 1
@alloc_2b56fa618fbb05fc5a8439fb5a570875 = private unnamed_addr constant [4 x i8] c"RECT", align 1
@vtable.0 = private unnamed_addr constant <{ [6 x i8], ptr addrspace(1), ptr addrspace(1), ptr addrspace(1) }> <{ [6 x i8] c"\00\00\01\00\01\00", ptr addrspace(1) @_RNvXCsiiXhzWnsYKQ_7p04_dynNtB2_2SqNtB2_5Shape4area, ptr addrspace(1) @_RNvXCsiiXhzWnsYKQ_7p04_dynNtB2_2SqNtB2_5Shape4name, ptr addrspace(1) @_RNvXCsiiXhzWnsYKQ_7p04_dynNtB2_2SqNtB2_5Shape4grow }>, align 1
@vtable.1 = private unnamed_addr constant <{ [6 x i8], ptr addrspace(1), ptr addrspace(1), ptr addrspace(1) }> <{ [6 x i8] c"\00\00\02\00\01\00", ptr addrspace(1) @_RNvXs_CsiiXhzWnsYKQ_7p04_dynNtB4_4RectNtB4_5Shape4area, ptr addrspace(1) @_RNvXs_CsiiXhzWnsYKQ_7p04_dynNtB4_4RectNtB4_5Shape4name, ptr addrspace(1) @_RNvXs_CsiiXhzWnsYKQ_7p04_dynNtB4_4RectNtB4_5Shape4grow }>, align 1
@vtable.2 = private unnamed_addr constant <{ [6 x i8], ptr addrspace(1), ptr addrspace(1), ptr addrspace(1) }> <{ [6 x i8] c"\00\00\00\00\01\00", ptr addrspace(1) @_RNvXs0_CsiiXhzWnsYKQ_7p04_dynNtB5_3DotNtB5_5Shape4area, ptr addrspace(1) @_RNvXs0_CsiiXhzWnsYKQ_7p04_dynNtB5_3DotNtB5_5Shape4name, ptr addrspace(1) @_RNvYNtCsiiXhzWnsYKQ_7p04_dyn3DotNtB4_5Shape4growB4_ }>, align 1

; p04_dyn::main::{closure#0}
; Function Attrs: inlinehint mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: read)
define internal noundef i8 @_RNCNvCsiiXhzWnsYKQ_7p04_dyn4main0B3_(ptr noalias noundef readonly captures(none) dereferenceable(1) %_1, i8 noundef %x) unnamed_addr addrspace(1) #0 {
start:
  %_3 = load i8, ptr %_1, align 1, !noundef !1
  %_0.i = add i8 %_3, %x
  ret i8 %_0.i
}

; p04_dyn::dbl
; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define internal noundef range(i8 0, -1) i8 @_RNvCsiiXhzWnsYKQ_7p04_dyn3dbl(i8 noundef %x) unnamed_addr addrspace(1) #1 {
start:
  %_0 = shl i8 %x, 1
  ret i8 %_0
}

; p04_dyn::inc
; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define internal noundef i8 @_RNvCsiiXhzWnsYKQ_7p04_dyn3inc(i8 noundef %x) unnamed_addr addrspace(1) #1 {
start:
  %_0.i = add i8 %x, 1
  ret i8 %_0.i
}

; p04_dyn::not
; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define internal noundef i8 @_RNvCsiiXhzWnsYKQ_7p04_dyn3not(i8 noundef %x) unnamed_addr addrspace(1) #1 {
start:
  %_0 = xor i8 %x, -1
  ret i8 %_0
}

; p04_dyn::apply
; Function Attrs: noinline nounwind optsize
define internal fastcc noundef i8 @_RNvCsiiXhzWnsYKQ_7p04_dyn5apply(ptr noundef nonnull %f.0, ptr addrspace(1) readonly captures(none) %f.1.10.val) unnamed_addr addrspace(1) #2 {
start:
  %_4 = tail call noundef addrspace(1) i8 %f.1.10.val(ptr noundef nonnull %f.0, i8 noundef 7) #10
  %_0 = tail call noundef addrspace(1) i8 %f.1.10.val(ptr noundef nonnull %f.0, i8 noundef %_4) #10
  ret i8 %_0
}

; <p04_dyn::Sq as p04_dyn::Shape>::area
; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: read)
define internal noundef range(i16 0, -510) i16 @_RNvXCsiiXhzWnsYKQ_7p04_dynNtB2_2SqNtB2_5Shape4area(ptr noalias noundef readonly captures(none) dereferenceable(1) %self) unnamed_addr addrspace(1) #3 {
start:
  %_3 = load i8, ptr %self, align 1, !noundef !1
  %_2 = zext i8 %_3 to i16
  %_0 = mul nuw i16 %_2, %_2
  ret i16 %_0
}

; <p04_dyn::Sq as p04_dyn::Shape>::grow
; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: readwrite)
define internal void @_RNvXCsiiXhzWnsYKQ_7p04_dynNtB2_2SqNtB2_5Shape4grow(ptr noalias noundef captures(none) dereferenceable(1) %self, i8 noundef %b) unnamed_addr addrspace(1) #4 {
start:
  %0 = load i8, ptr %self, align 1, !noundef !1
  %1 = add i8 %0, %b
  store i8 %1, ptr %self, align 1
  ret void
}

; <p04_dyn::Sq as p04_dyn::Shape>::name
; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define internal { ptr, i16 } @_RNvXCsiiXhzWnsYKQ_7p04_dynNtB2_2SqNtB2_5Shape4name(ptr noalias readonly captures(none) %self) unnamed_addr addrspace(1) #1 {
start:
  ret { ptr, i16 } { ptr @alloc_c210cb55f6f15f805ef2597d41b2a883, i16 2 }
}

; <p04_dyn::Dot as p04_dyn::Shape>::area
; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define internal noundef i16 @_RNvXs0_CsiiXhzWnsYKQ_7p04_dynNtB5_3DotNtB5_5Shape4area(ptr noalias nonnull readonly captures(none) %self) unnamed_addr addrspace(1) #1 {
start:
  ret i16 0
}

; <p04_dyn::Dot as p04_dyn::Shape>::name
; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define internal { ptr, i16 } @_RNvXs0_CsiiXhzWnsYKQ_7p04_dynNtB5_3DotNtB5_5Shape4name(ptr noalias nonnull readonly captures(none) %self) unnamed_addr addrspace(1) #1 {
start:
  ret { ptr, i16 } { ptr @alloc_7022dc5a773c2af43a0534fe1eb2aa17, i16 3 }
}

; <p04_dyn::Rect as p04_dyn::Shape>::area
; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: read)
define internal noundef range(i16 0, -510) i16 @_RNvXs_CsiiXhzWnsYKQ_7p04_dynNtB4_4RectNtB4_5Shape4area(ptr noalias noundef readonly captures(none) dereferenceable(2) %self) unnamed_addr addrspace(1) #3 {
start:
  %_3 = load i8, ptr %self, align 1, !noundef !1
  %_2 = zext i8 %_3 to i16
  %0 = getelementptr inbounds nuw i8, ptr %self, i16 1
  %_5 = load i8, ptr %0, align 1, !noundef !1
  %_4 = zext i8 %_5 to i16
  %_0 = mul nuw i16 %_4, %_2
  ret i16 %_0
}

; <p04_dyn::Rect as p04_dyn::Shape>::grow
; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: readwrite)
define internal void @_RNvXs_CsiiXhzWnsYKQ_7p04_dynNtB4_4RectNtB4_5Shape4grow(ptr noalias noundef captures(none) dereferenceable(2) %self, i8 noundef %b) unnamed_addr addrspace(1) #4 {
start:
  %0 = load i8, ptr %self, align 1, !noundef !1
  %1 = add i8 %0, %b
  store i8 %1, ptr %self, align 1
  %2 = getelementptr inbounds nuw i8, ptr %self, i16 1
  %3 = load i8, ptr %2, align 1, !noundef !1
  %4 = add i8 %3, %b
  store i8 %4, ptr %2, align 1
  ret void
}

; <p04_dyn::Rect as p04_dyn::Shape>::name
; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define internal { ptr, i16 } @_RNvXs_CsiiXhzWnsYKQ_7p04_dynNtB4_4RectNtB4_5Shape4name(ptr noalias readonly captures(none) %self) unnamed_addr addrspace(1) #1 {
start:
  ret { ptr, i16 } { ptr @alloc_2b56fa618fbb05fc5a8439fb5a570875, i16 4 }
}

; <p04_dyn::Dot as p04_dyn::Shape>::grow
; Function Attrs: mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define internal void @_RNvYNtCsiiXhzWnsYKQ_7p04_dyn3DotNtB4_5Shape4growB4_(ptr noalias nonnull readnone captures(none) %self, i8 %by) unnamed_addr addrspace(1) #1 {
start:
  ret void
}

; <p04_dyn::dbl as core::ops::function::Fn<(u8,)>>::call
; Function Attrs: inlinehint mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none)
define internal noundef range(i8 0, -1) i8 @_RNvYNvCsiiXhzWnsYKQ_7p04_dyn3dblINtNtNtCsfXJECVlWCAE_4core3ops8function2FnThEE4callB4_(ptr noalias nonnull readonly captures(none) %_1, i8 noundef %0) unnamed_addr addrspace(1) #5 {
start:
  %_0.i = shl i8 %0, 1
  ret i8 %_0.i
}

; Function Attrs: nounwind optsize
define dso_local void @main() unnamed_addr addrspace(1) #6 {
start:
  %_3 = alloca [0 x i8], align 1
  %add = alloca [1 x i8], align 1
  %iter1 = alloca [24 x i8], align 1
  %list = alloca [12 x i8], align 1
  %b = alloca [2 x i8], align 1
  %a = alloca [1 x i8], align 1
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %a)
  store i8 3, ptr %a, align 1
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %b)
  store i8 4, ptr %b, align 1
  %0 = getelementptr inbounds nuw i8, ptr %b, i16 1
  store i8 5, ptr %0, align 1
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %list)
  store ptr %a, ptr %list, align 1
  %1 = getelementptr inbounds nuw i8, ptr %list, i16 2
  store ptr @vtable.0, ptr %1, align 1
  %2 = getelementptr inbounds nuw i8, ptr %list, i16 4
  store ptr %b, ptr %2, align 1
  %3 = getelementptr inbounds nuw i8, ptr %list, i16 6
  store ptr @vtable.1, ptr %3, align 1
  %4 = getelementptr inbounds nuw i8, ptr %list, i16 8
  store ptr %_3, ptr %4, align 1
  %5 = getelementptr inbounds nuw i8, ptr %list, i16 10
  store ptr @vtable.2, ptr %5, align 1
  br label %bb6

bb6:                                              ; preds = %start, %_RNvCsdZE8TLczx6T_2rt4puts.exit
  %iter.sroa.0.0.idx15 = phi i16 [ 0, %start ], [ %iter.sroa.0.0.add, %_RNvCsdZE8TLczx6T_2rt4puts.exit ]
  %iter.sroa.0.0.ptr = getelementptr inbounds nuw i8, ptr %list, i16 %iter.sroa.0.0.idx15
  %iter.sroa.0.0.add = add nuw nsw i16 %iter.sroa.0.0.idx15, 4
  %_66.0 = load ptr, ptr %iter.sroa.0.0.ptr, align 1, !nonnull !1, !noundef !1
  %6 = getelementptr inbounds nuw i8, ptr %iter.sroa.0.0.ptr, i16 2
  %_66.1 = load ptr, ptr %6, align 1, !nonnull !1, !noundef !1
  %7 = getelementptr inbounds nuw i8, ptr %_66.1, i16 10
  %8 = load ptr addrspace(1), ptr %7, align 1, !invariant.load !1, !nonnull !1
  call addrspace(1) void %8(ptr noundef nonnull %_66.0, i8 noundef 2) #10
  %9 = getelementptr inbounds nuw i8, ptr %_66.1, i16 8
  %10 = load ptr addrspace(1), ptr %9, align 1, !invariant.load !1, !nonnull !1
  %11 = call addrspace(1) { ptr, i16 } %10(ptr noundef nonnull %_66.0) #10
  %_23.0 = extractvalue { ptr, i16 } %11, 0
  %_23.1 = extractvalue { ptr, i16 } %11, 1
  call addrspace(1) void @llvm.experimental.noalias.scope.decl(metadata !2)
  %_0.i.i.i.i.i = getelementptr inbounds nuw i8, ptr %_23.0, i16 %_23.1
  %_0.i.i.i.i2.not7.i = icmp samesign eq i16 %_23.1, 0
  br i1 %_0.i.i.i.i2.not7.i, label %_RNvCsdZE8TLczx6T_2rt4puts.exit, label %bb6.i

bb6.i:                                            ; preds = %bb6, %bb6.i
  %iter.sroa.0.08.i = phi ptr [ %_3.i.i.i.i.i22, %bb6.i ], [ %_23.0, %bb6 ]
  %_3.i.i.i.i.i22 = getelementptr inbounds nuw i8, ptr %iter.sroa.0.08.i, i16 1
  %v.i.i.i.i = load i8, ptr %iter.sroa.0.08.i, align 1, !alias.scope !5, !noalias !8, !noundef !1
  call addrspace(1) void @putch(i8 noundef %v.i.i.i.i) #11, !noalias !2
  %_0.i.i.i.i2.not.i = icmp eq ptr %_3.i.i.i.i.i22, %_0.i.i.i.i.i
  br i1 %_0.i.i.i.i2.not.i, label %_RNvCsdZE8TLczx6T_2rt4puts.exit, label %bb6.i

_RNvCsdZE8TLczx6T_2rt4puts.exit:                  ; preds = %bb6.i, %bb6
  call addrspace(1) void @putch(i8 noundef 32) #11
  %12 = getelementptr inbounds nuw i8, ptr %_66.1, i16 6
  %13 = load ptr addrspace(1), ptr %12, align 1, !invariant.load !1, !nonnull !1
  %_27 = call noundef addrspace(1) i16 %13(ptr noundef nonnull %_66.0) #10
  %_4.i = lshr i16 %_27, 8
  %_3.i = trunc nuw i16 %_4.i to i8
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_3.i) #11
  %_5.i = trunc i16 %_27 to i8
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_5.i) #11
  call addrspace(1) void @putch(i8 noundef 10) #11
  %_0.i.i = icmp eq i16 %iter.sroa.0.0.add, 12
  br i1 %_0.i.i, label %bb4.i.i.preheader, label %bb6

bb4.i.i.preheader:                                ; preds = %_RNvCsdZE8TLczx6T_2rt4puts.exit
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %iter1)
  %_30.sroa.7.0.iter1.sroa_idx = getelementptr inbounds nuw i8, ptr %iter1, i16 8
  call addrspace(1) void @llvm.memcpy.p0.p0.i16(ptr noundef nonnull align 1 dereferenceable(12) %_30.sroa.7.0.iter1.sroa_idx, ptr noundef nonnull align 1 dereferenceable(12) @_RNvCsiiXhzWnsYKQ_7p04_dyn5NAMES, i16 12, i1 false)
  br label %bb4.i.i

bb4.i.i:                                          ; preds = %bb4.i.i.preheader, %_RNvCsdZE8TLczx6T_2rt4puts.exit29
  %_0.i.i.i.i.i.i.i30 = phi i16 [ %_0.i.i.i.i.i.i.i, %_RNvCsdZE8TLczx6T_2rt4puts.exit29 ], [ 0, %bb4.i.i.preheader ]
  %.idx = phi i16 [ %.add32, %_RNvCsdZE8TLczx6T_2rt4puts.exit29 ], [ 0, %bb4.i.i.preheader ]
  %v.sroa.0.018 = phi i8 [ %_44, %_RNvCsdZE8TLczx6T_2rt4puts.exit29 ], [ 5, %bb4.i.i.preheader ]
  %.add32 = add nuw nsw i16 %.idx, 2
  %.ptr = getelementptr inbounds nuw i8, ptr @_RNvCsiiXhzWnsYKQ_7p04_dyn3OPS, i16 %.idx
  %_0.i.i.i.i.i.i.i = add nuw nsw i16 %_0.i.i.i.i.i.i.i30, 1
  %_0.i.i.i.i.i.i.i.i = getelementptr inbounds nuw %"core::mem::maybe_uninit::MaybeUninit<&str>", ptr %_30.sroa.7.0.iter1.sroa_idx, i16 %_0.i.i.i.i.i.i.i30
  %_0.0.i.i.i.i.i.i.i.i = load ptr, ptr %_0.i.i.i.i.i.i.i.i, align 1, !alias.scope !13, !noalias !26, !nonnull !1, !noundef !1
  %14 = getelementptr inbounds nuw i8, ptr %_0.i.i.i.i.i.i.i.i, i16 2
  %_0.1.i.i.i.i.i.i.i.i = load i16, ptr %14, align 1, !alias.scope !13, !noalias !26, !noundef !1
  %_45 = load ptr addrspace(1), ptr %.ptr, align 1, !nonnull !1, !noundef !1
  %_44 = call noundef addrspace(1) i8 %_45(i8 noundef %v.sroa.0.018) #11
  call addrspace(1) void @llvm.experimental.noalias.scope.decl(metadata !29)
  %_0.i.i.i.i.i23 = getelementptr inbounds nuw i8, ptr %_0.0.i.i.i.i.i.i.i.i, i16 %_0.1.i.i.i.i.i.i.i.i
  %_0.i.i.i.i2.not7.i24 = icmp samesign eq i16 %_0.1.i.i.i.i.i.i.i.i, 0
  br i1 %_0.i.i.i.i2.not7.i24, label %_RNvCsdZE8TLczx6T_2rt4puts.exit29, label %bb6.i25

bb6.i25:                                          ; preds = %bb4.i.i, %bb6.i25
  %iter.sroa.0.08.i26 = phi ptr [ %_3.i.i.i.i.i, %bb6.i25 ], [ %_0.0.i.i.i.i.i.i.i.i, %bb4.i.i ]
  %_3.i.i.i.i.i = getelementptr inbounds nuw i8, ptr %iter.sroa.0.08.i26, i16 1
  %v.i.i.i.i27 = load i8, ptr %iter.sroa.0.08.i26, align 1, !alias.scope !32, !noalias !35, !noundef !1
  call addrspace(1) void @putch(i8 noundef %v.i.i.i.i27) #11, !noalias !29
  %_0.i.i.i.i2.not.i28 = icmp eq ptr %_3.i.i.i.i.i, %_0.i.i.i.i.i23
  br i1 %_0.i.i.i.i2.not.i28, label %_RNvCsdZE8TLczx6T_2rt4puts.exit29, label %bb6.i25

_RNvCsdZE8TLczx6T_2rt4puts.exit29:                ; preds = %bb6.i25, %bb4.i.i
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_44) #11
  call addrspace(1) void @putch(i8 noundef 10) #11
  %_0.i.i.i.i = icmp eq i16 %.add32, 6
  br i1 %_0.i.i.i.i, label %bb21, label %bb4.i.i

bb21:                                             ; preds = %_RNvCsdZE8TLczx6T_2rt4puts.exit29
  %_44.lcssa = phi i8 [ %_44, %_RNvCsdZE8TLczx6T_2rt4puts.exit29 ]
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %iter1)
  %15 = load volatile i8, ptr @SEL, align 1
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %add)
  store i8 %15, ptr %add, align 1
  %_55 = and i8 %15, 1
  %.not5 = icmp eq i8 %_55, 0
  %.add = select i1 %.not5, ptr inttoptr (i16 1 to ptr), ptr %add
  %vtable.4.vtable.3.val = select i1 %.not5, ptr addrspace(1) @_RNvYNvCsiiXhzWnsYKQ_7p04_dyn3dblINtNtNtCsfXJECVlWCAE_4core3ops8function2FnThEE4callB4_, ptr addrspace(1) @_RNCNvCsiiXhzWnsYKQ_7p04_dyn4main0B3_
; call p04_dyn::apply
  %_54 = call fastcc noundef addrspace(1) i8 @_RNvCsiiXhzWnsYKQ_7p04_dyn5apply(ptr noundef nonnull %.add, ptr addrspace(1) %vtable.4.vtable.3.val) #12
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_54) #11
  call addrspace(1) void @putch(i8 noundef 10) #11
  %16 = urem i8 %15, 3
  %_62 = zext nneg i8 %16 to i16
  %17 = getelementptr inbounds nuw ptr addrspace(1), ptr @_RNvCsiiXhzWnsYKQ_7p04_dyn3OPS, i16 %_62
  %_61 = load ptr addrspace(1), ptr %17, align 1, !nonnull !1, !noundef !1
  %_60 = call noundef addrspace(1) i8 %_61(i8 noundef %_44.lcssa) #11
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_60) #11
  call addrspace(1) void @putch(i8 noundef 10) #11
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %add)
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %list)
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %b)
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %a)
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) addrspace(1) #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) addrspace(1) #7

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i16(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i16, i1 immarg) addrspace(1) #8

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) addrspace(1) #9

; Function Attrs: nounwind optsize
declare dso_local void @putch(i8 noundef) unnamed_addr addrspace(1) #6

; rt::hex8
; Function Attrs: nounwind optsize
define internal fastcc void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %n) unnamed_addr addrspace(1) #6 {
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

attributes #0 = { inlinehint mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: read) "target-cpu"="atmega328p" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) "target-cpu"="atmega328p" }
attributes #2 = { noinline nounwind optsize "target-cpu"="atmega328p" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: read) "target-cpu"="atmega328p" }
attributes #4 = { mustprogress nofree norecurse nosync nounwind optsize willreturn memory(argmem: readwrite) "target-cpu"="atmega328p" }
attributes #5 = { inlinehint mustprogress nofree norecurse nosync nounwind optsize willreturn memory(none) "target-cpu"="atmega328p" }
attributes #6 = { nounwind optsize "target-cpu"="atmega328p" }
attributes #7 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #8 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #9 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #10 = { inlinehint nounwind }
attributes #11 = { nounwind }
attributes #12 = { noinline nounwind }

!llvm.ident = !{!0}

!0 = !{!"rustc version 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"}
!1 = !{}
!2 = !{!3}
!3 = distinct !{!3, !4, !"_RNvCsdZE8TLczx6T_2rt4puts: %s.0"}
!4 = distinct !{!4, !"_RNvCsdZE8TLczx6T_2rt4puts"}
!5 = !{!6, !3}
!6 = distinct !{!6, !7, !"_RNvMs1_NtCsfXJECVlWCAE_4core6optionINtB5_6OptionRhE6copiedCsdZE8TLczx6T_2rt: argument 0"}
!7 = distinct !{!7, !"_RNvMs1_NtCsfXJECVlWCAE_4core6optionINtB5_6OptionRhE6copiedCsdZE8TLczx6T_2rt"}
!8 = !{!9, !11}
!9 = distinct !{!9, !10, !"_RNvXs_NtNtNtCsfXJECVlWCAE_4core4iter8adapters6copiedINtB4_6CopiedINtNtNtBa_5slice4iter4IterhEENtNtNtB8_6traits8iterator8Iterator4nextCsdZE8TLczx6T_2rt: %self"}
!10 = distinct !{!10, !"_RNvXs_NtNtNtCsfXJECVlWCAE_4core4iter8adapters6copiedINtB4_6CopiedINtNtNtBa_5slice4iter4IterhEENtNtNtB8_6traits8iterator8Iterator4nextCsdZE8TLczx6T_2rt"}
!11 = distinct !{!11, !12, !"_RNvXs7_NtNtCsfXJECVlWCAE_4core3str4iterNtB5_5BytesNtNtNtNtB9_4iter6traits8iterator8Iterator4next: %self"}
!12 = distinct !{!12, !"_RNvXs7_NtNtCsfXJECVlWCAE_4core3str4iterNtB5_5BytesNtNtNtNtB9_4iter6traits8iterator8Iterator4next"}
!13 = !{!14, !16, !18, !20, !22, !24}
!14 = distinct !{!14, !15, !"_RNCNvMs6_NtNtNtCsfXJECVlWCAE_4core5array4iter10iter_innerINtB7_15PolymorphicIterSINtNtNtBd_3mem12maybe_uninit11MaybeUninitReEE4next0CsiiXhzWnsYKQ_7p04_dyn: %_1.0"}
!15 = distinct !{!15, !"_RNCNvMs6_NtNtNtCsfXJECVlWCAE_4core5array4iter10iter_innerINtB7_15PolymorphicIterSINtNtNtBd_3mem12maybe_uninit11MaybeUninitReEE4next0CsiiXhzWnsYKQ_7p04_dyn"}
!16 = distinct !{!16, !17, !"_RINvMNtCsfXJECVlWCAE_4core6optionINtB3_6OptionjE3mapReNCNvMs6_NtNtNtB5_5array4iter10iter_innerINtBY_15PolymorphicIterSINtNtNtB5_3mem12maybe_uninit11MaybeUninitBO_EE4next0ECsiiXhzWnsYKQ_7p04_dyn: %f.0"}
!17 = distinct !{!17, !"_RINvMNtCsfXJECVlWCAE_4core6optionINtB3_6OptionjE3mapReNCNvMs6_NtNtNtB5_5array4iter10iter_innerINtBY_15PolymorphicIterSINtNtNtB5_3mem12maybe_uninit11MaybeUninitBO_EE4next0ECsiiXhzWnsYKQ_7p04_dyn"}
!18 = distinct !{!18, !19, !"_RNvMs6_NtNtNtCsfXJECVlWCAE_4core5array4iter10iter_innerINtB5_15PolymorphicIterSINtNtNtBb_3mem12maybe_uninit11MaybeUninitReEE4nextCsiiXhzWnsYKQ_7p04_dyn: %self.0"}
!19 = distinct !{!19, !"_RNvMs6_NtNtNtCsfXJECVlWCAE_4core5array4iter10iter_innerINtB5_15PolymorphicIterSINtNtNtBb_3mem12maybe_uninit11MaybeUninitReEE4nextCsiiXhzWnsYKQ_7p04_dyn"}
!20 = distinct !{!20, !21, !"_RNvXs2_NtNtCsfXJECVlWCAE_4core5array4iterINtB5_8IntoIterReKj3_ENtNtNtNtB9_4iter6traits8iterator8Iterator4nextCsiiXhzWnsYKQ_7p04_dyn: %self"}
!21 = distinct !{!21, !"_RNvXs2_NtNtCsfXJECVlWCAE_4core5array4iterINtB5_8IntoIterReKj3_ENtNtNtNtB9_4iter6traits8iterator8Iterator4nextCsiiXhzWnsYKQ_7p04_dyn"}
!22 = distinct !{!22, !23, !"_RNvXs2_NtNtNtCsfXJECVlWCAE_4core4iter8adapters3zipINtB5_3ZipINtNtNtBb_5slice4iter4IterFhEhEINtNtNtBb_5array4iter8IntoIterReKj3_EEINtB5_7ZipImplBW_B1r_E4nextCsiiXhzWnsYKQ_7p04_dyn: %self"}
!23 = distinct !{!23, !"_RNvXs2_NtNtNtCsfXJECVlWCAE_4core4iter8adapters3zipINtB5_3ZipINtNtNtBb_5slice4iter4IterFhEhEINtNtNtBb_5array4iter8IntoIterReKj3_EEINtB5_7ZipImplBW_B1r_E4nextCsiiXhzWnsYKQ_7p04_dyn"}
!24 = distinct !{!24, !25, !"_RNvXs_NtNtNtCsfXJECVlWCAE_4core4iter8adapters3zipINtB4_3ZipINtNtNtBa_5slice4iter4IterFhEhEINtNtNtBa_5array4iter8IntoIterReKj3_EENtNtNtB8_6traits8iterator8Iterator4nextCsiiXhzWnsYKQ_7p04_dyn: %self"}
!25 = distinct !{!25, !"_RNvXs_NtNtNtCsfXJECVlWCAE_4core4iter8adapters3zipINtB4_3ZipINtNtNtBa_5slice4iter4IterFhEhEINtNtNtBa_5array4iter8IntoIterReKj3_EENtNtNtB8_6traits8iterator8Iterator4nextCsiiXhzWnsYKQ_7p04_dyn"}
!26 = !{!27, !28}
!27 = distinct !{!27, !23, !"_RNvXs2_NtNtNtCsfXJECVlWCAE_4core4iter8adapters3zipINtB5_3ZipINtNtNtBb_5slice4iter4IterFhEhEINtNtNtBb_5array4iter8IntoIterReKj3_EEINtB5_7ZipImplBW_B1r_E4nextCsiiXhzWnsYKQ_7p04_dyn: %_0"}
!28 = distinct !{!28, !25, !"_RNvXs_NtNtNtCsfXJECVlWCAE_4core4iter8adapters3zipINtB4_3ZipINtNtNtBa_5slice4iter4IterFhEhEINtNtNtBa_5array4iter8IntoIterReKj3_EENtNtNtB8_6traits8iterator8Iterator4nextCsiiXhzWnsYKQ_7p04_dyn: %_0"}
!29 = !{!30}
!30 = distinct !{!30, !31, !"_RNvCsdZE8TLczx6T_2rt4puts: %s.0"}
!31 = distinct !{!31, !"_RNvCsdZE8TLczx6T_2rt4puts"}
!32 = !{!33, !30}
!33 = distinct !{!33, !34, !"_RNvMs1_NtCsfXJECVlWCAE_4core6optionINtB5_6OptionRhE6copiedCsdZE8TLczx6T_2rt: argument 0"}
!34 = distinct !{!34, !"_RNvMs1_NtCsfXJECVlWCAE_4core6optionINtB5_6OptionRhE6copiedCsdZE8TLczx6T_2rt"}
!35 = !{!36, !38}
!36 = distinct !{!36, !37, !"_RNvXs_NtNtNtCsfXJECVlWCAE_4core4iter8adapters6copiedINtB4_6CopiedINtNtNtBa_5slice4iter4IterhEENtNtNtB8_6traits8iterator8Iterator4nextCsdZE8TLczx6T_2rt: %self"}
!37 = distinct !{!37, !"_RNvXs_NtNtNtCsfXJECVlWCAE_4core4iter8adapters6copiedINtB4_6CopiedINtNtNtBa_5slice4iter4IterhEENtNtNtB8_6traits8iterator8Iterator4nextCsdZE8TLczx6T_2rt"}
!38 = distinct !{!38, !39, !"_RNvXs7_NtNtCsfXJECVlWCAE_4core3str4iterNtB5_5BytesNtNtNtNtB9_4iter6traits8iterator8Iterator4next: %self"}
!39 = distinct !{!39, !"_RNvXs7_NtNtCsfXJECVlWCAE_4core3str4iterNtB5_5BytesNtNtNtNtB9_4iter6traits8iterator8Iterator4next"}
