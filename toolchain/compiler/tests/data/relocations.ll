; ModuleID = 'p13_relocs.26e8809832171cae-cgu.0'
source_filename = "p13_relocs.26e8809832171cae-cgu.0"
target datalayout = "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8"
target triple = "avr-unknown-unknown"

@_RNvCs3l6Feo6W1S4_10p13_relocs3ARR = internal constant [20 x i8] c"\09\09\09\09\09\09\09\09\09\09\09\09\09\09\09\09\09\09\09\09", align 1
@_RNvCs3l6Feo6W1S4_10p13_relocs2N1 = internal constant <{ [1 x i8], ptr }> <{ [1 x i8] c"\01", ptr @_RNvCs3l6Feo6W1S4_10p13_relocs2N2 }>, align 1
@_RNvCs3l6Feo6W1S4_10p13_relocs2N2 = internal constant <{ [1 x i8], ptr }> <{ [1 x i8] c"\02", ptr @_RNvCs3l6Feo6W1S4_10p13_relocs2N3 }>, align 1
@_RNvCs3l6Feo6W1S4_10p13_relocs2N3 = internal constant [3 x i8] c"\03\00\00", align 1
@_RNvCs3l6Feo6W1S4_10p13_relocs3CNT.0 = internal unnamed_addr global i16 4660, align 1
@alloc_ee45e625a07acaf8d01b43543891267b = private unnamed_addr constant [2 x i8] c"CA", align 1
@alloc_69b50c1e63b097152a134e204d53e8df = private unnamed_addr constant [2 x i8] c"CB", align 1
@_RNvCs3l6Feo6W1S4_10p13_relocs4CMDS = internal constant <{ ptr, [2 x i8], ptr addrspace(1), [5 x i8], ptr, [2 x i8], ptr addrspace(1), [5 x i8] }> <{ ptr @alloc_ee45e625a07acaf8d01b43543891267b, [2 x i8] c"\02\00", ptr addrspace(1) @_RNvCs3l6Feo6W1S4_10p13_relocs2ca, [5 x i8] c"\01\07\00\00\00", ptr @alloc_69b50c1e63b097152a134e204d53e8df, [2 x i8] c"\02\00", ptr addrspace(1) @_RNvCs3l6Feo6W1S4_10p13_relocs2cb, [5 x i8] c"\02\04\03\02\01" }>, align 1
@alloc_d8f94199956596cd8cda5e8d34e0ee12 = private unnamed_addr constant [2 x i8] c"\01\02", align 1
@alloc_5ef25d47ce7abcce53750a8a2a946f9a = private unnamed_addr constant [1 x i8] c"\03", align 1
@alloc_2b6bf0a1fe94ea1a81a511ae3bcd3d7c = private unnamed_addr constant <{ ptr, [2 x i8], ptr, [2 x i8] }> <{ ptr @alloc_d8f94199956596cd8cda5e8d34e0ee12, [2 x i8] c"\02\00", ptr @alloc_5ef25d47ce7abcce53750a8a2a946f9a, [2 x i8] c"\01\00" }>, align 1
@alloc_6f4b8dbd7578c09831bb43530f08b73d = private unnamed_addr constant [3 x i8] c"\04\05\06", align 1
@alloc_1399ba2a55bb3306117caf66a005e307 = private unnamed_addr constant <{ ptr, [2 x i8] }> <{ ptr @alloc_6f4b8dbd7578c09831bb43530f08b73d, [2 x i8] c"\03\00" }>, align 1
@alloc_0874f157dc4137a65e5f78025a9c4499 = private unnamed_addr constant <{ ptr, [2 x i8], ptr, [2 x i8], ptr, [2 x i8] }> <{ ptr @alloc_2b6bf0a1fe94ea1a81a511ae3bcd3d7c, [2 x i8] c"\02\00", ptr inttoptr (i16 1 to ptr), [2 x i8] zeroinitializer, ptr @alloc_1399ba2a55bb3306117caf66a005e307, [2 x i8] c"\01\00" }>, align 1
@_RNvCs3l6Feo6W1S4_10p13_relocs4ZERO = internal global [80 x i8] zeroinitializer, align 1
@alloc_5e464944ce220b251bb4490aad86ee6b = private unnamed_addr constant [5 x i8] c"MOUSE", align 1
@alloc_f68ecc6d70ddc7c67ef79ba39425ac00 = private unnamed_addr constant [4 x i8] c"CATS", align 1
@alloc_384ef6df3acf9c85ef88f838db5bc03a = private unnamed_addr constant [4 x i8] c"DRAW", align 1
@alloc_3d541d4dfe41c7d80155fb2d39548c9b = private unnamed_addr constant <{ ptr, [2 x i8], ptr, [2 x i8], ptr, [2 x i8], ptr, [2 x i8] }> <{ ptr @alloc_5e464944ce220b251bb4490aad86ee6b, [2 x i8] c"\05\00", ptr @alloc_f68ecc6d70ddc7c67ef79ba39425ac00, [2 x i8] c"\04\00", ptr inttoptr (i16 1 to ptr), [2 x i8] zeroinitializer, ptr @alloc_384ef6df3acf9c85ef88f838db5bc03a, [2 x i8] c"\04\00" }>, align 1
@_RNvCs3l6Feo6W1S4_10p13_relocs5WORDS = internal constant <{ ptr, [2 x i8] }> <{ ptr @alloc_3d541d4dfe41c7d80155fb2d39548c9b, [2 x i8] c"\04\00" }>, align 1

