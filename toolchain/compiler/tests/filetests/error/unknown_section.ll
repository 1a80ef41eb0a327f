; test error
; A linker would make a list of such variables, and start-up code would call what they name.
; error: the section ".init_array" of first (variables can be in .zp, .high, .once, .data, .bss, .rodata)
@same = global i8 0, section ".bss.same"
@first = global ptr addrspace(1) @at_start, section ".init_array"
@llvm.used = appending global [1 x ptr] [ptr @first], section "llvm.metadata"
define void @at_start() unnamed_addr addrspace(1) {
  ret void
}
define void @main() unnamed_addr addrspace(1) {
  store volatile i8 3, ptr @same
  ret void
}
