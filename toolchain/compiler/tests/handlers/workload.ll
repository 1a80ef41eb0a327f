; What a main program and its interrupt handlers do alike: every kind of work that could share memory. Each gives a
; checksum of its number.

@source = internal constant [12 x i8] c"\01\17\2A\FF\80\7F\33\91\05\C8\0E\66", align 1
@calls = internal global [2 x ptr] [ptr @adds, ptr @mixes], align 1

; Products, quotients, remainders of 16, 32 and 64 bits.
define internal i16 @arithmetic(i16 %n) noinline {
  %odd = or i16 %n, 1
  %product = mul i16 %odd, %n
  %quotient = udiv i16 %product, %odd
  %rest = srem i16 %product, 37
  %long = zext i16 %product to i32
  %square = mul i32 %long, %long
  %divisor = zext i16 %odd to i32
  %ratio = udiv i32 %square, %divisor
  %low = trunc i32 %ratio to i16
  %sum = add i16 %quotient, %rest
  %all = xor i16 %sum, %low
  ret i16 %all
}

; Shifts by a count that is not known.
define internal i16 @shifts(i16 %n) noinline {
  %count = and i16 %n, 15
  %left = shl i16 %n, %count
  %wide = zext i16 %n to i64
  %by = zext i16 %count to i64
  %moved = shl i64 %wide, %by
  %back = lshr i64 %moved, 7
  %low = trunc i64 %back to i16
  %all = xor i16 %left, %low
  ret i16 %all
}

; A local object, copied to by a length that is not known.
define internal i16 @memory(i16 %n) noinline {
  %object = alloca [12 x i8], align 1
  call void @llvm.memset.p0.i16(ptr %object, i8 9, i16 12, i1 false)
  %length = and i16 %n, 7
  call void @llvm.memcpy.p0.p0.i16(ptr %object, ptr @source, i16 %length, i1 false)
  %to = getelementptr inbounds i8, ptr %object, i16 4
  %more = add i16 %length, 1
  call void @llvm.memmove.p0.p0.i16(ptr %to, ptr %object, i16 %more, i1 false)
  %from = getelementptr inbounds i8, ptr %object, i16 %more
  %word = load i16, ptr %from, align 1
  ret i16 %word
}

; Recursion that keeps values over its calls, and a local object in each.
define internal i16 @recursion(i16 %n) noinline {
  %object = alloca [2 x i8], align 4
  store volatile i16 %n, ptr %object, align 1
  %small = icmp ult i16 %n, 2
  br i1 %small, label %end, label %more
more:
  %one = sub i16 %n, 1
  %two = sub i16 %n, 2
  %a = call i16 @recursion(i16 %one)
  %b = call i16 @recursion(i16 %two)
  %sum = add i16 %a, %b
  %kept = load volatile i16, ptr %object, align 1
  %wrong = call i16 @low_bits(ptr %object, i16 3)
  %off = add i16 %kept, %wrong
  %all = add i16 %sum, %off
  ret i16 %all
end:
  ret i16 %n
}

; The bits of an address that an alignment makes zero.
define internal i16 @low_bits(ptr %p, i16 %mask) noinline {
  %address = ptrtoint ptr %p to i16
  %bits = and i16 %address, %mask
  ret i16 %bits
}

; Many bytes of arguments.
define internal i32 @many(i32 %a, i32 %b, i16 %c, i8 %d) noinline {
  %sum = add i32 %a, %b
  %c32 = zext i16 %c to i32
  %d32 = zext i8 %d to i32
  %x = xor i32 %sum, %c32
  %y = sub i32 %x, %d32
  ret i32 %y
}

; Reached through pointers, with more bytes than registers.
define internal i32 @adds(i32 %a, i16 %b) noinline {
  %object = alloca [4 x i8], align 64
  store volatile i32 %a, ptr %object, align 1
  %bits = call i16 @low_bits(ptr %object, i16 63)
  %right = add i16 %b, %bits
  %w = zext i16 %right to i32
  %kept = load volatile i32, ptr %object, align 1
  %sum = add i32 %kept, %w
  %x = call i32 @many(i32 %sum, i32 %a, i16 %b, i8 77)
  ret i32 %x
}

define internal i32 @mixes(i32 %a, i16 %b) noinline {
  %w = zext i16 %b to i32
  %p = mul i32 %a, %w
  %s = udiv i32 %p, 1000
  %x = xor i32 %s, %a
  ret i32 %x
}

define internal i16 @indirect(i16 %n) noinline {
  %which = and i16 %n, 1
  %place = getelementptr inbounds [2 x ptr], ptr @calls, i16 0, i16 %which
  %f = load volatile ptr, ptr %place, align 1
  %w = zext i16 %n to i32
  %big = mul i32 %w, 70001
  %r = call i32 %f(i32 %big, i16 %n)
  %high = lshr i32 %r, 16
  %a = trunc i32 %high to i16
  %b = trunc i32 %r to i16
  %x = xor i16 %a, %b
  ret i16 %x
}

; Reached through a pointer, with more bytes than there is room for in the zero page.
@wide = internal global ptr @long, align 1

define internal { i128, i32 } @long(i128 %a, i128 %b, i32 %c) noinline {
  %sum = add i128 %a, %b
  %low = trunc i128 %b to i32
  %x = xor i32 %low, %c
  %r1 = insertvalue { i128, i32 } poison, i128 %sum, 0
  %r2 = insertvalue { i128, i32 } %r1, i32 %x, 1
  ret { i128, i32 } %r2
}

define internal i16 @beyond(i16 %n) noinline {
  %f = load volatile ptr, ptr @wide, align 1
  %a = zext i16 %n to i128
  %b = shl i128 %a, 61
  %c = zext i16 %n to i32
  %r = call { i128, i32 } %f(i128 %a, i128 %b, i32 %c)
  %sum = extractvalue { i128, i32 } %r, 0
  %rest = extractvalue { i128, i32 } %r, 1
  %top = lshr i128 %sum, 60
  %high = trunc i128 %top to i16
  %low = trunc i32 %rest to i16
  %x = sub i16 %high, %low
  ret i16 %x
}

define internal i16 @work(i16 %n) noinline {
  %a = call i16 @arithmetic(i16 %n)
  %b = call i16 @shifts(i16 %n)
  %c = call i16 @memory(i16 %n)
  %few = and i16 %n, 3
  %f = add i16 %few, 2
  %d = call i16 @recursion(i16 %f)
  %e = call i16 @indirect(i16 %n)
  %m = call i32 @many(i32 305419896, i32 70000, i16 %n, i8 3)
  %g = trunc i32 %m to i16
  %s1 = add i16 %a, %b
  %s2 = xor i16 %s1, %c
  %s3 = add i16 %s2, %d
  %s4 = xor i16 %s3, %e
  %s5 = add i16 %s4, %g
  %h = call i16 @beyond(i16 %n)
  %s6 = xor i16 %s5, %h
  ret i16 %s6
}
declare void @llvm.memset.p0.i16(ptr, i8, i16, i1)
declare void @llvm.memcpy.p0.p0.i16(ptr, ptr, i16, i1)
declare void @llvm.memmove.p0.p0.i16(ptr, ptr, i16, i1)
