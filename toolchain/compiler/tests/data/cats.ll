; ModuleID = 'p02_cats_rec.d34f0d9f90b4e2ae-cgu.0'
source_filename = "p02_cats_rec.d34f0d9f90b4e2ae-cgu.0"
target datalayout = "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8"
target triple = "avr-unknown-unknown"

@anon.fad58de7366495db4650cfefac2fcd61.0 = private unnamed_addr constant [8 x i8] c"\00\07\0D\12\16\19\1B\1C", align 1

; <p02_cats_rec::Pos>::search
; Function Attrs: nounwind
define internal fastcc noundef i8 @_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos6search(ptr noalias noundef nonnull dereferenceable(7) %self, i8 noundef range(i8 0, 9) %depth, i1 noundef zeroext %mouse, i8 noundef range(i8 0, -1) %0, i8 noundef range(i8 1, 0) %1) unnamed_addr addrspace(1) #0 {
start:
  %2 = icmp eq i8 %depth, 0
  br i1 %2, label %bb1, label %bb3

bb1:                                              ; preds = %start
  tail call addrspace(1) void @llvm.experimental.noalias.scope.decl(metadata !1)
  %3 = getelementptr inbounds nuw i8, ptr %self, i16 6
  %_3.i = load i8, ptr %3, align 1, !alias.scope !1, !noundef !4
  %_2.i = lshr i8 %_3.i, 3
  %4 = or disjoint i8 %_2.i, -128
  %c.i = load i8, ptr %self, align 1, !alias.scope !1, !noundef !4
  %5 = and i8 %c.i, 6
  %_11.i = icmp eq i8 %5, 0
  br i1 %_11.i, label %bb2.i, label %bb5.i

bb2.i:                                            ; preds = %bb1
  %_18.i = lshr i8 %c.i, 3
  %_17.i = zext nneg i8 %_18.i to i16
  %_19.i = icmp ult i8 %c.i, 64
  br i1 %_19.i, label %bb3.i, label %panic.i

bb5.i:                                            ; preds = %bb3.i, %bb1
  %v.sroa.0.1.i = phi i8 [ %16, %bb3.i ], [ %4, %bb1 ]
  %iter.sroa.0.0.ptr.1.i = getelementptr inbounds nuw i8, ptr %self, i16 1
  %c.1.i = load i8, ptr %iter.sroa.0.0.ptr.1.i, align 1, !alias.scope !1, !noundef !4
  %6 = and i8 %c.1.i, 6
  %_11.1.i = icmp eq i8 %6, 2
  br i1 %_11.1.i, label %bb2.1.i, label %bb5.1.i

bb2.1.i:                                          ; preds = %bb5.i
  %_18.1.i = lshr i8 %c.1.i, 3
  %_17.1.i = zext nneg i8 %_18.1.i to i16
  %_19.1.i = icmp ult i8 %c.1.i, 64
  br i1 %_19.1.i, label %bb3.1.i, label %panic.i

bb3.1.i:                                          ; preds = %bb2.1.i
  %7 = getelementptr inbounds nuw i8, ptr @anon.fad58de7366495db4650cfefac2fcd61.0, i16 %_17.1.i
  %_15.1.i = load i8, ptr %7, align 1, !noalias !1, !noundef !4
  %8 = sub i8 %v.sroa.0.1.i, %_15.1.i
  br label %bb5.1.i

bb5.1.i:                                          ; preds = %bb3.1.i, %bb5.i
  %v.sroa.0.1.1.i = phi i8 [ %8, %bb3.1.i ], [ %v.sroa.0.1.i, %bb5.i ]
  %iter.sroa.0.0.ptr.2.i = getelementptr inbounds nuw i8, ptr %self, i16 2
  %c.2.i = load i8, ptr %iter.sroa.0.0.ptr.2.i, align 1, !alias.scope !1, !noundef !4
  %9 = and i8 %c.2.i, 6
  %_11.2.i = icmp eq i8 %9, 4
  br i1 %_11.2.i, label %bb2.2.i, label %bb5.2.i

bb2.2.i:                                          ; preds = %bb5.1.i
  %_18.2.i = lshr i8 %c.2.i, 3
  %_17.2.i = zext nneg i8 %_18.2.i to i16
  %_19.2.i = icmp ult i8 %c.2.i, 64
  br i1 %_19.2.i, label %bb3.2.i, label %panic.i

bb3.2.i:                                          ; preds = %bb2.2.i
  %10 = getelementptr inbounds nuw i8, ptr @anon.fad58de7366495db4650cfefac2fcd61.0, i16 %_17.2.i
  %_15.2.i = load i8, ptr %10, align 1, !noalias !1, !noundef !4
  %11 = sub i8 %v.sroa.0.1.1.i, %_15.2.i
  br label %bb5.2.i

bb5.2.i:                                          ; preds = %bb3.2.i, %bb5.1.i
  %v.sroa.0.1.2.i = phi i8 [ %11, %bb3.2.i ], [ %v.sroa.0.1.1.i, %bb5.1.i ]
  %iter.sroa.0.0.ptr.3.i = getelementptr inbounds nuw i8, ptr %self, i16 3
  %c.3.i = load i8, ptr %iter.sroa.0.0.ptr.3.i, align 1, !alias.scope !1, !noundef !4
  %12 = and i8 %c.3.i, 6
  %_11.3.i = icmp eq i8 %12, 6
  br i1 %_11.3.i, label %bb2.3.i, label %common.ret

bb2.3.i:                                          ; preds = %bb5.2.i
  %_18.3.i = lshr i8 %c.3.i, 3
  %_17.3.i = zext nneg i8 %_18.3.i to i16
  %_19.3.i = icmp ult i8 %c.3.i, 64
  br i1 %_19.3.i, label %bb3.3.i, label %panic.i

bb3.3.i:                                          ; preds = %bb2.3.i
  %13 = getelementptr inbounds nuw i8, ptr @anon.fad58de7366495db4650cfefac2fcd61.0, i16 %_17.3.i
  %_15.3.i = load i8, ptr %13, align 1, !noalias !1, !noundef !4
  %14 = sub i8 %v.sroa.0.1.2.i, %_15.3.i
  br label %common.ret

bb3.i:                                            ; preds = %bb2.i
  %15 = getelementptr inbounds nuw i8, ptr @anon.fad58de7366495db4650cfefac2fcd61.0, i16 %_17.i
  %_15.i = load i8, ptr %15, align 1, !noalias !1, !noundef !4
  %16 = sub i8 %4, %_15.i
  br label %bb5.i

panic.i:                                          ; preds = %bb2.3.i, %bb2.2.i, %bb2.1.i, %bb2.i
  %_17.lcssa.i = phi i16 [ %_17.i, %bb2.i ], [ %_17.1.i, %bb2.1.i ], [ %_17.2.i, %bb2.2.i ], [ %_17.3.i, %bb2.3.i ]
