; test error
; A program that does not fit: its largest parts with the chains of callers, and the changes that would help most.
@_ZN3own4FILE17h0000000000000001E = internal global [30000 x i8] zeroinitializer, align 1
@_ZN3own5INDEX17h0000000000000002E = internal global [23500 x i8] zeroinitializer, align 1
@message = internal constant [700 x i8] zeroinitializer, align 1
@digits = internal constant [200 x i8] zeroinitializer, align 1

define i16 @main(i16 %i) addrspace(1) {
  %a = call addrspace(1) i16 @_ZN3own6search17h0000000000000003E(i16 %i)
  %b = getelementptr i8, ptr @_ZN3own4FILE17h0000000000000001E, i16 %a
  store volatile i8 1, ptr %b, align 1
  call addrspace(1) void @_ZN4core3fmt5write17h0000000000000004E(i16 %a)
  ret i16 %a
}

define internal i16 @_ZN3own6search17h0000000000000003E(i16 %i) addrspace(1) noinline optsize {
  %p = getelementptr i8, ptr @_ZN3own5INDEX17h0000000000000002E, i16 %i
  %v = load volatile i16, ptr %p, align 1
  call addrspace(1) void @_ZN4core9panicking9panic_fmt17h0000000000000005E(i16 %v)
  ret i16 %v
}

define internal void @_ZN4core3fmt5write17h0000000000000004E(i16 %i) addrspace(1) noinline optsize {
  %p = getelementptr i8, ptr @digits, i16 %i
  %v = load volatile i8, ptr %p, align 1
  store volatile i8 %v, ptr inttoptr (i16 -12256 to ptr), align 1
  ret void
}

define internal void @_ZN4core9panicking9panic_fmt17h0000000000000005E(i16 %i) addrspace(1) noinline optsize {
  %p = getelementptr i8, ptr @message, i16 %i
  %v = load volatile i8, ptr %p, align 1
  store volatile i8 %v, ptr inttoptr (i16 -12256 to ptr), align 1
  ret void
}
;; the program overflows by 3649 bytes: 54848 are needed, 51199 are available
;; The largest parts, each with the chain of callers that brings it in:
;;    30000 own::FILE
;;          main → own::FILE
;;    23500 own::INDEX
;;          main → own::search → own::INDEX
;;      700 message
;;          main → own::search → core::panicking::panic_fmt → message
;;      200 digits
;;          main → core::fmt::write → digits
;;      166 __start
;;      154 __saved
;;       32 own::search
;;          main → own::search
;;       31 main
;;       17 core::fmt::write
;;          main → core::fmt::write
;;       17 core::panicking::panic_fmt
;;          main → own::search → core::panicking::panic_fmt
;; These changes would help most:
;;   set panic = "immediate-abort" in the profile and cargo-features = ["panic-immediate-abort"] at the top of Cargo.toml: 717 bytes print panic messages
;;   use ufmt instead of core::fmt: 217 bytes are needed only by core::fmt
;;   load texts and tables from the disk (sys2080::disk), for example into a variable in `.high`: 900 bytes are constants
