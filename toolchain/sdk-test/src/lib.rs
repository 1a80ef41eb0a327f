//! The crate `test` of programs for the C64: what rustc's `#[test]` expands to, and a runner of one test.
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

use core::fmt::Debug;
pub use core::hint::black_box;

use sys2080::harness;

/// What a [`TestDescAndFn`] begins with, so that tools find it: no other constant begins with these bytes.
pub const MARK: [u8; 8] = *b"\x80TESTS\xff\x01";

/// Exit code of a program that has no test of the index that it was told.
const NO_SUCH_TEST: u8 = 111;

/// A test and what is known of it.
#[repr(C)]
#[derive(Debug)]
pub struct TestDescAndFn {
    /// What is known of it.
    pub desc: TestDesc,
    /// Its function.
    pub testfn: TestFn,
}

/// What is known of a test. Tools read the fields in this order.
#[repr(C)]
#[derive(Debug)]
pub struct TestDesc {
    /// [`MARK`] and the name with its modules.
    pub name: TestName,
    /// Whether the test must panic, and with which message.
    pub should_panic: ShouldPanic,
    /// Whether it is marked as one that does not run.
    pub ignore: bool,
    /// The reason for that.
    pub ignore_message: Option<&'static str>,
    /// The file that it is in.
    pub source_file: &'static str,
    /// The line where it begins.
    pub start_line: usize,
    /// The column where it begins.
    pub start_col: usize,
    /// The line where it ends.
    pub end_line: usize,
    /// The column where it ends.
    pub end_col: usize,
    /// For tests in documentation only.
    pub compile_fail: bool,
    /// For tests in documentation only.
    pub no_run: bool,
    /// Where it is.
    pub test_type: TestType,
}

/// The name of a test with its modules, behind [`MARK`].
#[repr(C)]
#[derive(Debug)]
pub struct TestName(pub [u8; 8], pub &'static str);

/// Makes a name, where Rust's own crate has a variant of an enum.
#[allow(non_snake_case)]
#[must_use]
pub const fn StaticTestName(name: &'static str) -> TestName {
    TestName(MARK, name)
}

/// The function of a test; `None` for a benchmark.
#[repr(C)]
#[derive(Debug)]
pub struct TestFn(pub Option<fn() -> Passed>);

/// What the function of a test returns if the test passes. Otherwise it panics.
#[derive(Clone, Copy, Debug)]
pub struct Passed;

/// Makes the function of a test, where Rust's own crate has a variant of an enum.
#[allow(non_snake_case)]
#[must_use]
pub const fn StaticTestFn(function: fn() -> Passed) -> TestFn {
    TestFn(Some(function))
}

/// Stands for a benchmark, which does not run.
#[allow(non_snake_case)]
#[must_use]
pub const fn StaticBenchFn(_: fn(&mut Bencher) -> Passed) -> TestFn {
    TestFn(None)
}

/// Whether a test must panic: a byte, and the address and length of a message.
#[repr(C, u8)]
#[derive(Debug)]
pub enum ShouldPanic {
    /// It must not.
    No,
    /// It must.
    Yes,
    /// It must, with a message that contains this.
    YesWithMessage(&'static str),
}

/// Where a test is.
#[derive(Debug)]
pub enum TestType {
    /// In the crate that it tests.
    UnitTest,
    /// In a crate of its own.
    IntegrationTest,
    /// In documentation.
    DocTest,
    /// Somewhere else.
    Unknown,
}

/// What a test may return.
pub trait Termination {
    /// Panics if the test failed.
    fn check(self);
}

impl Termination for () {
    fn check(self) {}
}

impl<T: Termination, E: Debug> Termination for Result<T, E> {
    fn check(self) {
        match self {
            Ok(value) => value.check(),
            Err(error) => panic!("the test returned an error: {error:?}"),
        }
    }
}

/// Judges what a test returned.
///
/// # Panics
/// It is an error.
pub fn assert_test_result<T: Termination>(result: T) -> Passed {
    result.check();
    Passed
}

/// Runs the test whose index is at $02A7, and ends the program.
pub fn test_main_static(tests: &[&TestDescAndFn]) -> ! {
    // Hidden from the optimiser, so that the descriptors are in the program for tools to find.
    let function = black_box(tests).get(harness::chosen_test()).and_then(|test| test.testfn.0);
    let Some(function) = function else { sys2080::exit(NO_SUCH_TEST) };
    function();
    sys2080::exit(0)
}

pub use test_main_static as test_main_static_abort;

/// What a benchmark is given.
#[derive(Debug)]
pub struct Bencher;

impl Bencher {
    /// Runs nothing.
    pub fn iter<T>(&mut self, _: impl FnMut() -> T) {}
}
