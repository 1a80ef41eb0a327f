; test error
; error: in main: the function tick in the KERNAL's IRQ vector ($0314), where a function must be `extern "avr-interrupt"`, is not supported
define internal void @tick() {
  ret void
}
define void @main() {
  store volatile ptr @tick, ptr inttoptr (i16 788 to ptr), align 1
  ret void
}
