; test run
; Words, numbers of four bytes and of eight at wide indices, in an object that begins anywhere in a page; also where four bytes lie at
; an index of words.
; run: f(0) == (0, 7, 7, 7)
; run: f(63) == (126, 133, 133, 133)
; run: f(64) == (128, 135, 135, 135)
; run: f(127) == (254, 261, 261, 261)
; run: f(128) == (256, 263, 263, 263)
; run: f(255) == (510, 517, 517, 517)
; run: f(300) == (600, 607, 607, 607)
@odd = internal global [3 x i8] zeroinitializer
@words = internal global [301 x i16] zeroinitializer
@longs = internal global [301 x i32] zeroinitializer
@giants = internal global [301 x i64] zeroinitializer
@mixed = internal global [304 x i16] zeroinitializer

define { i16, i16, i16, i16 } @f(i16 %n) unnamed_addr addrspace(1) {
  store volatile i8 1, ptr @odd
  br label %fill

fill:
  %i = phi i16 [ 0, %0 ], [ %next, %fill ]
  %twice = shl i16 %i, 1
  %word = getelementptr inbounds nuw [2 x i8], ptr @words, i16 %i
  store i16 %twice, ptr %word
  %sum = add i16 %twice, 7
  %more = zext i16 %sum to i32
  %high = mul i32 %more, 65537
  %long = getelementptr inbounds nuw [4 x i8], ptr @longs, i16 %i
  store i32 %high, ptr %long
  %most = zext i32 %high to i64
  %top = shl i64 %most, 16
  %giant = getelementptr inbounds nuw [8 x i8], ptr @giants, i16 %i
  store i64 %top, ptr %giant
  %pair = getelementptr inbounds nuw [2 x i8], ptr @mixed, i16 %i
  store i32 %high, ptr %pair
  %next = add nuw i16 %i, 1
  %done = icmp eq i16 %next, 301
  br i1 %done, label %end, label %fill

end:
  %pw = getelementptr inbounds nuw [2 x i8], ptr @words, i16 %n
  %w = load i16, ptr %pw
  %pl = getelementptr inbounds nuw [4 x i8], ptr @longs, i16 %n
  %l = load i32, ptr %pl
  %lh = lshr i32 %l, 16
  %lt = trunc i32 %lh to i16
  %pg = getelementptr inbounds nuw [8 x i8], ptr @giants, i16 %n
  %g = load i64, ptr %pg
  %gh = lshr i64 %g, 32
  %gt = trunc i64 %gh to i16
  %pm = getelementptr inbounds nuw [2 x i8], ptr @mixed, i16 %n
  %m = load i32, ptr %pm
  %mt = trunc i32 %m to i16
  %r0 = insertvalue { i16, i16, i16, i16 } poison, i16 %w, 0
  %r1 = insertvalue { i16, i16, i16, i16 } %r0, i16 %lt, 1
  %r2 = insertvalue { i16, i16, i16, i16 } %r1, i16 %gt, 2
  %r3 = insertvalue { i16, i16, i16, i16 } %r2, i16 %mt, 3
  ret { i16, i16, i16, i16 } %r3
}