; p13_relocs::ca
; Function Attrs: nounwind optsize
define internal void @_RNvCs3l6Feo6W1S4_10p13_relocs2ca(i8 noundef %x) unnamed_addr addrspace(1) #0 {
start:
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %x) #3
  ret void
}

; p13_relocs::cb
; Function Attrs: nounwind optsize
define internal void @_RNvCs3l6Feo6W1S4_10p13_relocs2cb(i8 noundef %x) unnamed_addr addrspace(1) #0 {
start:
  %_2 = xor i8 %x, -1
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_2) #3
  ret void
}

; Function Attrs: nounwind optsize
define dso_local void @main() unnamed_addr addrspace(1) #0 {
start:
  %0 = alloca [2 x i8], align 1
  %1 = alloca [2 x i8], align 1
  %2 = alloca [2 x i8], align 1
  %3 = alloca [2 x i8], align 1
  %4 = alloca [2 x i8], align 1
  %5 = alloca [4 x i8], align 1
  %6 = alloca [4 x i8], align 1
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %6)
  store ptr @alloc_3d541d4dfe41c7d80155fb2d39548c9b, ptr %6, align 1
  %7 = getelementptr inbounds nuw i8, ptr %6, i16 2
  store i16 4, ptr %7, align 1
  call addrspace(0) void asm sideeffect "", "r,~{memory}"(ptr nonnull %6) #3, !srcloc !1
  %_0.0.i = load ptr, ptr %6, align 1, !nonnull !2, !noundef !2
  %_0.1.i = load i16, ptr %7, align 1, !noundef !2
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %6)
  %_0.i.i.i.i68.idx = shl nuw nsw i16 %_0.1.i, 2
  %_0.i.i.i.i68 = getelementptr inbounds nuw i8, ptr %_0.0.i, i16 %_0.i.i.i.i68.idx
  %_0.i.i54 = icmp eq i16 %_0.1.i, 0
  br i1 %_0.i.i54, label %bb7, label %bb6