; call core::panicking::panic_bounds_check
  tail call fastcc addrspace(1) void @_RNvNtCs966pVW5z4lG_4core9panicking18panic_bounds_check(i16 noundef %_17.lcssa.i) #7
  unreachable

bb3:                                              ; preds = %start
  %17 = getelementptr inbounds nuw i8, ptr %self, i16 4
  %18 = load i16, ptr %17, align 1, !noundef !4
  %19 = add i16 %18, 1
  store i16 %19, ptr %17, align 1
  %20 = getelementptr inbounds nuw i8, ptr %self, i16 6
  br i1 %mouse, label %bb4, label %bb23.preheader

bb23.preheader:                                   ; preds = %bb3
  %_57 = add nsw i8 %depth, -1
  %21 = getelementptr inbounds nuw i8, ptr %self, i16 1
  %22 = getelementptr inbounds nuw i8, ptr %self, i16 2
  %23 = getelementptr inbounds nuw i8, ptr %self, i16 3
  %addr.i.i.i.i = ptrtoint ptr %self to i16
  %24 = and i16 %addr.i.i.i.i, 1
  %_5.not.i.i = icmp eq i16 %24, 0
  br label %bb23

common.ret:                                       ; preds = %bb23, %bb39.1, %bb39, %bb30.i.i229, %bb5.2.i, %bb3.3.i, %bb11.2, %bb11.1, %bb11, %bb20.2, %bb2.i.i222, %bb11.3
  %common.ret.op = phi i8 [ %spec.store.select9.3, %bb11.3 ], [ %v.sroa.0.1.2.i, %bb5.2.i ], [ %alpha.sroa.0.2.2, %bb20.2 ], [ %alpha.sroa.0.2.2, %bb2.i.i222 ], [ %14, %bb3.3.i ], [ %alpha.sroa.0.2.2, %bb30.i.i229 ], [ %spec.store.select9.2, %bb11.2 ], [ %spec.store.select9, %bb11 ], [ %spec.store.select9.1, %bb11.1 ], [ %spec.store.select, %bb39 ], [ %beta.sroa.0.0, %bb23 ], [ %spec.store.select.1, %bb39.1 ]
  ret i8 %common.ret.op

bb4:                                              ; preds = %bb3
  %f5 = load i8, ptr %20, align 1, !noundef !4
  %_6.i28 = lshr i8 %f5, 3
  %_9.i29 = and i8 %f5, 7
  %_20 = add nsw i8 %depth, -1
  %25 = add nsw i8 %_6.i28, -1
  %26 = add nsw i8 %_9.i29, -1
  %27 = or i8 %26, %25
  %or.cond.i30 = icmp ugt i8 %27, 7
  %_15.i31 = shl nuw nsw i8 %25, 3
  %_14.i32 = or i8 %_15.i31, %26
  %_3.not.i35 = icmp eq i8 %f5, %_14.i32
  %or.cond46 = select i1 %or.cond.i30, i1 true, i1 %_3.not.i35
  br i1 %or.cond46, label %bb20, label %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit40

bb23:                                             ; preds = %bb23.preheader, %bb48.1
  %last.sroa.0.0 = phi i8 [ %57, %bb48.1 ], [ 0, %bb23.preheader ]
  %pick.sroa.4.0 = phi i8 [ %pick.sroa.4.2.3, %bb48.1 ], [ undef, %bb23.preheader ]
  %pick.sroa.8.0 = phi i16 [ %pick.sroa.8.2.3, %bb48.1 ], [ undef, %bb23.preheader ]
  %beta.sroa.0.0 = phi i8 [ %beta.sroa.0.3.1, %bb48.1 ], [ %1, %bb23.preheader ]
  %c = load i8, ptr %self, align 1, !noundef !4
  %_33.not = icmp uge i8 %c, %last.sroa.0.0
  %pick.sroa.4.2 = select i1 %_33.not, i8 %c, i8 %pick.sroa.4.0
  %pick.sroa.8.2 = select i1 %_33.not, i16 0, i16 %pick.sroa.8.0
  %c.1 = load i8, ptr %21, align 1, !noundef !4
  %_33.not.1 = icmp ult i8 %c.1, %last.sroa.0.0
  %_38.1 = icmp ule i8 %pick.sroa.4.2, %c.1
  %or.cond.1 = select i1 %_33.not, i1 %_38.1, i1 false
  %not._33.not.1 = xor i1 %_33.not.1, true
  %narrow = or i1 %_33.not, %not._33.not.1
  %28 = select i1 %_33.not.1, i1 true, i1 %or.cond.1
  %pick.sroa.4.2.1 = select i1 %28, i8 %pick.sroa.4.2, i8 %c.1
  %pick.sroa.8.2.1 = select i1 %28, i16 %pick.sroa.8.2, i16 1
  %c.2 = load i8, ptr %22, align 1, !noundef !4
  %_33.not.2 = icmp ult i8 %c.2, %last.sroa.0.0
  %_38.2 = icmp ule i8 %pick.sroa.4.2.1, %c.2
  %or.cond.2 = select i1 %narrow, i1 %_38.2, i1 false
  %not._33.not.2 = xor i1 %_33.not.2, true
  %narrow67 = select i1 %not._33.not.2, i1 true, i1 %narrow
  %29 = select i1 %_33.not.2, i1 true, i1 %or.cond.2
  %pick.sroa.4.2.2 = select i1 %29, i8 %pick.sroa.4.2.1, i8 %c.2
  %pick.sroa.8.2.2 = select i1 %29, i16 %pick.sroa.8.2.1, i16 2
  %c.3 = load i8, ptr %23, align 1, !noundef !4
  %_33.not.3 = icmp ult i8 %c.3, %last.sroa.0.0
  %_38.3 = icmp ule i8 %pick.sroa.4.2.2, %c.3
  %or.cond.3 = select i1 %narrow67, i1 %_38.3, i1 false
  %not._33.not.3 = xor i1 %_33.not.3, true
  %narrow68 = select i1 %not._33.not.3, i1 true, i1 %narrow67
  %30 = select i1 %_33.not.3, i1 true, i1 %or.cond.3
  %pick.sroa.4.2.3 = select i1 %30, i8 %pick.sroa.4.2.2, i8 %c.3
  %pick.sroa.8.2.3 = select i1 %30, i16 %pick.sroa.8.2.2, i16 3
  br i1 %narrow68, label %bb33, label %common.ret

bb33:                                             ; preds = %bb23
  %_6.i = lshr i8 %pick.sroa.4.2.3, 3
  %31 = add nsw i8 %_6.i, -1
  %_9.i = and i8 %pick.sroa.4.2.3, 7
  %_15.i26 = shl nuw nsw i8 %31, 3
  %32 = getelementptr inbounds nuw i8, ptr %self, i16 %pick.sroa.8.2.3
  %33 = add nsw i8 %_9.i, -1
  %34 = or i8 %33, %31
  %or.cond.i = icmp ugt i8 %34, 7
  %_14.i = or i8 %33, %_15.i26
  %_4.i = load i8, ptr %20, align 1
  %_3.not.i = icmp eq i8 %_4.i, %_14.i
  %or.cond45 = select i1 %or.cond.i, i1 true, i1 %_3.not.i
  br i1 %or.cond45, label %bb48, label %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit

