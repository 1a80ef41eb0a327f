; test asm
; Where control comes to an end by a call, every case is tested.
declare void @llvm.trap() addrspace(1)
define i8 @f(i8 %a) unnamed_addr addrspace(1) {
start:
  switch i8 %a, label %none [ i8 0, label %x i8 1, label %y ]
x:
  ret i8 1
y:
  ret i8 2
none:
  call addrspace(1) void @llvm.trap()
  unreachable
}
;; f:
;; .start:
;;   cmp #$00
;;   bne .on
;; .x:
;;   lda #$01
;;   rts
;; .on:
;;   cmp #$01
;;   bne .none
;; .y:
;;   lda #$02
;;   rts
;; .none:
;;   jsr __trap
