; test lower
; A product of four bytes whose factors are numbers of two, signed or not; one of each kind, and one that takes three bytes, is not.
define i32 @f(i16 %a, i16 %b, i32 %wide) unnamed_addr addrspace(1) {
  %sa = sext i16 %a to i32
  %sb = sext i16 %b to i32
  %za = zext i16 %a to i32
  %zb = zext i16 %b to i32
  %signed = mul i32 %sa, %sb
  %unsigned = mul i32 %za, %zb
  %mixed = mul i32 %sa, %zb
  %long = mul i32 %wide, %sb
  %small = ashr i32 %wide, 16
  %narrow = mul i32 %small, 1000
  %p = xor i32 %signed, %unsigned
  %q = xor i32 %mixed, %long
  %r = xor i32 %p, %q
  %s = xor i32 %r, %narrow
  ret i32 %s
}
;; (r0 r1 r2 r3 r4 r5 r6 r7) -> 4
;; b0: 0
;;   r8 = r1 >>s 7
;;   r9 = r3 >>s 7
;;   r10:arg0 r11:arg1 r12:arg2 r13:arg3 = call __mulhisi3 r0:arg0 r1:arg1 r2:arg2 r3:arg3
;;   r14:arg0 r15:arg1 r16:arg2 r17:arg3 = call __umulhisi3 r0:arg0 r1:arg1 r2:arg2 r3:arg3
;;   r18:arg0 r19:arg1 r20:arg2 r21:arg3 = call __mul32 r0:arg0 r1:arg1 r8:arg2 r8:arg3 r2:arg4 r3:arg5 $00:arg6 $00:arg7
;;   r22:arg0 r23:arg1 r24:arg2 r25:arg3 = call __mul32 r4:arg0 r5:arg1 r6:arg2 r7:arg3 r2:arg4 r3:arg5 r9:arg6 r9:arg7
;;   r27:arg0 r28:arg1 r29:arg2 r30:arg3 = call __mulhisi3 r6:arg0 r7:arg1 $e8:arg2 $03:arg3
;;   r31 = r10 xor r14
;;   r32 = r11 xor r15
;;   r33 = r12 xor r16
;;   r34 = r13 xor r17
;;   r35 = r18 xor r22
;;   r36 = r19 xor r23
;;   r37 = r20 xor r24
;;   r38 = r21 xor r25
;;   r39 = r31 xor r35
;;   r40 = r32 xor r36
;;   r41 = r33 xor r37
;;   r42 = r34 xor r38
;;   r43 = r39 xor r27
;;   r44 = r40 xor r28
;;   r45 = r41 xor r29
;;   r46 = r42 xor r30
;;   ret r43 r44 r45 r46
