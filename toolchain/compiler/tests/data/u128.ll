; ModuleID = 'p16_u128.8e500f648eb2ddbd-cgu.0'
source_filename = "p16_u128.8e500f648eb2ddbd-cgu.0"
target datalayout = "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8"
target triple = "avr-unknown-unknown"

; p16_u128::fib
; Function Attrs: nofree noinline norecurse nosync nounwind optsize memory(argmem: write)
define internal fastcc void @_RNvCscdwH7SKttV1_8p16_u1283fib(ptr dead_on_unwind noalias noundef nonnull writable writeonly align 1 captures(none) dereferenceable(16) %a) unnamed_addr addrspace(1) #0 {
start:
  br label %bb5

bb5:                                              ; preds = %start, %bb5
  %b.sroa.0.06 = phi i128 [ 1, %start ], [ %_10, %bb5 ]
  %iter.sroa.0.05 = phi i8 [ 0, %start ], [ %_0.i.i.i.i, %bb5 ]
  %storemerge4 = phi i128 [ 0, %start ], [ %b.sroa.0.06, %bb5 ]
  %_0.i.i.i.i = add nuw i8 %iter.sroa.0.05, 1
  %_10 = add i128 %storemerge4, %b.sroa.0.06
  %exitcond.not = icmp eq i8 %_0.i.i.i.i, -106
  br i1 %exitcond.not, label %bb6, label %bb5

bb6:                                              ; preds = %bb5
  %b.sroa.0.06.lcssa = phi i128 [ %b.sroa.0.06, %bb5 ]
  store i128 %b.sroa.0.06.lcssa, ptr %a, align 1
  ret void
}

; p16_u128::neg
; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(argmem: write)
define internal fastcc void @_RNvCscdwH7SKttV1_8p16_u1283neg(ptr dead_on_unwind noalias noundef nonnull writable writeonly align 1 captures(none) dereferenceable(16) initializes((0, 16)) %_0, i128 noundef %a) unnamed_addr addrspace(1) #1 {
start:
  %_4 = sub i128 0, %a
  %_3 = ashr i128 %_4, 9
  %0 = sdiv i128 %_3, 7
  store i128 %0, ptr %_0, align 1
  ret void
}

; p16_u128::mulmod
; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(argmem: write)
define internal fastcc void @_RNvCscdwH7SKttV1_8p16_u1286mulmod(ptr dead_on_unwind noalias noundef nonnull writable writeonly align 1 captures(none) dereferenceable(8) initializes((0, 8)) %_0) unnamed_addr addrspace(1) #1 {
start:
  store i64 89593453, ptr %_0, align 1
  ret void
}

; Function Attrs: nounwind optsize
define dso_local void @main() unnamed_addr addrspace(1) #2 {
start:
  %0 = alloca [16 x i8], align 1
  %1 = alloca [16 x i8], align 1
  %2 = alloca [8 x i8], align 1
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %2)
; call p16_u128::mulmod
  call fastcc addrspace(1) void @_RNvCscdwH7SKttV1_8p16_u1286mulmod(ptr noalias noundef align 1 captures(address) dereferenceable(8) %2) #4
  %_2 = load i64, ptr %2, align 1, !noundef !1
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %2)
  %_4.i = lshr i64 %_2, 32
  %_3.i = trunc nuw i64 %_4.i to i32
; call rt::hex32
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %_3.i) #5
  %_5.i = trunc i64 %_2 to i32
; call rt::hex32
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %_5.i) #5
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %1)
; call p16_u128::fib
  call fastcc addrspace(1) void @_RNvCscdwH7SKttV1_8p16_u1283fib(ptr noalias noundef align 1 captures(address) dereferenceable(16) %1) #4
  %f = load i128, ptr %1, align 1, !noundef !1
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %1)
  %_6 = lshr i128 %f, 64
  %_4.i110 = lshr i128 %f, 96
  %_3.i2 = trunc nuw i128 %_4.i110 to i32
; call rt::hex32
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %_3.i2) #5
  %_5.i3 = trunc i128 %_6 to i32
; call rt::hex32
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %_5.i3) #5
  %_4.i411 = lshr i128 %f, 32
  %_3.i5 = trunc i128 %_4.i411 to i32
; call rt::hex32
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %_3.i5) #5
  %_5.i6 = trunc i128 %f to i32
; call rt::hex32
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %_5.i6) #5
  call addrspace(1) void @llvm.lifetime.start.p0(ptr nonnull %0)
; call p16_u128::neg
  call fastcc addrspace(1) void @_RNvCscdwH7SKttV1_8p16_u1283neg(ptr noalias noundef align 1 captures(address) dereferenceable(16) %0, i128 noundef %f) #4
  %_11 = load i128, ptr %0, align 1, !noundef !1
  call addrspace(1) void @llvm.lifetime.end.p0(ptr nonnull %0)
  %_4.i712 = lshr i128 %_11, 32
  %_3.i8 = trunc i128 %_4.i712 to i32
; call rt::hex32
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %_3.i8) #5
  %_5.i9 = trunc i128 %_11 to i32
; call rt::hex32
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt5hex32(i32 noundef %_5.i9) #5
  tail call addrspace(1) void @putch(i8 noundef 10) #5
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) addrspace(1) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) addrspace(1) #3

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
  tail call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i) #5
  %_4 = and i8 %n, 15
  %_3.i1 = icmp samesign ult i8 %_4, 10
  %2 = or disjoint i8 %_4, 48
  %3 = add nuw nsw i8 %_4, 55
  %_2.sroa.0.0.i2 = select i1 %_3.i1, i8 %2, i8 %3
  tail call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i2) #5
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
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_3.i) #5
  %_5.i = trunc i32 %_4 to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_5.i) #5
  %_4.i15 = lshr i32 %n, 8
  %_3.i2 = trunc i32 %_4.i15 to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_3.i2) #5
  %_5.i3 = trunc i32 %n to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_5.i3) #5
  ret void
}

attributes #0 = { nofree noinline norecurse nosync nounwind optsize memory(argmem: write) "target-cpu"="atmega328p" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(argmem: write) "target-cpu"="atmega328p" }
attributes #2 = { nounwind optsize "target-cpu"="atmega328p" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { noinline nounwind }
attributes #5 = { nounwind }

!llvm.ident = !{!0}

!0 = !{!"rustc version 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"}
!1 = !{}
