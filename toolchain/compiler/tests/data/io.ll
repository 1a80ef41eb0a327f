; ModuleID = 'p14_io.6c5e0fb050632d28-cgu.0'
source_filename = "p14_io.6c5e0fb050632d28-cgu.0"
target datalayout = "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8"
target triple = "avr-unknown-unknown"

%Sprite = type { i8, i8 }

@TICKS = dso_local global [2 x i8] zeroinitializer, align 1

; Function Attrs: nofree norecurse nounwind optsize memory(readwrite, target_mem0: none, target_mem1: none)
define dso_local void @irq() unnamed_addr addrspace(1) #0 {
start:
  %0 = load volatile i16, ptr @TICKS, align 1
  %_0.i2 = add i16 %0, 1
  store volatile i16 %_0.i2, ptr @TICKS, align 1
  %1 = load volatile i16, ptr @TICKS, align 1
  %2 = trunc i16 %1 to i8
  %_6 = and i8 %2, 15
  store volatile i8 %_6, ptr inttoptr (i16 -12256 to ptr), align 32
  ret void
}

; Function Attrs: nounwind optsize
define dso_local void @main() unnamed_addr addrspace(1) #1 {
start:
  store volatile ptr addrspace(1) @irq, ptr inttoptr (i16 788 to ptr), align 4
  br label %bb8

bb7:                                              ; preds = %bb8
  %0 = load volatile i8, ptr inttoptr (i16 -12271 to ptr), align 1
  %_22 = or i8 %0, 16
  store volatile i8 %_22, ptr inttoptr (i16 -12271 to ptr), align 1
  store volatile i8 6, ptr inttoptr (i16 -12253 to ptr), align 1
  %1 = load volatile i16, ptr @TICKS, align 1
  %_0.i2.i = add i16 %1, 1
  store volatile i16 %_0.i2.i, ptr @TICKS, align 1
  %2 = load volatile i16, ptr @TICKS, align 1
  %3 = trunc i16 %2 to i8
  %_6.i = and i8 %3, 15
  store volatile i8 %_6.i, ptr inttoptr (i16 -12256 to ptr), align 32
  %4 = load volatile i16, ptr @TICKS, align 1
  %_4.i = lshr i16 %4, 8
  %_3.i = trunc nuw i16 %_4.i to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_3.i) #2
  %_5.i = trunc i16 %4 to i8
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %_5.i) #2
  %5 = load volatile i8, ptr inttoptr (i16 -12282 to ptr), align 2
; call rt::hex8
  tail call fastcc addrspace(1) void @_RNvCsdZE8TLczx6T_2rt4hex8(i8 noundef %5) #2
  tail call addrspace(1) void @putch(i8 noundef 10) #2
  fence syncscope("singlethread") seq_cst
  ret void

bb8:                                              ; preds = %start, %bb8
  %iter.sroa.0.04 = phi i8 [ 0, %start ], [ %_0.i.i.i.i, %bb8 ]
  %_0.i.i.i.i = add nuw nsw i8 %iter.sroa.0.04, 1
  %_13 = zext nneg i8 %iter.sroa.0.04 to i16
  %_11 = getelementptr inbounds nuw %Sprite, ptr inttoptr (i16 -12288 to ptr), i16 %_13
  %_16 = mul nuw i8 %iter.sroa.0.04, 24
  %_15 = add nuw i8 %_16, 24
  store volatile i8 %_15, ptr %_11, align 2
  %_17 = getelementptr inbounds nuw i8, ptr %_11, i16 1
  store volatile i8 100, ptr %_17, align 1
  %exitcond.not = icmp eq i8 %_0.i.i.i.i, 8
  br i1 %exitcond.not, label %bb7, label %bb8
}

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
  tail call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i) #2
  %_4 = and i8 %n, 15
  %_3.i1 = icmp samesign ult i8 %_4, 10
  %2 = or disjoint i8 %_4, 48
  %3 = add nuw nsw i8 %_4, 55
  %_2.sroa.0.0.i2 = select i1 %_3.i1, i8 %2, i8 %3
  tail call addrspace(1) void @putch(i8 noundef %_2.sroa.0.0.i2) #2
  ret void
}

attributes #0 = { nofree norecurse nounwind optsize memory(readwrite, target_mem0: none, target_mem1: none) "target-cpu"="atmega328p" }
attributes #1 = { nounwind optsize "target-cpu"="atmega328p" }
attributes #2 = { nounwind }

!llvm.ident = !{!0}

!0 = !{!"rustc version 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"}
