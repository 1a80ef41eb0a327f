; test error
; error: the section ".zpage" of fast (variables can be in .zp, .high, .once, .data, .bss, .rodata)
@fast = global i8 0, section ".zpage"
define void @main() unnamed_addr addrspace(1) {
  store volatile i8 3, ptr @fast
  ret void
}