bb6:                                              ; preds = %start, %_RNvCsdZE8TLczx6T_2rt4puts.exit
  %iter.sroa.0.055 = phi ptr [ %_3.i.i, %_RNvCsdZE8TLczx6T_2rt4puts.exit ], [ %_0.0.i, %start ]
  %_3.i.i = getelementptr inbounds nuw i8, ptr %iter.sroa.0.055, i16 4
  %_82.0 = load ptr, ptr %iter.sroa.0.055, align 1, !nonnull !2, !noundef !2
  %8 = getelementptr inbounds nuw i8, ptr %iter.sroa.0.055, i16 2
  %_82.1 = load i16, ptr %8, align 1, !noundef !2
  call addrspace(1) void @llvm.experimental.noalias.scope.decl(metadata !3)
  %_0.i.i.i.i.i = getelementptr inbounds nuw i8, ptr %_82.0, i16 %_82.1
  %_0.i.i.i.i2.not7.i = icmp samesign eq i16 %_82.1, 0
  br i1 %_0.i.i.i.i2.not7.i, label %_RNvCsdZE8TLczx6T_2rt4puts.exit, label %bb6.i

bb6.i:                                            ; preds = %bb6, %bb6.i
  %iter.sroa.0.08.i = phi ptr [ %_3.i.i.i.i.i, %bb6.i ], [ %_82.0, %bb6 ]
  %_3.i.i.i.i.i = getelementptr inbounds nuw i8, ptr %iter.sroa.0.08.i, i16 1
  %v.i.i.i.i = load i8, ptr %iter.sroa.0.08.i, align 1, !alias.scope !6, !noalias !9, !noundef !2
  call addrspace(1) void @putch(i8 noundef %v.i.i.i.i) #3, !noalias !3
  %_0.i.i.i.i2.not.i = icmp eq ptr %_3.i.i.i.i.i, %_0.i.i.i.i.i
  br i1 %_0.i.i.i.i2.not.i, label %_RNvCsdZE8TLczx6T_2rt4puts.exit.loopexit, label %bb6.i

_RNvCsdZE8TLczx6T_2rt4puts.exit.loopexit:         ; preds = %bb6.i
  %_83.1.pre = load i16, ptr %8, align 1
  %9 = trunc i16 %_83.1.pre to i8
  br label %_RNvCsdZE8TLczx6T_2rt4puts.exit

_RNvCsdZE8TLczx6T_2rt4puts.exit:                  ; preds = %_RNvCsdZE8TLczx6T_2rt4puts.exit.loopexit, %bb6
  %_83.1 = phi i8 [ %9, %_RNvCsdZE8TLczx6T_2rt4puts.exit.loopexit ], [ 0, %bb6 ]
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_83.1) #3
  %_0.i.i = icmp eq ptr %_3.i.i, %_0.i.i.i.i68
  br i1 %_0.i.i, label %bb7, label %bb6

bb7:                                              ; preds = %_RNvCsdZE8TLczx6T_2rt4puts.exit, %start
  call addrspace(1) void @putch(i8 noundef 10) #3
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %5)
  store ptr @alloc_0874f157dc4137a65e5f78025a9c4499, ptr %5, align 1
  %10 = getelementptr inbounds nuw i8, ptr %5, i16 2
  store i16 3, ptr %10, align 1
  call addrspace(0) void asm sideeffect "", "r,~{memory}"(ptr nonnull %5) #3, !srcloc !1
  %_0.0.i11 = load ptr, ptr %5, align 1, !nonnull !2, !noundef !2
  %_0.1.i12 = load i16, ptr %10, align 1, !noundef !2
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %5)
  %_0.i.i.i.i.idx = shl nuw nsw i16 %_0.1.i12, 2
  %_0.i.i.i.i = getelementptr inbounds nuw i8, ptr %_0.0.i11, i16 %_0.i.i.i.i.idx
  %_0.i.i1460 = icmp eq i16 %_0.1.i12, 0
  br i1 %_0.i.i1460, label %bb17, label %bb16

bb14.loopexit:                                    ; preds = %bb27, %bb16
  %_0.i.i14 = icmp eq ptr %_3.i.i16, %_0.i.i.i.i
  br i1 %_0.i.i14, label %bb17, label %bb16