_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit: ; preds = %bb33
  br i1 %_5.not.i.i, label %bb4.thread.i.i, label %bb2.i.i

bb4.thread.i.i:                                   ; preds = %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit
  %_51.sroa.0.0.isplat36.in.i.i = zext nneg i8 %_14.i to i16
  %_51.sroa.0.0.isplat36.i.i = mul nuw nsw i16 %_51.sroa.0.0.isplat36.in.i.i, 257
  %u.i.i = load i16, ptr %self, align 1, !alias.scope !5, !noundef !4
  %v.i.i = load i16, ptr %22, align 1, !alias.scope !5, !noundef !4
  %_25.i.i = xor i16 %u.i.i, %_51.sroa.0.0.isplat36.i.i
  %35 = sub i16 256, %_25.i.i
  %36 = or i16 %35, %_25.i.i
  %_27.i.i = xor i16 %v.i.i, %_51.sroa.0.0.isplat36.i.i
  %37 = sub i16 256, %_27.i.i
  %38 = or i16 %37, %_27.i.i
  %39 = and i16 %36, -32640
  %40 = and i16 %39, %38
  %brmerge.not.i.i = icmp eq i16 %40, -32640
  br i1 %brmerge.not.i.i, label %bb39, label %bb30.preheader.i.i

bb2.i.i:                                          ; preds = %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit
  %_47.i.i = icmp eq i8 %c, %_14.i
  br i1 %_47.i.i, label %bb48.thread, label %bb30.preheader.i.i

bb30.preheader.i.i:                               ; preds = %bb4.thread.i.i, %bb2.i.i
  %_3144.i.i = phi i16 [ 3, %bb2.i.i ], [ 4, %bb4.thread.i.i ]
  %offset.sroa.0.1.lcssa42.i.i = phi i16 [ 1, %bb2.i.i ], [ 0, %bb4.thread.i.i ]
  %41 = getelementptr inbounds nuw i8, ptr %self, i16 %offset.sroa.0.1.lcssa42.i.i
  br label %bb30.i.i

bb30.i.i:                                         ; preds = %bb32.i.i, %bb30.preheader.i.i
  %_64.sroa.0.026.i.i = phi i16 [ %43, %bb32.i.i ], [ 0, %bb30.preheader.i.i ]
  %42 = getelementptr inbounds nuw i8, ptr %41, i16 %_64.sroa.0.026.i.i
  %_68.i.i = load i8, ptr %42, align 1, !alias.scope !5, !noundef !4
  %_67.i.i = icmp eq i8 %_68.i.i, %_14.i
  br i1 %_67.i.i, label %bb48, label %bb32.i.i

bb32.i.i:                                         ; preds = %bb30.i.i
  %43 = add nuw nsw i16 %_64.sroa.0.026.i.i, 1
  %exitcond.not.i.i = icmp eq i16 %43, %_3144.i.i
  br i1 %exitcond.not.i.i, label %bb39, label %bb30.i.i

bb48:                                             ; preds = %bb30.i.i, %bb39.bb48_crit_edge, %bb33
  %_4.i.1 = phi i8 [ %_4.i.1.pre, %bb39.bb48_crit_edge ], [ %_4.i, %bb33 ], [ %_4.i, %bb30.i.i ]
  %beta.sroa.0.3 = phi i8 [ %spec.store.select, %bb39.bb48_crit_edge ], [ %beta.sroa.0.0, %bb33 ], [ %beta.sroa.0.0, %bb30.i.i ]
  %44 = add nuw nsw i8 %_9.i, 1
  %45 = or i8 %44, %31
  %or.cond.i.1 = icmp ugt i8 %45, 7
  %_14.i.1 = or i8 %44, %_15.i26
  %_3.not.i.1 = icmp eq i8 %_4.i.1, %_14.i.1
  %or.cond45.1 = select i1 %or.cond.i.1, i1 true, i1 %_3.not.i.1
  br i1 %or.cond45.1, label %bb48.1, label %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit.1

bb48.thread:                                      ; preds = %bb2.i.i
  %46 = add nuw nsw i8 %_9.i, 1
  %47 = or i8 %46, %31
  %or.cond.i.1282 = icmp ugt i8 %47, 7
  %_14.i.1283 = or i8 %46, %_15.i26
  %_3.not.i.1284 = icmp eq i8 %_4.i, %_14.i.1283
  %or.cond45.1285 = select i1 %or.cond.i.1282, i1 true, i1 %_3.not.i.1284
  br i1 %or.cond45.1285, label %bb48.1, label %bb2.i.i82

_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit.1: ; preds = %bb48
  %_14.i.1287 = phi i8 [ %_14.i.1, %bb48 ]
  %beta.sroa.0.3286 = phi i8 [ %beta.sroa.0.3, %bb48 ]
  br i1 %_5.not.i.i, label %bb4.thread.i.i97, label %bb2.i.i82

bb4.thread.i.i97:                                 ; preds = %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit.1
  %_51.sroa.0.0.isplat36.in.i.i98 = zext nneg i8 %_14.i.1287 to i16
  %_51.sroa.0.0.isplat36.i.i99 = mul nuw nsw i16 %_51.sroa.0.0.isplat36.in.i.i98, 257
  %u.i.i100 = load i16, ptr %self, align 1, !alias.scope !10, !noundef !4
  %v.i.i102 = load i16, ptr %22, align 1, !alias.scope !10, !noundef !4
  %_25.i.i103 = xor i16 %u.i.i100, %_51.sroa.0.0.isplat36.i.i99
  %48 = sub i16 256, %_25.i.i103
  %49 = or i16 %48, %_25.i.i103
  %_27.i.i104 = xor i16 %v.i.i102, %_51.sroa.0.0.isplat36.i.i99
  %50 = sub i16 256, %_27.i.i104
  %51 = or i16 %50, %_27.i.i104
  %52 = and i16 %49, -32640
  %53 = and i16 %52, %51
  %brmerge.not.i.i105 = icmp eq i16 %53, -32640
  br i1 %brmerge.not.i.i105, label %bb39.1, label %bb30.preheader.i.i86

bb2.i.i82:                                        ; preds = %bb48.thread, %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit.1
  %beta.sroa.0.3286295 = phi i8 [ %beta.sroa.0.3286, %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit.1 ], [ %beta.sroa.0.0, %bb48.thread ]
  %_14.i.1287290 = phi i8 [ %_14.i.1287, %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit.1 ], [ %_14.i.1283, %bb48.thread ]
  %_48.i.i83 = load i8, ptr %self, align 1, !alias.scope !10, !noundef !4
  %_47.i.i84 = icmp eq i8 %_48.i.i83, %_14.i.1287290
  br i1 %_47.i.i84, label %bb48.1, label %bb30.preheader.i.i86

