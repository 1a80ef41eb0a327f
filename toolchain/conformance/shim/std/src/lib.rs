//! What core's and alloc's own tests use of `std`, without an operating system: core and alloc by their names in `std`, and
//! small versions of the rest.
//!
//! Nothing here pretends. What needs a second thread or a panic that is caught ends the test with an exit code of its
//! own ([`platform::Exit`]), so that the list of what cannot run has reasons that a run checks.
#![no_std]
#![feature(
    allocator_api,
    ascii_char,
    core_float_math,
    async_iterator,
    bstr,
    const_trait_impl,
    char_internals,
    core_intrinsics,
    deref_patterns,
    exact_size_is_empty,
    extend_one,
    f16,
    f128,
    formatting_options,
    hasher_prefixfree_extras,
    hashmap_internals,
    lang_items,
    never_type,
    const_default,
    liballoc_internals,
    panic_internals,
    prelude_import,
    ptr_metadata,
    str_internals,
    test,
    unsafe_binders
)]
#![allow(internal_features, unused_features, unknown_lints, ambiguous_glob_reexports)]

extern crate alloc as alloc_crate;

pub mod platform;

#[cfg(feature = "programs")]
pub mod c;
mod heap;
mod output;
mod thread_local;

pub mod collections;
pub mod env;
pub mod float;
#[cfg(not(feature = "programs"))]
pub mod fs;
pub mod hash;
pub mod io;
pub mod panic;
pub mod process;
pub mod sync;
pub mod thread;
pub mod time;

pub mod alloc {
    //! `core::alloc`, `alloc::alloc`, and the heap by its name in `std`.
    pub use crate::heap::System;
    pub use alloc_crate::alloc::*;
}

pub mod prelude {
    //! The preludes.
    pub mod v1 {
        //! What every module sees.
        pub use crate::float::{Float as _, Rounding as _};
        pub use crate::{dbg, eprint, eprintln, print, println, thread_local};
        pub use alloc_crate::borrow::ToOwned;
        pub use alloc_crate::boxed::Box;
        pub use alloc_crate::string::{String, ToString};
        pub use alloc_crate::vec::Vec;
        pub use alloc_crate::{format, vec};
        pub use core::prelude::v1::*;
    }
    /// The prelude of an edition.
    macro_rules! edition {
        ($($edition:ident)*) => {$(
            pub mod $edition {
                //! What every module of the edition sees.
                pub use super::v1::*;
                pub use core::prelude::$edition::*;
            }
        )*};
    }
    edition!(rust_2015 rust_2018 rust_2021 rust_2024);
}

pub mod ffi {
    //! `core::ffi` and `alloc::ffi`.
    pub use alloc_crate::ffi::*;
    pub use core::ffi::*;

    #[cfg(feature = "programs")]
    pub use crate::c;

    /// A name that an import wants; the tests that use it are cut out.
    #[derive(Debug)]
    pub enum OsStr {}
}

pub mod path {
    //! There are no paths.

    /// A name that an import wants; the tests that use it are cut out.
    #[derive(Debug)]
    pub enum Path {}
}

pub mod task {
    //! `core::task` and `alloc::task`.
    pub use alloc_crate::task::*;
    pub use core::task::*;
}

pub mod os {
    //! C's types.
    pub mod raw {
        //! `core::ffi` by its old name.
        pub use core::ffi::*;
    }
}

pub use alloc_crate::{borrow, boxed, bstr, fmt, format, rc, slice, str, string, vec};
// What has a name above is that; the rest is core's.
pub use core::*;
