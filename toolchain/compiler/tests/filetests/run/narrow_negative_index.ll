; test run
; An index of eight bits is extended with its sign.
; run: f(254) == 7
; run: f(3) == 12
@t = internal constant [16 x i8] c"\00\01\02\03\04\05\06\07\08\09\0A\0B\0C\0D\0E\0F", align 1
define i8 @f(i8 %i) unnamed_addr addrspace(1) {
  %p = getelementptr inbounds i8, ptr getelementptr inbounds (i8, ptr @t, i16 9), i8 %i
  %v = load i8, ptr %p, align 1
  ret i8 %v
}