bb30.preheader.i.i86:                             ; preds = %bb4.thread.i.i97, %bb2.i.i82
  %beta.sroa.0.3286294 = phi i8 [ %beta.sroa.0.3286295, %bb2.i.i82 ], [ %beta.sroa.0.3286, %bb4.thread.i.i97 ]
  %_14.i.1287291 = phi i8 [ %_14.i.1287290, %bb2.i.i82 ], [ %_14.i.1287, %bb4.thread.i.i97 ]
  %_3144.i.i87 = phi i16 [ 3, %bb2.i.i82 ], [ 4, %bb4.thread.i.i97 ]
  %offset.sroa.0.1.lcssa42.i.i88 = phi i16 [ 1, %bb2.i.i82 ], [ 0, %bb4.thread.i.i97 ]
  %54 = getelementptr inbounds nuw i8, ptr %self, i16 %offset.sroa.0.1.lcssa42.i.i88
  br label %bb30.i.i89

bb30.i.i89:                                       ; preds = %bb32.i.i93, %bb30.preheader.i.i86
  %_64.sroa.0.026.i.i90 = phi i16 [ %56, %bb32.i.i93 ], [ 0, %bb30.preheader.i.i86 ]
  %55 = getelementptr inbounds nuw i8, ptr %54, i16 %_64.sroa.0.026.i.i90
  %_68.i.i91 = load i8, ptr %55, align 1, !alias.scope !10, !noundef !4
  %_67.i.i92 = icmp eq i8 %_68.i.i91, %_14.i.1287291
  br i1 %_67.i.i92, label %bb48.1, label %bb32.i.i93

bb32.i.i93:                                       ; preds = %bb30.i.i89
  %56 = add nuw nsw i16 %_64.sroa.0.026.i.i90, 1
  %exitcond.not.i.i94 = icmp eq i16 %56, %_3144.i.i87
  br i1 %exitcond.not.i.i94, label %bb39.1, label %bb30.i.i89

bb39.1:                                           ; preds = %bb32.i.i93, %bb4.thread.i.i97
  %beta.sroa.0.3286293 = phi i8 [ %beta.sroa.0.3286, %bb4.thread.i.i97 ], [ %beta.sroa.0.3286294, %bb32.i.i93 ]
  %_14.i.1287292 = phi i8 [ %_14.i.1287, %bb4.thread.i.i97 ], [ %_14.i.1287291, %bb32.i.i93 ]
  store i8 %_14.i.1287292, ptr %32, align 1
; call <p02_cats_rec::Pos>::search
  %sc.1 = tail call fastcc noundef addrspace(1) i8 @_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos6search(ptr noalias noundef dereferenceable(7) %self, i8 noundef %_57, i1 noundef zeroext true, i8 noundef %0, i8 noundef %beta.sroa.0.3286293) #8
  store i8 %pick.sroa.4.2.3, ptr %32, align 1
  %spec.store.select.1 = tail call addrspace(1) i8 @llvm.umin.i8(i8 %sc.1, i8 %beta.sroa.0.3286293)
  %_62.not.1 = icmp ult i8 %0, %spec.store.select.1
  br i1 %_62.not.1, label %bb48.1, label %common.ret

bb48.1:                                           ; preds = %bb30.i.i89, %bb48.thread, %bb2.i.i82, %bb39.1, %bb48
  %beta.sroa.0.3.1 = phi i8 [ %spec.store.select.1, %bb39.1 ], [ %beta.sroa.0.3, %bb48 ], [ %beta.sroa.0.3286295, %bb2.i.i82 ], [ %beta.sroa.0.0, %bb48.thread ], [ %beta.sroa.0.3286294, %bb30.i.i89 ]
  %57 = add i8 %pick.sroa.4.2.3, 1
  br label %bb23

bb39:                                             ; preds = %bb32.i.i, %bb4.thread.i.i
  store i8 %_14.i, ptr %32, align 1
; call <p02_cats_rec::Pos>::search
  %sc = tail call fastcc noundef addrspace(1) i8 @_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos6search(ptr noalias noundef dereferenceable(7) %self, i8 noundef %_57, i1 noundef zeroext true, i8 noundef %0, i8 noundef %beta.sroa.0.0) #8
  store i8 %pick.sroa.4.2.3, ptr %32, align 1
  %spec.store.select = tail call addrspace(1) i8 @llvm.umin.i8(i8 %sc, i8 %beta.sroa.0.0)
  %_62.not = icmp ult i8 %0, %spec.store.select
  br i1 %_62.not, label %bb39.bb48_crit_edge, label %common.ret

bb39.bb48_crit_edge:                              ; preds = %bb39
  %_4.i.1.pre = load i8, ptr %20, align 1
  br label %bb48

_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit40: ; preds = %bb4
  %addr.i.i.i.i111 = ptrtoint ptr %self to i16
  %58 = and i16 %addr.i.i.i.i111, 1
  %_5.not.i.i116 = icmp eq i16 %58, 0
  br i1 %_5.not.i.i116, label %bb4.thread.i.i132, label %bb2.i.i117

bb4.thread.i.i132:                                ; preds = %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit40
  %_51.sroa.0.0.isplat36.in.i.i133 = zext nneg i8 %_14.i32 to i16
  %_51.sroa.0.0.isplat36.i.i134 = mul nuw nsw i16 %_51.sroa.0.0.isplat36.in.i.i133, 257
  %u.i.i135 = load i16, ptr %self, align 1, !alias.scope !15, !noundef !4
  %_21.i.i136 = getelementptr inbounds nuw i8, ptr %self, i16 2
  %v.i.i137 = load i16, ptr %_21.i.i136, align 1, !alias.scope !15, !noundef !4
  %_25.i.i138 = xor i16 %u.i.i135, %_51.sroa.0.0.isplat36.i.i134
  %59 = sub i16 256, %_25.i.i138
  %60 = or i16 %59, %_25.i.i138
  %_27.i.i139 = xor i16 %v.i.i137, %_51.sroa.0.0.isplat36.i.i134
  %61 = sub i16 256, %_27.i.i139
  %62 = or i16 %61, %_27.i.i139
  %63 = and i16 %60, -32640
  %64 = and i16 %63, %62
  %brmerge.not.i.i140 = icmp eq i16 %64, -32640
  br i1 %brmerge.not.i.i140, label %bb11, label %bb30.preheader.i.i121

bb2.i.i117:                                       ; preds = %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit40
  %_48.i.i118 = load i8, ptr %self, align 1, !alias.scope !15, !noundef !4
  %_47.i.i119 = icmp eq i8 %_48.i.i118, %_14.i32
  br i1 %_47.i.i119, label %bb20, label %bb30.preheader.i.i121

