; test error
; error: in main: the function tick in the processor's NMI vector ($FFFA), where a function must be `extern "avr-non-blocking-interrupt"`, is not supported
define internal void @tick() {
  ret void
}
define void @main() {
  %high = lshr i16 ptrtoint (ptr @tick to i16), 8
  %byte = trunc i16 %high to i8
  store volatile i8 %byte, ptr inttoptr (i16 -5 to ptr), align 1
  ret void
}
