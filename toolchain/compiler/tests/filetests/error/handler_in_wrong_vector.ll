; test error
; error: in main: the function irq in the KERNAL's NMI vector ($0318), where a function must be `extern "avr-non-blocking-interrupt"`, is not supported
define avr_signalcc void @irq() {
  ret void
}
define void @main() {
  store volatile i16 ptrtoint (ptr @irq to i16), ptr inttoptr (i16 792 to ptr), align 1
  ret void
}
