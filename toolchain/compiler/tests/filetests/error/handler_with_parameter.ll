; test error
; error: in irq: an interrupt handler with parameters or a result is not supported
define avr_signalcc void @irq(i8 %a) {
  ret void
}
define void @main() {
  ret void
}