bb30.preheader.i.i121:                            ; preds = %bb4.thread.i.i132, %bb2.i.i117
  %_3144.i.i122 = phi i16 [ 3, %bb2.i.i117 ], [ 4, %bb4.thread.i.i132 ]
  %offset.sroa.0.1.lcssa42.i.i123 = phi i16 [ 1, %bb2.i.i117 ], [ 0, %bb4.thread.i.i132 ]
  %65 = getelementptr inbounds nuw i8, ptr %self, i16 %offset.sroa.0.1.lcssa42.i.i123
  br label %bb30.i.i124

bb30.i.i124:                                      ; preds = %bb32.i.i128, %bb30.preheader.i.i121
  %_64.sroa.0.026.i.i125 = phi i16 [ %67, %bb32.i.i128 ], [ 0, %bb30.preheader.i.i121 ]
  %66 = getelementptr inbounds nuw i8, ptr %65, i16 %_64.sroa.0.026.i.i125
  %_68.i.i126 = load i8, ptr %66, align 1, !alias.scope !15, !noundef !4
  %_67.i.i127 = icmp eq i8 %_68.i.i126, %_14.i32
  br i1 %_67.i.i127, label %bb20, label %bb32.i.i128

bb32.i.i128:                                      ; preds = %bb30.i.i124
  %67 = add nuw nsw i16 %_64.sroa.0.026.i.i125, 1
  %exitcond.not.i.i129 = icmp eq i16 %67, %_3144.i.i122
  br i1 %exitcond.not.i.i129, label %bb11, label %bb30.i.i124

bb20:                                             ; preds = %bb30.i.i124, %bb2.i.i117, %bb11, %bb4
  %alpha.sroa.0.2 = phi i8 [ %spec.store.select9, %bb11 ], [ %0, %bb4 ], [ %0, %bb2.i.i117 ], [ %0, %bb30.i.i124 ]
  %68 = add nuw nsw i8 %_9.i29, 1
  %69 = or i8 %68, %25
  %or.cond.i30.1 = icmp ugt i8 %69, 7
  %_14.i32.1 = or i8 %_15.i31, %68
  %_3.not.i35.1 = icmp eq i8 %f5, %_14.i32.1
  %or.cond46.1 = select i1 %or.cond.i30.1, i1 true, i1 %_3.not.i35.1
  br i1 %or.cond46.1, label %bb20.1, label %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit40.1

_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit40.1: ; preds = %bb20
  %addr.i.i.i.i146 = ptrtoint ptr %self to i16
  %70 = and i16 %addr.i.i.i.i146, 1
  %_5.not.i.i151 = icmp eq i16 %70, 0
  br i1 %_5.not.i.i151, label %bb4.thread.i.i167, label %bb2.i.i152

bb4.thread.i.i167:                                ; preds = %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit40.1
  %_51.sroa.0.0.isplat36.in.i.i168 = zext nneg i8 %_14.i32.1 to i16
  %_51.sroa.0.0.isplat36.i.i169 = mul nuw nsw i16 %_51.sroa.0.0.isplat36.in.i.i168, 257
  %u.i.i170 = load i16, ptr %self, align 1, !alias.scope !20, !noundef !4
  %_21.i.i171 = getelementptr inbounds nuw i8, ptr %self, i16 2
  %v.i.i172 = load i16, ptr %_21.i.i171, align 1, !alias.scope !20, !noundef !4
  %_25.i.i173 = xor i16 %u.i.i170, %_51.sroa.0.0.isplat36.i.i169
  %71 = sub i16 256, %_25.i.i173
  %72 = or i16 %71, %_25.i.i173
  %_27.i.i174 = xor i16 %v.i.i172, %_51.sroa.0.0.isplat36.i.i169
  %73 = sub i16 256, %_27.i.i174
  %74 = or i16 %73, %_27.i.i174
  %75 = and i16 %72, -32640
  %76 = and i16 %75, %74
  %brmerge.not.i.i175 = icmp eq i16 %76, -32640
  br i1 %brmerge.not.i.i175, label %bb11.1, label %bb30.preheader.i.i156

bb2.i.i152:                                       ; preds = %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit40.1
  %_48.i.i153 = load i8, ptr %self, align 1, !alias.scope !20, !noundef !4
  %_47.i.i154 = icmp eq i8 %_48.i.i153, %_14.i32.1
  br i1 %_47.i.i154, label %bb20.1, label %bb30.preheader.i.i156

bb30.preheader.i.i156:                            ; preds = %bb4.thread.i.i167, %bb2.i.i152
  %_3144.i.i157 = phi i16 [ 3, %bb2.i.i152 ], [ 4, %bb4.thread.i.i167 ]
  %offset.sroa.0.1.lcssa42.i.i158 = phi i16 [ 1, %bb2.i.i152 ], [ 0, %bb4.thread.i.i167 ]
  %77 = getelementptr inbounds nuw i8, ptr %self, i16 %offset.sroa.0.1.lcssa42.i.i158
  br label %bb30.i.i159

bb30.i.i159:                                      ; preds = %bb32.i.i163, %bb30.preheader.i.i156
  %_64.sroa.0.026.i.i160 = phi i16 [ %79, %bb32.i.i163 ], [ 0, %bb30.preheader.i.i156 ]
  %78 = getelementptr inbounds nuw i8, ptr %77, i16 %_64.sroa.0.026.i.i160
  %_68.i.i161 = load i8, ptr %78, align 1, !alias.scope !20, !noundef !4
  %_67.i.i162 = icmp eq i8 %_68.i.i161, %_14.i32.1
  br i1 %_67.i.i162, label %bb20.1, label %bb32.i.i163

bb32.i.i163:                                      ; preds = %bb30.i.i159
  %79 = add nuw nsw i16 %_64.sroa.0.026.i.i160, 1
  %exitcond.not.i.i164 = icmp eq i16 %79, %_3144.i.i157
  br i1 %exitcond.not.i.i164, label %bb11.1, label %bb30.i.i159

bb11.1:                                           ; preds = %bb32.i.i163, %bb4.thread.i.i167
  store i8 %_14.i32.1, ptr %20, align 1
; call <p02_cats_rec::Pos>::search
  %sc8.1 = tail call fastcc noundef addrspace(1) i8 @_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos6search(ptr noalias noundef dereferenceable(7) %self, i8 noundef %_20, i1 noundef zeroext false, i8 noundef %alpha.sroa.0.2, i8 noundef %1) #8
  store i8 %f5, ptr %20, align 1
  %spec.store.select9.1 = tail call addrspace(1) i8 @llvm.umax.i8(i8 %sc8.1, i8 %alpha.sroa.0.2)
  %_25.not.1 = icmp ult i8 %spec.store.select9.1, %1
  br i1 %_25.not.1, label %bb20.1, label %common.ret