bb16:                                             ; preds = %bb7, %bb14.loopexit
  %iter1.sroa.0.061 = phi ptr [ %_3.i.i16, %bb14.loopexit ], [ %_0.0.i11, %bb7 ]
  %_3.i.i16 = getelementptr inbounds nuw i8, ptr %iter1.sroa.0.061, i16 4
  %_25.0 = load ptr, ptr %iter1.sroa.0.061, align 1, !nonnull !2, !noundef !2
  %11 = getelementptr inbounds nuw i8, ptr %iter1.sroa.0.061, i16 2
  %_25.1 = load i16, ptr %11, align 1, !noundef !2
  %_0.i.i.i.i18.idx = shl nuw nsw i16 %_25.1, 2
  %_0.i.i.i.i18 = getelementptr inbounds nuw i8, ptr %_25.0, i16 %_0.i.i.i.i18.idx
  %_0.i.i3058 = icmp eq i16 %_25.1, 0
  br i1 %_0.i.i3058, label %bb14.loopexit, label %bb21

bb17:                                             ; preds = %bb14.loopexit, %bb7
  call addrspace(1) void @putch(i8 noundef 10) #3
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %4)
  store ptr @_RNvCs3l6Feo6W1S4_10p13_relocs2N1, ptr %4, align 1
  call addrspace(0) void asm sideeffect "", "r,~{memory}"(ptr nonnull %4) #3, !srcloc !1
  %_0.i = load ptr, ptr %4, align 1, !nonnull !2, !noundef !2
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %4)
  br label %bb33

bb33:                                             ; preds = %bb17, %bb33
  %n.sroa.0.062 = phi ptr [ %_0.i, %bb17 ], [ %13, %bb33 ]
  %_46 = load i8, ptr %n.sroa.0.062, align 1, !noundef !2
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_46) #3
  %12 = getelementptr inbounds nuw i8, ptr %n.sroa.0.062, i16 1
  %13 = load ptr, ptr %12, align 1, !noundef !2
  %.not7 = icmp eq ptr %13, null
  br i1 %.not7, label %bb35, label %bb33

bb35:                                             ; preds = %bb33
  call addrspace(1) void @putch(i8 noundef 10) #3
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %3)
  store ptr @_RNvCs3l6Feo6W1S4_10p13_relocs4CMDS, ptr %3, align 1
  call addrspace(0) void asm sideeffect "", "r,~{memory}"(ptr nonnull %3) #3, !srcloc !1
  %_0.i19 = load ptr, ptr %3, align 1, !nonnull !2, !noundef !2
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %bb41

bb41:                                             ; preds = %bb35, %_RNvCsdZE8TLczx6T_2rt4puts.exit76
  %iter4.sroa.0.0.idx63 = phi i16 [ 0, %bb35 ], [ %iter4.sroa.0.0.add, %_RNvCsdZE8TLczx6T_2rt4puts.exit76 ]
  %iter4.sroa.0.0.ptr = getelementptr inbounds nuw i8, ptr %_0.i19, i16 %iter4.sroa.0.0.idx63
  %iter4.sroa.0.0.add = add nuw nsw i16 %iter4.sroa.0.0.idx63, 11
  %_84.0 = load ptr, ptr %iter4.sroa.0.0.ptr, align 1, !nonnull !2, !noundef !2
  %14 = getelementptr inbounds nuw i8, ptr %iter4.sroa.0.0.ptr, i16 2
  %_84.1 = load i16, ptr %14, align 1, !noundef !2
  call addrspace(1) void @llvm.experimental.noalias.scope.decl(metadata !14)
  %_0.i.i.i.i.i69 = getelementptr inbounds nuw i8, ptr %_84.0, i16 %_84.1
  %_0.i.i.i.i2.not7.i70 = icmp samesign eq i16 %_84.1, 0
  br i1 %_0.i.i.i.i2.not7.i70, label %_RNvCsdZE8TLczx6T_2rt4puts.exit76, label %bb6.i71

