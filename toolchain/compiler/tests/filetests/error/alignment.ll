; test error
; Objects and variables on multiples of more than the memory has bytes once took gigabytes to lay out.
define void @main() unnamed_addr addrspace(1) {
  %p = alloca i8, align 536870912
  store volatile i8 1, ptr %p, align 1
  ret void
}
;; test.ll:5: in main: an alignment of 536870912 bytes is not supported