bb20.1:                                           ; preds = %bb30.i.i159, %bb2.i.i152, %bb11.1, %bb20
  %alpha.sroa.0.2.1 = phi i8 [ %spec.store.select9.1, %bb11.1 ], [ %alpha.sroa.0.2, %bb20 ], [ %alpha.sroa.0.2, %bb2.i.i152 ], [ %alpha.sroa.0.2, %bb30.i.i159 ]
  %80 = add nuw nsw i8 %_6.i28, 1
  %81 = or i8 %68, %80
  %or.cond.i30.2 = icmp samesign ugt i8 %81, 7
  %_15.i31.2 = shl nuw nsw i8 %80, 3
  %_14.i32.2 = or i8 %_15.i31.2, %68
  %_3.not.i35.2 = icmp eq i8 %f5, %_14.i32.2
  %or.cond46.2 = select i1 %or.cond.i30.2, i1 true, i1 %_3.not.i35.2
  br i1 %or.cond46.2, label %bb20.2, label %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit40.2

_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit40.2: ; preds = %bb20.1
  %addr.i.i.i.i181 = ptrtoint ptr %self to i16
  %82 = and i16 %addr.i.i.i.i181, 1
  %_5.not.i.i186 = icmp eq i16 %82, 0
  br i1 %_5.not.i.i186, label %bb4.thread.i.i202, label %bb2.i.i187

bb4.thread.i.i202:                                ; preds = %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit40.2
  %_51.sroa.0.0.isplat36.in.i.i203 = zext nneg i8 %_14.i32.2 to i16
  %_51.sroa.0.0.isplat36.i.i204 = mul nuw nsw i16 %_51.sroa.0.0.isplat36.in.i.i203, 257
  %u.i.i205 = load i16, ptr %self, align 1, !alias.scope !25, !noundef !4
  %_21.i.i206 = getelementptr inbounds nuw i8, ptr %self, i16 2
  %v.i.i207 = load i16, ptr %_21.i.i206, align 1, !alias.scope !25, !noundef !4
  %_25.i.i208 = xor i16 %u.i.i205, %_51.sroa.0.0.isplat36.i.i204
  %83 = sub i16 256, %_25.i.i208
  %84 = or i16 %83, %_25.i.i208
  %_27.i.i209 = xor i16 %v.i.i207, %_51.sroa.0.0.isplat36.i.i204
  %85 = sub i16 256, %_27.i.i209
  %86 = or i16 %85, %_27.i.i209
  %87 = and i16 %84, -32640
  %88 = and i16 %87, %86
  %brmerge.not.i.i210 = icmp eq i16 %88, -32640
  br i1 %brmerge.not.i.i210, label %bb11.2, label %bb30.preheader.i.i191

bb2.i.i187:                                       ; preds = %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit40.2
  %_48.i.i188 = load i8, ptr %self, align 1, !alias.scope !25, !noundef !4
  %_47.i.i189 = icmp eq i8 %_48.i.i188, %_14.i32.2
  br i1 %_47.i.i189, label %bb20.2, label %bb30.preheader.i.i191

bb30.preheader.i.i191:                            ; preds = %bb4.thread.i.i202, %bb2.i.i187
  %_3144.i.i192 = phi i16 [ 3, %bb2.i.i187 ], [ 4, %bb4.thread.i.i202 ]
  %offset.sroa.0.1.lcssa42.i.i193 = phi i16 [ 1, %bb2.i.i187 ], [ 0, %bb4.thread.i.i202 ]
  %89 = getelementptr inbounds nuw i8, ptr %self, i16 %offset.sroa.0.1.lcssa42.i.i193
  br label %bb30.i.i194

bb30.i.i194:                                      ; preds = %bb32.i.i198, %bb30.preheader.i.i191
  %_64.sroa.0.026.i.i195 = phi i16 [ %91, %bb32.i.i198 ], [ 0, %bb30.preheader.i.i191 ]
  %90 = getelementptr inbounds nuw i8, ptr %89, i16 %_64.sroa.0.026.i.i195
  %_68.i.i196 = load i8, ptr %90, align 1, !alias.scope !25, !noundef !4
  %_67.i.i197 = icmp eq i8 %_68.i.i196, %_14.i32.2
  br i1 %_67.i.i197, label %bb20.2, label %bb32.i.i198

bb32.i.i198:                                      ; preds = %bb30.i.i194
  %91 = add nuw nsw i16 %_64.sroa.0.026.i.i195, 1
  %exitcond.not.i.i199 = icmp eq i16 %91, %_3144.i.i192
  br i1 %exitcond.not.i.i199, label %bb11.2, label %bb30.i.i194

bb11.2:                                           ; preds = %bb32.i.i198, %bb4.thread.i.i202
  store i8 %_14.i32.2, ptr %20, align 1
; call <p02_cats_rec::Pos>::search
  %sc8.2 = tail call fastcc noundef addrspace(1) i8 @_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos6search(ptr noalias noundef dereferenceable(7) %self, i8 noundef %_20, i1 noundef zeroext false, i8 noundef %alpha.sroa.0.2.1, i8 noundef %1) #8
  store i8 %f5, ptr %20, align 1
  %spec.store.select9.2 = tail call addrspace(1) i8 @llvm.umax.i8(i8 %sc8.2, i8 %alpha.sroa.0.2.1)
  %_25.not.2 = icmp ult i8 %spec.store.select9.2, %1
  br i1 %_25.not.2, label %bb20.2, label %common.ret

bb20.2:                                           ; preds = %bb30.i.i194, %bb2.i.i187, %bb11.2, %bb20.1
  %alpha.sroa.0.2.2 = phi i8 [ %spec.store.select9.2, %bb11.2 ], [ %alpha.sroa.0.2.1, %bb20.1 ], [ %alpha.sroa.0.2.1, %bb2.i.i187 ], [ %alpha.sroa.0.2.1, %bb30.i.i194 ]
  %92 = or i8 %26, %80
  %or.cond.i30.3 = icmp ugt i8 %92, 7
  %_14.i32.3 = or i8 %_15.i31.2, %26
  %_3.not.i35.3 = icmp eq i8 %f5, %_14.i32.3
  %or.cond46.3 = select i1 %or.cond.i30.3, i1 true, i1 %_3.not.i35.3
  br i1 %or.cond46.3, label %common.ret, label %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit40.3

_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit40.3: ; preds = %bb20.2
  %addr.i.i.i.i216 = ptrtoint ptr %self to i16
  %93 = and i16 %addr.i.i.i.i216, 1
  %_5.not.i.i221 = icmp eq i16 %93, 0
  br i1 %_5.not.i.i221, label %bb4.thread.i.i237, label %bb2.i.i222

