; test run
; Bits of 16 in reverse.
; run: f(0) == 0
; run: f(1) == 32768
; run: f(65535) == 65535
; run: f(32768) == 1
; run: f(192) == 768
; run: f(62149) == 41807

define i16 @f(i16 %a) unnamed_addr addrspace(1) {
  %r = call addrspace(1) i16 @llvm.bitreverse.i16(i16 %a)
  ret i16 %r
}
declare i16 @llvm.bitreverse.i16(i16) addrspace(1)