bb6.i71:                                          ; preds = %bb41, %bb6.i71
  %iter.sroa.0.08.i72 = phi ptr [ %_3.i.i.i.i.i73, %bb6.i71 ], [ %_84.0, %bb41 ]
  %_3.i.i.i.i.i73 = getelementptr inbounds nuw i8, ptr %iter.sroa.0.08.i72, i16 1
  %v.i.i.i.i74 = load i8, ptr %iter.sroa.0.08.i72, align 1, !alias.scope !17, !noalias !20, !noundef !2
  call addrspace(1) void @putch(i8 noundef %v.i.i.i.i74) #3, !noalias !14
  %_0.i.i.i.i2.not.i75 = icmp eq ptr %_3.i.i.i.i.i73, %_0.i.i.i.i.i69
  br i1 %_0.i.i.i.i2.not.i75, label %_RNvCsdZE8TLczx6T_2rt4puts.exit76, label %bb6.i71

_RNvCsdZE8TLczx6T_2rt4puts.exit76:                ; preds = %bb6.i71, %bb41
  %15 = getelementptr inbounds nuw i8, ptr %iter4.sroa.0.0.ptr, i16 4
  %_59 = load ptr addrspace(1), ptr %15, align 1, !nonnull !2, !noundef !2
  %16 = getelementptr inbounds nuw i8, ptr %iter4.sroa.0.0.ptr, i16 6
  %_60 = load i8, ptr %16, align 1, !noundef !2
  call addrspace(1) void %_59(i8 noundef %_60) #3
  %17 = getelementptr inbounds nuw i8, ptr %iter4.sroa.0.0.ptr, i16 7
  %_61 = load i32, ptr %17, align 1, !noundef !2
  %_4.i = lshr i32 %_61, 16
  %_4.i4.i = lshr i32 %_61, 24
  %_3.i.i77 = trunc nuw i32 %_4.i4.i to i8
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_3.i.i77) #3
  %_5.i.i = trunc i32 %_4.i to i8
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_5.i.i) #3
  %_4.i15.i = lshr i32 %_61, 8
  %_3.i2.i = trunc i32 %_4.i15.i to i8
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_3.i2.i) #3
  %_5.i3.i = trunc i32 %_61 to i8
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_5.i3.i) #3
  %_0.i.i22 = icmp eq i16 %iter4.sroa.0.0.add, 22
  br i1 %_0.i.i22, label %bb42, label %bb41

bb42:                                             ; preds = %_RNvCsdZE8TLczx6T_2rt4puts.exit76
  call addrspace(1) void @putch(i8 noundef 10) #3
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %2)
  store ptr getelementptr inbounds nuw (i8, ptr @_RNvCs3l6Feo6W1S4_10p13_relocs3ARR, i16 10), ptr %2, align 1
  call addrspace(0) void asm sideeffect "", "r,~{memory}"(ptr nonnull %2) #3, !srcloc !1
  %_0.i26 = load ptr, ptr %2, align 1, !nonnull !2, !noundef !2
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %2)
  %_64 = load i8, ptr %_0.i26, align 1, !noundef !2
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_64) #3
  %18 = load i16, ptr @_RNvCs3l6Feo6W1S4_10p13_relocs3CNT.0, align 1, !noundef !2
  %19 = add i16 %18, 1
  store i16 %19, ptr @_RNvCs3l6Feo6W1S4_10p13_relocs3CNT.0, align 1
  store i16 %19, ptr getelementptr inbounds nuw (i8, ptr @_RNvCs3l6Feo6W1S4_10p13_relocs4ZERO, i16 6), align 1
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %1)
  store ptr getelementptr inbounds nuw (i8, ptr @_RNvCs3l6Feo6W1S4_10p13_relocs4ZERO, i16 6), ptr %1, align 1
  call addrspace(0) void asm sideeffect "", "r,~{memory}"(ptr nonnull %1) #3, !srcloc !1
  %_0.i27 = load ptr, ptr %1, align 1, !noundef !2
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %1)
  %_72 = load i16, ptr %_0.i27, align 1, !noundef !2
  %_4.i78 = lshr i16 %_72, 8
  %_3.i = trunc nuw i16 %_4.i78 to i8
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_3.i) #3
  %_5.i = trunc i16 %_72 to i8
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_5.i) #3
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %0)
  store ptr @_RNvCs3l6Feo6W1S4_10p13_relocs5WORDS, ptr %0, align 1
  call addrspace(0) void asm sideeffect "", "r,~{memory}"(ptr nonnull %0) #3, !srcloc !1
  %_0.i28 = load ptr, ptr %0, align 1, !nonnull !2, !noundef !2
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %0)
  %20 = getelementptr inbounds nuw i8, ptr %_0.i28, i16 2
  %_85.1 = load i16, ptr %20, align 1, !noundef !2
  %_76 = trunc i16 %_85.1 to i8
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_76) #3
  call addrspace(1) void @putch(i8 noundef 10) #3
  ret void

