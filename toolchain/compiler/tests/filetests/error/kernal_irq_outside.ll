; test error
; error: in main: a call of `__kernal_irq` outside of an `extern "avr-interrupt"` handler is not supported
declare void @__kernal_irq()
define void @main() {
  call void @__kernal_irq()
  ret void
}
