; test run
; Objects of a recursive function lie on the addresses that they ask for, also where the software stack does not: each level
; counts the objects that do, and looks at last whether they still have their contents.
; run: f(0) == (6, 0)
; run: f(1) == (12, 0)
; run: f(5) == (36, 0)
define { i16, i16 } @f(i8 %n) unnamed_addr addrspace(1) {
  %two = alloca [6 x i8], align 2
  %small = alloca [3 x i8], align 1
  %four = alloca [5 x i8], align 4
  %large = alloca [300 x i8], align 16
  %page = alloca [2 x i8], align 256
  %eight = alloca { i64, [3 x i8] }, align 8
  %again = alloca [8 x i8], align 8
  %n2 = add i8 %n, 2
  %n3 = add i8 %n, 3
  %n4 = add i8 %n, 4
  %n5 = add i8 %n, 5
  %n6 = add i8 %n, 6
  %last = getelementptr i8, ptr %large, i16 299
  store i8 %n, ptr %two, align 2
  store i8 %n2, ptr %small, align 1
  store i8 %n3, ptr %four, align 4
  store i8 %n4, ptr %last, align 1
  store i8 %n5, ptr %page, align 256
  store i8 %n6, ptr %again, align 8
  %a = call i16 @right(ptr %two, i16 1)
  %b = call i16 @right(ptr %four, i16 3)
  %c = call i16 @right(ptr %large, i16 15)
  %d = call i16 @right(ptr %page, i16 255)
  %e = call i16 @right(ptr %eight, i16 7)
  %g = call i16 @right(ptr %again, i16 7)
  %s1 = add i16 %a, %b
  %s2 = add i16 %s1, %c
  %s3 = add i16 %s2, %d
  %s4 = add i16 %s3, %e
  %here = add i16 %s4, %g
  %z = icmp eq i8 %n, 0
  br i1 %z, label %end, label %more
more:
  %less = add i8 %n, -1
  %below = call { i16, i16 } @f(i8 %less)
  %right = extractvalue { i16, i16 } %below, 0
  %wrong = extractvalue { i16, i16 } %below, 1
  br label %end
end:
  %before = phi i16 [ 0, %0 ], [ %right, %more ]
  %faults = phi i16 [ 0, %0 ], [ %wrong, %more ]
  %w1 = call i16 @changed(ptr %two, i8 %n)
  %w2 = call i16 @changed(ptr %small, i8 %n2)
  %w3 = call i16 @changed(ptr %four, i8 %n3)
  %w4 = call i16 @changed(ptr %last, i8 %n4)
  %w5 = call i16 @changed(ptr %page, i8 %n5)
  %w6 = call i16 @changed(ptr %again, i8 %n6)
  %t1 = add i16 %w1, %w2
  %t2 = add i16 %t1, %w3
  %t3 = add i16 %t2, %w4
  %t4 = add i16 %t3, %w5
  %t5 = add i16 %t4, %w6
  %t6 = add i16 %t5, %faults
  %all = add i16 %before, %here
  %r1 = insertvalue { i16, i16 } undef, i16 %all, 0
  %r2 = insertvalue { i16, i16 } %r1, i16 %t6, 1
  ret { i16, i16 } %r2
}
define internal i16 @right(ptr %p, i16 %mask) unnamed_addr addrspace(1) {
  %a = ptrtoint ptr %p to i16
  %low = and i16 %a, %mask
  %z = icmp eq i16 %low, 0
  %r = zext i1 %z to i16
  ret i16 %r
}
define internal i16 @changed(ptr %p, i8 %n) unnamed_addr addrspace(1) {
  %x = load volatile i8, ptr %p, align 1
  %z = icmp ne i8 %x, %n
  %r = zext i1 %z to i16
  ret i16 %r
}