bb21:                                             ; preds = %bb16, %bb27
  %iter2.sroa.0.059 = phi ptr [ %_3.i.i32, %bb27 ], [ %_25.0, %bb16 ]
  %_3.i.i32 = getelementptr inbounds nuw i8, ptr %iter2.sroa.0.059, i16 4
  %_33.0 = load ptr, ptr %iter2.sroa.0.059, align 1, !nonnull !2, !noundef !2
  %21 = getelementptr inbounds nuw i8, ptr %iter2.sroa.0.059, i16 2
  %_33.1 = load i16, ptr %21, align 1, !noundef !2
  %_0.i.i.i.i79 = getelementptr inbounds nuw i8, ptr %_33.0, i16 %_33.1
  %_0.i.i3556 = icmp samesign eq i16 %_33.1, 0
  br i1 %_0.i.i3556, label %bb27, label %bb26

bb26:                                             ; preds = %bb21, %bb26
  %iter3.sroa.0.057 = phi ptr [ %_3.i.i37, %bb26 ], [ %_33.0, %bb21 ]
  %_3.i.i37 = getelementptr inbounds nuw i8, ptr %iter3.sroa.0.057, i16 1
  %_40 = load i8, ptr %iter3.sroa.0.057, align 1, !noundef !2
; call rt::hex8
  call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_40) #3
  %_0.i.i35 = icmp eq ptr %_3.i.i37, %_0.i.i.i.i79
  br i1 %_0.i.i35, label %bb27, label %bb26

bb27:                                             ; preds = %bb26, %bb21
  call addrspace(1) void @putch(i8 noundef 47) #3
  %_0.i.i30 = icmp eq ptr %_3.i.i32, %_0.i.i.i.i18
  br i1 %_0.i.i30, label %bb14.loopexit, label %bb21
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) addrspace(1) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) addrspace(1) #1

; Function Attrs: nounwind optsize
declare dso_local void @putch(i8 noundef) unnamed_addr addrspace(1) #0

; rt::hex8
; Function Attrs: nounwind optsize
define internal fastcc void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %n) unnamed_addr addrspace(1) #0 {
start:
  %_3 = lshr i8 %n, 4
  %_3.i = icmp ult i8 %n, -96
  %0 = or disjoint i8 %_3, 48
  %1 = add nuw nsw i8 %_3, 55
  %_2.sroa.0.0.i = select i1 %_3.i, i8 %0, i8 %1
  tail call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i) #3
  %_4 = and i8 %n, 15
  %_3.i1 = icmp samesign ult i8 %_4, 10
  %2 = or disjoint i8 %_4, 48
  %3 = add nuw nsw i8 %_4, 55
  %_2.sroa.0.0.i2 = select i1 %_3.i1, i8 %2, i8 %3
  tail call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i2) #3
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) addrspace(1) #2

