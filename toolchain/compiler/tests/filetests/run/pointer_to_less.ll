; test run
; A pointer's low byte says nothing of its high one, and an integer of more bits than a pointer loses them.
; run: f(256) == 1
; run: f(255) == 0
; run: f(0) == 2
; run: g(20) == 1
; run: g(3) == 0

define i8 @f(i16 %n) unnamed_addr addrspace(1) {
  %p = inttoptr i16 %n to ptr
  %z = icmp eq ptr %p, null
  br i1 %z, label %nothing, label %something
something:
  %b = ptrtoint ptr %p to i8
  %c = icmp eq i8 %b, 0
  br i1 %c, label %low, label %other
low:
  ret i8 1
other:
  ret i8 0
nothing:
  ret i8 2
}

define i8 @g(i8 %a) unnamed_addr addrspace(1) {
  %w = zext i8 %a to i32
  %n = add nuw i32 %w, 65530
  %p = inttoptr i32 %n to ptr
  %m = ptrtoint ptr %p to i16
  %c = icmp ult i16 %m, 300
  %r = zext i1 %c to i8
  ret i8 %r
}
