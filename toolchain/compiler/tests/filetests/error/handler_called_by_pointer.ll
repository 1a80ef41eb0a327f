; test error
; error: a call of an interrupt handler is not supported
define avr_intrcc void @irq() {
  ret void
}
define void @main() {
  %p = load volatile ptr, ptr inttoptr (i16 788 to ptr), align 1
  call avr_intrcc void %p()
  ret void
}
