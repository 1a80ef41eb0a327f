; test run
; Variables of this module alone that start as zero go to page zero; with an index, too.
; run: f(3) == 6
; run: f(2) == 4
; cycles <= 36
@count = internal global i8 0
@cells = internal global [4 x i8] zeroinitializer

define i8 @f(i8 %x) unnamed_addr addrspace(1) {
  store i8 %x, ptr @count
  %i = and i8 %x, 3
  %z = zext i8 %i to i16
  %p = getelementptr inbounds [4 x i8], ptr @cells, i16 0, i16 %z
  store i8 %x, ptr %p
  %n = load volatile i8, ptr @count
  %m = load volatile i8, ptr %p
  %s = add i8 %n, %m
  ret i8 %s
}
