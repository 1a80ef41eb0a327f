; test run
; Conversions between odd widths and others, an address among them; an index of an odd width is a signed one.
; run: f(0) == (0, 0, 0, 0, 10)
; run: f(3) == (3, 3, 1, 3, 40)
; run: f(4) == (4, 4294967292, 0, 65532, 244)
; run: f(250) == (2, 2, 0, 2, 30)
; run: f(255) == (7, 4294967295, 1, 65535, 241)

@t = internal constant [8 x i8] c"\F4\F2\F0\F1\0A\14\1E\28", align 1

define { i8, i32, i16, i16, i8 } @f(i8 %a) unnamed_addr addrspace(1) {
  %x = trunc i8 %a to i3
  %y = zext i3 %x to i5
  %z = zext i5 %y to i8
  %long = sext i3 %x to i33
  %cut = trunc i33 %long to i32
  %bit = trunc i5 %y to i1
  %one = zext i1 %bit to i16
  %s = sext i3 %x to i12
  %p = inttoptr i12 %s to ptr
  %q = ptrtoint ptr %p to i12
  %m = trunc i12 %q to i11
  %w = sext i11 %m to i16
  %at = getelementptr inbounds i8, ptr getelementptr inbounds (i8, ptr @t, i16 4), i3 %x
  %l = load i8, ptr %at, align 1
  %pack0 = insertvalue { i8, i32, i16, i16, i8 } poison, i8 %z, 0
  %pack1 = insertvalue { i8, i32, i16, i16, i8 } %pack0, i32 %cut, 1
  %pack2 = insertvalue { i8, i32, i16, i16, i8 } %pack1, i16 %one, 2
  %pack3 = insertvalue { i8, i32, i16, i16, i8 } %pack2, i16 %w, 3
  %pack4 = insertvalue { i8, i32, i16, i16, i8 } %pack3, i8 %l, 4
  ret { i8, i32, i16, i16, i8 } %pack4
}
