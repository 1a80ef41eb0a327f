; test run
; An index after constant ones may lead backwards, from the middle of the object.
; run: f(0, 5) == 2
; run: f(1, 5) == 7
; run: f(9, 0) == 42
@t = internal constant [10 x [5 x i8]] [[5 x i8] c"\00\01\02\03\04", [5 x i8] c"\05\06\07\08\09", [5 x i8] c"\0A\0B\0C\0D\0E", [5 x i8] c"\0F\10\11\12\13", [5 x i8] c"\14\15\16\17\18", [5 x i8] c"\19\1A\1B\1C\1D", [5 x i8] c"\1E\1F !\22", [5 x i8] c"#$%&'", [5 x i8] c"()*+,", [5 x i8] c"-./01"], align 1
define i8 @f(i16 %i, i16 %j) unnamed_addr addrspace(1) {
  %k = sub i16 %j, 3
  %p = getelementptr inbounds [10 x [5 x i8]], ptr @t, i16 0, i16 %i, i16 %k
  %v = load i8, ptr %p, align 1
  ret i8 %v
}
