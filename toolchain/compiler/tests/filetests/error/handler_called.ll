; test error
; error: in main: a call of the interrupt handler irq is not supported
define avr_intrcc void @irq() {
  ret void
}
define void @main() {
  call void @irq()
  ret void
}
