; test run
; Bytes of 16 bits in reverse.
; run: f(0) == 0
; run: f(1) == 256
; run: f(65535) == 65535
; run: f(32768) == 128
; run: f(192) == 49152
; run: f(62149) == 50674

define i16 @f(i16 %a) unnamed_addr addrspace(1) {
  %r = call addrspace(1) i16 @llvm.bswap.i16(i16 %a)
  ret i16 %r
}
declare i16 @llvm.bswap.i16(i16) addrspace(1)
