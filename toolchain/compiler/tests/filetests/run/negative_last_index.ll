; test run
; Constants and one index that leads backwards, into a table and into a local object.
; run: f(-3) == 6
; run: f(-5) == 4
; run: f(4) == 13
@t = internal constant [10 x [5 x i8]] [[5 x i8] c"\00\01\02\03\04", [5 x i8] c"\05\06\07\08\09", [5 x i8] c"\0A\0B\0C\0D\0E", [5 x i8] c"\0F\10\11\12\13", [5 x i8] c"\14\15\16\17\18", [5 x i8] c"\19\1A\1B\1C\1D", [5 x i8] c"\1E\1F !\22", [5 x i8] c"#$%&'", [5 x i8] c"()*+,", [5 x i8] c"-./01"], align 1
define i8 @f(i16 %i) unnamed_addr addrspace(1) {
  %p = getelementptr inbounds [10 x [5 x i8]], ptr @t, i16 0, i16 1, i16 %i
  %v = load i8, ptr %p, align 1
  %o = alloca [10 x [5 x i8]], align 1
  call void @llvm.memset.p0.i16(ptr %o, i8 33, i16 50, i1 false)
  %q = getelementptr inbounds [10 x [5 x i8]], ptr %o, i16 0, i16 1, i16 %i
  store i8 %v, ptr %q, align 1
  %a = getelementptr inbounds [10 x [5 x i8]], ptr %o, i16 0, i16 1, i16 4
  %b = getelementptr inbounds [10 x [5 x i8]], ptr %o, i16 0, i16 0, i16 2
  %c = getelementptr inbounds i8, ptr %o, i16 0
  %x = load i8, ptr %a, align 1
  %y = load i8, ptr %b, align 1
  %z = load i8, ptr %c, align 1
  %s = add i8 %x, %y
  %t = add i8 %s, %z
  %u = sub i8 %t, 62
  ret i8 %u
}
declare void @llvm.memset.p0.i16(ptr, i8, i16, i1)