attributes #0 = { nounwind optsize "target-cpu"="atmega328p" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #3 = { nounwind }

!llvm.ident = !{!0}

!0 = !{!"rustc version 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"}
!1 = !{i64 1333922353167631}
!2 = !{}
!3 = !{!4}
!4 = distinct !{!4, !5, !"_RNvCsdZE8TLczx6T_2rt4puts: %s.0"}
!5 = distinct !{!5, !"_RNvCsdZE8TLczx6T_2rt4puts"}
!6 = !{!7, !4}
!7 = distinct !{!7, !8, !"_RNvMs1_NtCsfXJECVlWCAE_4core6optionINtB5_6OptionRhE6copiedCsdZE8TLczx6T_2rt: argument 0"}
!8 = distinct !{!8, !"_RNvMs1_NtCsfXJECVlWCAE_4core6optionINtB5_6OptionRhE6copiedCsdZE8TLczx6T_2rt"}
!9 = !{!10, !12}
!10 = distinct !{!10, !11, !"_RNvXs_NtNtNtCsfXJECVlWCAE_4core4iter8adapters6copiedINtB4_6CopiedINtNtNtBa_5slice4iter4IterhEENtNtNtB8_6traits8iterator8Iterator4nextCsdZE8TLczx6T_2rt: %self"}
!11 = distinct !{!11, !"_RNvXs_NtNtNtCsfXJECVlWCAE_4core4iter8adapters6copiedINtB4_6CopiedINtNtNtBa_5slice4iter4IterhEENtNtNtB8_6traits8iterator8Iterator4nextCsdZE8TLczx6T_2rt"}
!12 = distinct !{!12, !13, !"_RNvXs7_NtNtCsfXJECVlWCAE_4core3str4iterNtB5_5BytesNtNtNtNtB9_4iter6traits8iterator8Iterator4next: %self"}
!13 = distinct !{!13, !"_RNvXs7_NtNtCsfXJECVlWCAE_4core3str4iterNtB5_5BytesNtNtNtNtB9_4iter6traits8iterator8Iterator4next"}
!14 = !{!15}
!15 = distinct !{!15, !16, !"_RNvCsdZE8TLczx6T_2rt4puts: %s.0"}
!16 = distinct !{!16, !"_RNvCsdZE8TLczx6T_2rt4puts"}
!17 = !{!18, !15}
!18 = distinct !{!18, !19, !"_RNvMs1_NtCsfXJECVlWCAE_4core6optionINtB5_6OptionRhE6copiedCsdZE8TLczx6T_2rt: argument 0"}
!19 = distinct !{!19, !"_RNvMs1_NtCsfXJECVlWCAE_4core6optionINtB5_6OptionRhE6copiedCsdZE8TLczx6T_2rt"}
!20 = !{!21, !23}
!21 = distinct !{!21, !22, !"_RNvXs_NtNtNtCsfXJECVlWCAE_4core4iter8adapters6copiedINtB4_6CopiedINtNtNtBa_5slice4iter4IterhEENtNtNtB8_6traits8iterator8Iterator4nextCsdZE8TLczx6T_2rt: %self"}
!22 = distinct !{!22, !"_RNvXs_NtNtNtCsfXJECVlWCAE_4core4iter8adapters6copiedINtB4_6CopiedINtNtNtBa_5slice4iter4IterhEENtNtNtB8_6traits8iterator8Iterator4nextCsdZE8TLczx6T_2rt"}
!23 = distinct !{!23, !24, !"_RNvXs7_NtNtCsfXJECVlWCAE_4core3str4iterNtB5_5BytesNtNtNtNtB9_4iter6traits8iterator8Iterator4next: %self"}
!24 = distinct !{!24, !"_RNvXs7_NtNtCsfXJECVlWCAE_4core3str4iterNtB5_5BytesNtNtNtNtB9_4iter6traits8iterator8Iterator4next"}
