; The functions of compiler_builtins on 128 bits that the compiler calls, in the plainest way, for tests without rustc.

define hidden i128 @__multi3(i128 %a, i128 %b) unnamed_addr addrspace(1) {
  br label %loop
loop:
  %x = phi i128 [ %a, %0 ], [ %x2, %loop ]
  %y = phi i128 [ %b, %0 ], [ %y2, %loop ]
  %sum = phi i128 [ 0, %0 ], [ %sum2, %loop ]
  %bit = trunc i128 %y to i1
  %more = add i128 %sum, %x
  %sum2 = select i1 %bit, i128 %more, i128 %sum
  %x2 = shl i128 %x, 1
  %y2 = lshr i128 %y, 1
  %end = icmp eq i128 %y2, 0
  br i1 %end, label %done, label %loop
done:
  ret i128 %sum2
}

define internal i128 @divide(i128 %a, i128 %b, i1 %remainder) unnamed_addr addrspace(1) {
  br label %loop
loop:
  %i = phi i8 [ -128, %0 ], [ %i2, %loop ]
  %x = phi i128 [ %a, %0 ], [ %x2, %loop ]
  %rest = phi i128 [ 0, %0 ], [ %rest2, %loop ]
  %quotient = phi i128 [ 0, %0 ], [ %quotient2, %loop ]
  %high = lshr i128 %x, 127
  %x2 = shl i128 %x, 1
  %up = shl i128 %rest, 1
  %over = icmp slt i128 %rest, 0
  %next = or i128 %up, %high
  %enough = icmp uge i128 %next, %b
  %fits = or i1 %over, %enough
  %less = sub i128 %next, %b
  %rest2 = select i1 %fits, i128 %less, i128 %next
  %q = shl i128 %quotient, 1
  %one = zext i1 %fits to i128
  %quotient2 = or i128 %q, %one
  %i2 = add i8 %i, 1
  %end = icmp eq i8 %i2, 0
  br i1 %end, label %done, label %loop
done:
  %result = select i1 %remainder, i128 %rest2, i128 %quotient2
  ret i128 %result
}

define hidden i128 @__udivti3(i128 %a, i128 %b) unnamed_addr addrspace(1) {
  %r = call i128 @divide(i128 %a, i128 %b, i1 false)
  ret i128 %r
}

define hidden i128 @__umodti3(i128 %a, i128 %b) unnamed_addr addrspace(1) {
  %r = call i128 @divide(i128 %a, i128 %b, i1 true)
  ret i128 %r
}

define hidden i128 @__divti3(i128 %a, i128 %b) unnamed_addr addrspace(1) {
  %x = call i128 @llvm.abs.i128(i128 %a, i1 false)
  %y = call i128 @llvm.abs.i128(i128 %b, i1 false)
  %q = call i128 @divide(i128 %x, i128 %y, i1 false)
  %signs = xor i128 %a, %b
  %negative = icmp slt i128 %signs, 0
  %minus = sub i128 0, %q
  %r = select i1 %negative, i128 %minus, i128 %q
  ret i128 %r
}

define hidden i128 @__modti3(i128 %a, i128 %b) unnamed_addr addrspace(1) {
  %x = call i128 @llvm.abs.i128(i128 %a, i1 false)
  %y = call i128 @llvm.abs.i128(i128 %b, i1 false)
  %q = call i128 @divide(i128 %x, i128 %y, i1 true)
  %negative = icmp slt i128 %a, 0
  %minus = sub i128 0, %q
  %r = select i1 %negative, i128 %minus, i128 %q
  ret i128 %r
}

define hidden i128 @__ashlti3(i128 %a, i32 %n) unnamed_addr addrspace(1) {
  br label %test
test:
  %x = phi i128 [ %a, %0 ], [ %x2, %loop ]
  %i = phi i32 [ %n, %0 ], [ %i2, %loop ]
  %end = icmp eq i32 %i, 0
  br i1 %end, label %done, label %loop
loop:
  %x2 = shl i128 %x, 1
  %i2 = sub i32 %i, 1
  br label %test
done:
  ret i128 %x
}

define hidden i128 @__lshrti3(i128 %a, i32 %n) unnamed_addr addrspace(1) {
  br label %test
test:
  %x = phi i128 [ %a, %0 ], [ %x2, %loop ]
  %i = phi i32 [ %n, %0 ], [ %i2, %loop ]
  %end = icmp eq i32 %i, 0
  br i1 %end, label %done, label %loop
loop:
  %x2 = lshr i128 %x, 1
  %i2 = sub i32 %i, 1
  br label %test
done:
  ret i128 %x
}

define hidden i128 @__ashrti3(i128 %a, i32 %n) unnamed_addr addrspace(1) {
  br label %test
test:
  %x = phi i128 [ %a, %0 ], [ %x2, %loop ]
  %i = phi i32 [ %n, %0 ], [ %i2, %loop ]
  %end = icmp eq i32 %i, 0
  br i1 %end, label %done, label %loop
loop:
  %x2 = ashr i128 %x, 1
  %i2 = sub i32 %i, 1
  br label %test
done:
  ret i128 %x
}

declare i128 @llvm.abs.i128(i128, i1)
