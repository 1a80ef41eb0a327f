; test run
; Absolute values of 16 bits; the smallest number stays.
; run: f(0) == 0
; run: f(1) == 1
; run: f(65535) == 1
; run: f(32768) == 32768
; run: f(192) == 192
; run: f(62149) == 3387

define i16 @f(i16 %a) unnamed_addr addrspace(1) {
  %r = call addrspace(1) i16 @llvm.abs.i16(i16 %a, i1 false)
  ret i16 %r
}
declare i16 @llvm.abs.i16(i16, i1) addrspace(1)
