; test lower
; A byte that is tested in A and needed as an operand behind the branch is read again there.
@t = internal global [256 x i8] zeroinitializer, align 1
@u = internal global [256 x i8] zeroinitializer, align 1
define void @f(i8 %i, i8 %v) unnamed_addr addrspace(1) {
start:
  %n = zext i8 %i to i16
  %p = getelementptr inbounds i8, ptr @t, i16 %n
  %q = getelementptr inbounds i8, ptr @u, i16 %n
  %x = load i8, ptr %p, align 1
  %m = and i8 %x, 73
  %z = icmp eq i8 %m, 0
  br i1 %z, label %free, label %out
free:
  %y = load i8, ptr %q, align 1
  %w = and i8 %y, 73
  %o = or i8 %w, %x
  store i8 %o, ptr %q, align 1
  br label %out
out:
  ret void
}
;; (r0 r1) -> 0
;; b0: start
;;   r7 = [@t+0,r0] and $49
;;   if r7 == $00 then b1 else b2
;; b1: free
;;   r10 = [@u+0,r0] and $49
;;   r11 = r10 or [@t+0,r0]
;;   store [@u+0,r0], r11
;;   jump b2
;; b2: out
;;   ret