bb4.thread.i.i237:                                ; preds = %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit40.3
  %_51.sroa.0.0.isplat36.in.i.i238 = zext nneg i8 %_14.i32.3 to i16
  %_51.sroa.0.0.isplat36.i.i239 = mul nuw nsw i16 %_51.sroa.0.0.isplat36.in.i.i238, 257
  %u.i.i240 = load i16, ptr %self, align 1, !alias.scope !30, !noundef !4
  %_21.i.i241 = getelementptr inbounds nuw i8, ptr %self, i16 2
  %v.i.i242 = load i16, ptr %_21.i.i241, align 1, !alias.scope !30, !noundef !4
  %_25.i.i243 = xor i16 %u.i.i240, %_51.sroa.0.0.isplat36.i.i239
  %94 = sub i16 256, %_25.i.i243
  %95 = or i16 %94, %_25.i.i243
  %_27.i.i244 = xor i16 %v.i.i242, %_51.sroa.0.0.isplat36.i.i239
  %96 = sub i16 256, %_27.i.i244
  %97 = or i16 %96, %_27.i.i244
  %98 = and i16 %95, -32640
  %99 = and i16 %98, %97
  %brmerge.not.i.i245 = icmp eq i16 %99, -32640
  br i1 %brmerge.not.i.i245, label %bb11.3, label %bb30.preheader.i.i226

bb2.i.i222:                                       ; preds = %_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4free.exit40.3
  %_48.i.i223 = load i8, ptr %self, align 1, !alias.scope !30, !noundef !4
  %_47.i.i224 = icmp eq i8 %_48.i.i223, %_14.i32.3
  br i1 %_47.i.i224, label %common.ret, label %bb30.preheader.i.i226

bb30.preheader.i.i226:                            ; preds = %bb4.thread.i.i237, %bb2.i.i222
  %_3144.i.i227 = phi i16 [ 3, %bb2.i.i222 ], [ 4, %bb4.thread.i.i237 ]
  %offset.sroa.0.1.lcssa42.i.i228 = phi i16 [ 1, %bb2.i.i222 ], [ 0, %bb4.thread.i.i237 ]
  %100 = getelementptr inbounds nuw i8, ptr %self, i16 %offset.sroa.0.1.lcssa42.i.i228
  br label %bb30.i.i229

bb30.i.i229:                                      ; preds = %bb32.i.i233, %bb30.preheader.i.i226
  %_64.sroa.0.026.i.i230 = phi i16 [ %102, %bb32.i.i233 ], [ 0, %bb30.preheader.i.i226 ]
  %101 = getelementptr inbounds nuw i8, ptr %100, i16 %_64.sroa.0.026.i.i230
  %_68.i.i231 = load i8, ptr %101, align 1, !alias.scope !30, !noundef !4
  %_67.i.i232 = icmp eq i8 %_68.i.i231, %_14.i32.3
  br i1 %_67.i.i232, label %common.ret, label %bb32.i.i233

bb32.i.i233:                                      ; preds = %bb30.i.i229
  %102 = add nuw nsw i16 %_64.sroa.0.026.i.i230, 1
  %exitcond.not.i.i234 = icmp eq i16 %102, %_3144.i.i227
  br i1 %exitcond.not.i.i234, label %bb11.3, label %bb30.i.i229

bb11.3:                                           ; preds = %bb32.i.i233, %bb4.thread.i.i237
  store i8 %_14.i32.3, ptr %20, align 1
; call <p02_cats_rec::Pos>::search
  %sc8.3 = tail call fastcc noundef addrspace(1) i8 @_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos6search(ptr noalias noundef dereferenceable(7) %self, i8 noundef %_20, i1 noundef zeroext false, i8 noundef %alpha.sroa.0.2.2, i8 noundef %1) #8
  store i8 %f5, ptr %20, align 1
  %spec.store.select9.3 = tail call addrspace(1) i8 @llvm.umax.i8(i8 %sc8.3, i8 %alpha.sroa.0.2.2)
  br label %common.ret

bb11:                                             ; preds = %bb32.i.i128, %bb4.thread.i.i132
  store i8 %_14.i32, ptr %20, align 1
; call <p02_cats_rec::Pos>::search
  %sc8 = tail call fastcc noundef addrspace(1) i8 @_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos6search(ptr noalias noundef dereferenceable(7) %self, i8 noundef %_20, i1 noundef zeroext false, i8 noundef %0, i8 noundef %1) #8
  store i8 %f5, ptr %20, align 1
  %spec.store.select9 = tail call addrspace(1) i8 @llvm.umax.i8(i8 %sc8, i8 %0)
  %_25.not = icmp ult i8 %spec.store.select9, %1
  br i1 %_25.not, label %bb20, label %common.ret
}

; Function Attrs: nounwind
define dso_local void @main() unnamed_addr addrspace(1) #0 {
start:
  %p = alloca [7 x i8], align 1
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %p)
  %0 = getelementptr inbounds nuw i8, ptr %p, i16 6
  store i8 4, ptr %0, align 1
  store i8 57, ptr %p, align 1
  %_2.sroa.4.0.p.sroa_idx = getelementptr inbounds nuw i8, ptr %p, i16 1
  store i8 59, ptr %_2.sroa.4.0.p.sroa_idx, align 1
  %_2.sroa.5.0.p.sroa_idx = getelementptr inbounds nuw i8, ptr %p, i16 2
  store i8 61, ptr %_2.sroa.5.0.p.sroa_idx, align 1
  %_2.sroa.6.0.p.sroa_idx = getelementptr inbounds nuw i8, ptr %p, i16 3
  store i8 63, ptr %_2.sroa.6.0.p.sroa_idx, align 1
  %1 = getelementptr inbounds nuw i8, ptr %p, i16 4
  store i16 0, ptr %1, align 1
