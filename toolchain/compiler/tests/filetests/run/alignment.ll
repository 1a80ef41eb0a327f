; test run
; Objects and variables lie on the addresses that they ask for, in frames, in page zero and elsewhere: LLVM makes
; sums of such an address and of a small number into `or`, and the other way round.
; run: f(0) == 0
; run: f(1) == 0
; run: f(2) == 0
@odd = internal global i8 0, section ".zp", align 1
@word = internal global i16 0, section ".zp", align 2
@line = internal global [3 x i8] zeroinitializer, section ".zp.line", align 16
@one = internal global i8 0, align 1
@two = internal global i16 0, align 2
@eight = internal global [5 x i8] zeroinitializer, align 8
@three = internal global [3 x i8] zeroinitializer, align 1
@many = internal global [40 x i8] zeroinitializer, align 32

define i16 @f(i8 %which) unnamed_addr addrspace(1) {
  switch i8 %which, label %others [ i8 0, label %frames
                                    i8 1, label %section ]
frames:
  %a = call i16 @locals(i8 1)
  ret i16 %a
section:
  %b = call i16 @in_page_zero(i8 5)
  ret i16 %b
others:
  %c = call i16 @by_themselves(i8 5)
  ret i16 %c
}

define internal i16 @locals(i8 %n) unnamed_addr addrspace(1) {
  %a = alloca [3 x i8], align 1
  %b = alloca [5 x i8], align 64
  %c = alloca [2 x i8], align 2
  %d = alloca [16 x i8], align 16
  %e = alloca [9 x i8], align 256
  store i8 %n, ptr %a, align 1
  store i8 %n, ptr %b, align 64
  store i8 %n, ptr %c, align 2
  store i8 %n, ptr %d, align 16
  store i8 %n, ptr %e, align 256
  call void @keep(ptr %a)
  call void @keep(ptr %b)
  call void @keep(ptr %c)
  call void @keep(ptr %d)
  call void @keep(ptr %e)
  %pb = ptrtoint ptr %b to i16
  %pc = ptrtoint ptr %c to i16
  %pd = ptrtoint ptr %d to i16
  %pe = ptrtoint ptr %e to i16
  %mb = and i16 %pb, 63
  %mc = and i16 %pc, 1
  %md = and i16 %pd, 15
  %me = and i16 %pe, 255
  %s = or i16 %mb, %mc
  %t = or i16 %md, %me
  %r = or i16 %s, %t
  ret i16 %r
}

define internal void @keep(ptr %p) unnamed_addr addrspace(1) {
  %x = load volatile i8, ptr %p, align 1
  ret void
}

define internal i16 @in_page_zero(i8 %n) unnamed_addr addrspace(1) {
  store volatile i8 %n, ptr @odd, align 1
  store volatile i16 1, ptr @word, align 2
  store volatile i8 %n, ptr @line, align 16
  %w = and i16 ptrtoint (ptr @word to i16), 1
  %l = and i16 ptrtoint (ptr @line to i16), 15
  %r = or i16 %w, %l
  ret i16 %r
}

define internal i16 @by_themselves(i8 %n) unnamed_addr addrspace(1) {
  %i = zext i8 %n to i16
  store volatile i8 %n, ptr @one, align 1
  store volatile i8 %n, ptr @one, align 1
  store volatile i8 %n, ptr @one, align 1
  store volatile i16 %i, ptr @two, align 2
  store volatile i8 %n, ptr @eight, align 8
  store volatile i8 %n, ptr @three, align 1
  store volatile i8 %n, ptr @three, align 1
  store volatile i8 %n, ptr @many, align 32
  %two = and i16 ptrtoint (ptr @two to i16), 1
  %eight = and i16 ptrtoint (ptr @eight to i16), 7
  %many = and i16 ptrtoint (ptr @many to i16), 31
  %s = or i16 %two, %eight
  %r = or i16 %s, %many
  ret i16 %r
}
