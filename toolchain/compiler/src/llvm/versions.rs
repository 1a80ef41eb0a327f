//! Changes of LLVM's text from version to version, as far as they may occur in rustc's output.
//!
//! The reader does not ask which version wrote a text: it accepts the forms of all versions. This table lists what it must support
//! for that. Each entry is an example, and `toolchain/compiler/tests/parse/versions.rs` reads them all. To support a new version of
//! LLVM, first add its changes here.
//!
//! Sources: LLVM's release notes 21.1, 22.1 and 23.1, and what the parser and the printer of rustc's own LLVM (22.1 of
//! rustc 1.95, 23.1 of rustc 1.99) make of the same text.

use std::ops::RangeInclusive;

/// The major versions of LLVM whose text the tests of this project compile.
pub const TESTED: RangeInclusive<u32> = 22..=23;

/// A change in the text.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The major version that introduced it.
    pub llvm: u32,
    /// A description.
    pub what: &'static str,
    /// A module that contains it.
    pub example: &'static str,
    /// How the module is read.
    pub reading: Reading,
}

/// How a new form is read.
#[derive(Clone, Copy, Debug)]
pub enum Reading {
    /// Like this module in an older form.
    As(&'static str),
    /// Not at all: the error message contains this text.
    Refused(&'static str),
}

use Reading::{As, Refused};

/// Every change, by version.
pub const CHANGES: &[Change] = &[
    Change {
        llvm: 21,
        what: "`captures(none)` instead of `nocapture`",
        example: "define void @f(ptr captures(none) %p, ptr captures(ret: address, provenance) %q) {\n  ret void\n}\n",
        reading: As("define void @f(ptr nocapture %p, ptr %q) {\n  ret void\n}\n"),
    },
    Change {
        llvm: 21,
        what: "the attribute `dead_on_return`; since 23 it may tell a number of bytes",
        example: "define void @f(ptr dead_on_return %p, ptr dead_on_return(4) %q) {\n  ret void\n}\n",
        reading: As("define void @f(ptr %p, ptr %q) {\n  ret void\n}\n"),
    },
    Change {
        llvm: 22,
        what: "`ptrtoaddr`: the address alone",
        example: "@g = global i8 0\n@a = global i16 ptrtoaddr (ptr @g to i16)\n\
            define i16 @f(ptr %p) {\n  %r = ptrtoaddr ptr %p to i16\n  ret i16 %r\n}\n",
        reading: As("@g = global i8 0\n@a = global i16 ptrtoint (ptr @g to i16)\n\
            define i16 @f(ptr %p) {\n  %r = ptrtoint ptr %p to i16\n  ret i16 %r\n}\n"),
    },
    Change {
        llvm: 22,
        what: "lifetimes without a size",
        example: "declare void @llvm.lifetime.start.p0(ptr captures(none))\n\
            define void @f() {\n  %a = alloca i8\n  call void @llvm.lifetime.start.p0(ptr %a)\n  ret void\n}\n",
        reading: As(
            "define void @f() {\n  %a = alloca i8\n  call void @llvm.lifetime.start.p0(ptr %a)\n  ret void\n}\n",
        ),
    },
    Change {
        llvm: 22,
        what: "the attributes `nocreateundeforpoison` and `sanitize_alloc_token`, new places of `memory`",
        example: "define void @f() nocreateundeforpoison sanitize_alloc_token memory(read, errnomem: write, target_mem0: none) {\n\
            \x20 ret void\n}\n",
        reading: As("define void @f() {\n  ret void\n}\n"),
    },
    Change {
        llvm: 23,
        what: "floats by their own bits: `f0x` and the digits",
        example: "@f = global float f0xBFC90FDB\n@d = global double f0x400921FB54442D18\n",
        reading: As("@f = global float 0xBFF921FB60000000\n@d = global double 0x400921FB54442D18\n"),
    },
    Change {
        llvm: 23,
        what: "infinities and NaNs by name; the digits are those below the bit that makes a NaN quiet",
        example: "@f = global [4 x float] [float +inf, float -qnan, float +nan(0x1), float -snan(0x3FFFFF)]\n\
            @d = global [2 x double] [double -inf, double +snan(0x1)]\n",
        reading: As("@f = global [4 x float] [float 0x7FF0000000000000, float 0xFFF8000000000000, \
            float 0x7FF8000020000000, float 0xFFF7FFFFE0000000]\n\
            @d = global [2 x double] [double 0xFFF0000000000000, double 0x7FF0000000000001]\n"),
    },
    Change {
        llvm: 23,
        what: "decimals that are rounded to the type they have, not exact",
        example: "@f = global float 1.000000e-01\n@g = global float 1.401300e-45\n",
        reading: As("@f = global float 0x3FB99999A0000000\n@g = global float 0x36A0000000000000\n"),
    },
    Change {
        llvm: 23,
        what: "floats with hexadecimal digits and an exponent, which the parser takes and the printer does not write",
        example: "@f = global float 0x1.8p3\n",
        reading: Refused("a float with hexadecimal digits and an exponent"),
    },
    Change {
        llvm: 23,
        what: "`half`, `bfloat`, `fp128` and `x86_fp80` with the same literals",
        example: "@f = global half f0x3C00\n",
        reading: Refused("the type `half` (Rust's `f16`)"),
    },
    Change {
        llvm: 23,
        what: "`module asm` as one block of lines, with properties",
        example: "module asm(target_cpu: \"atmega328p\", target_features: \"+a\")\n    \".globl a\"\n    \"a: .byte 1\"\n\
            module asm\n    \"\"\n",
        reading: As("module asm \".globl a\"\nmodule asm \"a: .byte 1\"\nmodule asm \"\"\n"),
    },
    Change {
        llvm: 23,
        what: "further properties of `module asm`",
        example: "module asm(dialect: \"intel\")\n    \"nop\"\n",
        reading: Refused("the property `dialect` of assembly"),
    },
    Change {
        llvm: 23,
        what: "a number, `!guid`, for each function and global",
        example: "@g = constant i8 1, align 1, !guid !0\ndefine void @f() !guid !0 {\n  ret void\n}\n!0 = !{i64 -5}\n",
        reading: As("@g = constant i8 1, align 1\ndefine void @f() {\n  ret void\n}\n"),
    },
    Change {
        llvm: 23,
        what: "the attributes `denormal_fpenv`, `flatten`, `noipa` and `nooutline`, and `prefalign` of a function",
        example: "define void @f() #0 prefalign(4) {\n  ret void\n}\n\
            attributes #0 = { denormal_fpenv(ieee|positivezero, float: preservesign) flatten noipa nooutline }\n",
        reading: As("define void @f() {\n  ret void\n}\n"),
    },
    Change {
        llvm: 23,
        what: "types of bytes beside those of integers",
        example: "define b8 @f(b8 %x) {\n  ret b8 %x\n}\n",
        reading: Refused("the type `b8`"),
    },
    Change {
        llvm: 23,
        what: "`atomicrmw` of floats by `fmaximumnum` and `fminimumnum`, and of vectors by `elementwise`",
        example: "define void @f(ptr %p) {\n  %r = atomicrmw fmaximumnum ptr %p, float 1.0 monotonic\n  ret void\n}\n",
        reading: Refused("`atomicrmw fmaximumnum`"),
    },
    Change {
        llvm: 23,
        what: "comments within a line, which name the arguments of intrinsics",
        example: "define i8 @f(i8 %a, /* (nzero) */ i8 %b) {\n  ret i8 /* a */ %a\n}\n",
        reading: As("define i8 @f(i8 %a, i8 %b) {\n  ret i8 %a\n}\n"),
    },
    Change {
        llvm: 24,
        what: "an attribute that nobody has heard of yet",
        example: "define void @f() #0 {\n  ret void\n}\nattributes #0 = { nounwind newfangled(3) }\n",
        reading: Refused("the attribute `newfangled`"),
    },
];
