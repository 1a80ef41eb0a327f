; test error
; Variables may ask for sections, functions for none that means something here.
define void @high() section ".high" {
  ret void
}

define void @main() unnamed_addr addrspace(1) section ".text.main" {
  call void @high()
  ret void
}
;; test.ll:4: the section ".high" of high (functions can only be in .text) is not supported