; call <p02_cats_rec::Pos>::search
  %s = call fastcc noundef addrspace(1) i8 @_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos6search(ptr noalias noundef dereferenceable(7) %p, i8 noundef 8, i1 noundef zeroext true, i8 noundef 0, i8 noundef -1) #8
  %_6 = load i16, ptr %1, align 1, !noundef !4
  %_4.i = lshr i16 %_6, 8
  %_3.i = trunc nuw i16 %_4.i to i8
  %_3.i.i = lshr i8 %_3.i, 4
  %_3.i.i.i = icmp ult i16 %_6, -24576
  %2 = or disjoint i8 %_3.i.i, 48
  %3 = add nuw nsw i8 %_3.i.i, 55
  %_2.sroa.0.0.i.i.i = select i1 %_3.i.i.i, i8 %2, i8 %3
  call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i.i.i) #8
  %_4.i.i = and i8 %_3.i, 15
  %_3.i1.i.i = icmp samesign ult i8 %_4.i.i, 10
  %4 = or disjoint i8 %_4.i.i, 48
  %5 = add nuw nsw i8 %_4.i.i, 55
  %_2.sroa.0.0.i2.i.i = select i1 %_3.i1.i.i, i8 %4, i8 %5
  call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i2.i.i) #8
  %_5.i = trunc i16 %_6 to i8
  %_3.i1.i = lshr i8 %_5.i, 4
  %_3.i.i2.i = icmp ult i8 %_5.i, -96
  %6 = or disjoint i8 %_3.i1.i, 48
  %7 = add nuw nsw i8 %_3.i1.i, 55
  %_2.sroa.0.0.i.i3.i = select i1 %_3.i.i2.i, i8 %6, i8 %7
  call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i.i3.i) #8
  %_4.i4.i = and i8 %_5.i, 15
  %_3.i1.i5.i = icmp samesign ult i8 %_4.i4.i, 10
  %8 = or disjoint i8 %_4.i4.i, 48
  %9 = add nuw nsw i8 %_4.i4.i, 55
  %_2.sroa.0.0.i2.i6.i = select i1 %_3.i1.i5.i, i8 %8, i8 %9
  call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i2.i6.i) #8
  call addrspace(1) void @putch(i8 noundef 32) #8
  %_3.i1 = lshr i8 %s, 4
  %_3.i.i2 = icmp ult i8 %s, -96
  %10 = or disjoint i8 %_3.i1, 48
  %11 = add nuw nsw i8 %_3.i1, 55
  %_2.sroa.0.0.i.i = select i1 %_3.i.i2, i8 %10, i8 %11
  call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i.i) #8
  %_4.i3 = and i8 %s, 15
  %_3.i1.i4 = icmp samesign ult i8 %_4.i3, 10
  %12 = or disjoint i8 %_4.i3, 48
  %13 = add nuw nsw i8 %_4.i3, 55
  %_2.sroa.0.0.i2.i = select i1 %_3.i1.i4, i8 %12, i8 %13
  call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i2.i) #8
  call addrspace(1) void @putch(i8 noundef 10) #8
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %p)
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) addrspace(1) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) addrspace(1) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i8 @llvm.umin.i8(i8, i8) addrspace(1) #2

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i8 @llvm.umax.i8(i8, i8) addrspace(1) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) addrspace(1) #3

; core::panicking::panic_fmt
; Function Attrs: cold noinline noreturn nounwind
define internal fastcc void @_RNvNtCs966pVW5z4lG_4core9panicking9panic_fmt() unnamed_addr addrspace(1) #4 {
start:
; call __rustc::rust_begin_unwind
  tail call fastcc addrspace(1) void @_RNvCsfgHYwM92fyn_7___rustc17rust_begin_unwind() #9
  unreachable
}

; core::panicking::panic_bounds_check
; Function Attrs: cold minsize noinline noreturn nounwind optsize
define internal fastcc void @_RNvNtCs966pVW5z4lG_4core9panicking18panic_bounds_check(i16 noundef range(i16 0, 32) %0) unnamed_addr addrspace(1) #5 {
start:
; call core::panicking::panic_fmt
  tail call fastcc addrspace(1) void @_RNvNtCs966pVW5z4lG_4core9panicking9panic_fmt() #7
  unreachable
}

; Function Attrs: nounwind
declare dso_local void @putch(i8 noundef) unnamed_addr addrspace(1) #0

; rt::puts
; Function Attrs: nounwind
define internal fastcc void @_RNvCscGQ5tRInlX6_2rt4puts() unnamed_addr addrspace(1) #0 {
start:
  tail call addrspace(1) void @putch(i8 noundef 80) #8
  tail call addrspace(1) void @putch(i8 noundef 65) #8
  tail call addrspace(1) void @putch(i8 noundef 78) #8
  tail call addrspace(1) void @putch(i8 noundef 73) #8
  tail call addrspace(1) void @putch(i8 noundef 67) #8
  ret void
}

; __rustc::rust_begin_unwind
; Function Attrs: noreturn nounwind
define internal fastcc void @_RNvCsfgHYwM92fyn_7___rustc17rust_begin_unwind() unnamed_addr addrspace(1) #6 {
start:
; call rt::puts
  tail call fastcc addrspace(1) void @_RNvCscGQ5tRInlX6_2rt4puts() #8
  tail call addrspace(1) void @halt() #9
  unreachable
}

; Function Attrs: noreturn nounwind
declare dso_local void @halt() unnamed_addr addrspace(1) #6

attributes #0 = { nounwind "target-cpu"="atmega328p" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #4 = { cold noinline noreturn nounwind "target-cpu"="atmega328p" }
attributes #5 = { cold minsize noinline noreturn nounwind optsize "target-cpu"="atmega328p" }
attributes #6 = { noreturn nounwind "target-cpu"="atmega328p" }
attributes #7 = { noinline noreturn nounwind }
attributes #8 = { nounwind }
attributes #9 = { noreturn nounwind }

!llvm.ident = !{!0}

!0 = !{!"rustc version 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"}
!1 = !{!2}
!2 = distinct !{!2, !3, !"_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4eval: %self"}
!3 = distinct !{!3, !"_RNvMCsi8N5EmNqGVS_12p02_cats_recNtB2_3Pos4eval"}
!4 = !{}
!5 = !{!6, !8}
!6 = distinct !{!6, !7, !"_RNvNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned7runtime: %text.0"}
!7 = distinct !{!7, !"_RNvNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned7runtime"}
!8 = distinct !{!8, !9, !"_RNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned: %text.0"}
!9 = distinct !{!9, !"_RNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned"}
!10 = !{!11, !13}
!11 = distinct !{!11, !12, !"_RNvNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned7runtime: %text.0"}
!12 = distinct !{!12, !"_RNvNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned7runtime"}
!13 = distinct !{!13, !14, !"_RNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned: %text.0"}
!14 = distinct !{!14, !"_RNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned"}
!15 = !{!16, !18}
!16 = distinct !{!16, !17, !"_RNvNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned7runtime: %text.0"}
!17 = distinct !{!17, !"_RNvNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned7runtime"}
!18 = distinct !{!18, !19, !"_RNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned: %text.0"}
!19 = distinct !{!19, !"_RNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned"}
!20 = !{!21, !23}
!21 = distinct !{!21, !22, !"_RNvNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned7runtime: %text.0"}
!22 = distinct !{!22, !"_RNvNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned7runtime"}
!23 = distinct !{!23, !24, !"_RNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned: %text.0"}
!24 = distinct !{!24, !"_RNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned"}
!25 = !{!26, !28}
!26 = distinct !{!26, !27, !"_RNvNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned7runtime: %text.0"}
!27 = distinct !{!27, !"_RNvNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned7runtime"}
!28 = distinct !{!28, !29, !"_RNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned: %text.0"}
!29 = distinct !{!29, !"_RNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned"}
!30 = !{!31, !33}
!31 = distinct !{!31, !32, !"_RNvNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned7runtime: %text.0"}
!32 = distinct !{!32, !"_RNvNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned7runtime"}
!33 = distinct !{!33, !34, !"_RNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned: %text.0"}
!34 = distinct !{!34, !"_RNvNtNtCs966pVW5z4lG_4core5slice6memchr14memchr_aligned"}
