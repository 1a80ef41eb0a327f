//! The `test` crate for C64 programs: the items that rustc's `#[test]` expands to, and a runner for a single test.
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

use core::fmt::Debug;
pub use core::hint::black_box;

use sys2080::harness;

/// The first bytes of a [`TestDescAndFn`], by which tools find it: no other constant begins with these bytes.
pub const MARK: [u8; 8] = *b"\x80TESTS\xff\x01";

/// Exit code of a program that has no test with the requested index.
const NO_SUCH_TEST: u8 = 111;

/// A test and its description.
#[repr(C)]
#[derive(Debug)]
pub struct TestDescAndFn {
    /// The description.
    pub desc: TestDesc,
    /// The test function.
    pub testfn: TestFn,
}

/// The description of a test. Tools read the fields in this order.
#[repr(C)]
#[derive(Debug)]
pub struct TestDesc {
    /// [`MARK`] and the name, including its modules.
    pub name: TestName,
    /// Whether the test must panic, and with which message.
    pub should_panic: ShouldPanic,
    /// Whether it has the attribute `ignore`.
    pub ignore: bool,
    /// The reason given for ignoring it.
    pub ignore_message: Option<&'static str>,
    /// The file that contains it.
    pub source_file: &'static str,
    /// The line of its start.
    pub start_line: usize,
    /// The column of its start.
    pub start_col: usize,
    /// The line of its end.
    pub end_line: usize,
    /// The column of its end.
    pub end_col: usize,
    /// Only used for tests in documentation.
    pub compile_fail: bool,
    /// Only used for tests in documentation.
    pub no_run: bool,
    /// The kind of place where it is defined.
    pub test_type: TestType,
}

/// The name of a test including its modules, after [`MARK`].
#[repr(C)]
#[derive(Debug)]
pub struct TestName(pub [u8; 8], pub &'static str);

/// Creates a name; in Rust's own crate, this is an enum variant.
#[allow(non_snake_case)]
#[must_use]
pub const fn StaticTestName(name: &'static str) -> TestName {
    TestName(MARK, name)
}

/// The function of a test; `None` for a benchmark.
#[repr(C)]
#[derive(Debug)]
pub struct TestFn(pub Option<fn() -> Passed>);

/// The return value of a test function that passes. If the test fails, the function panics.
#[derive(Clone, Copy, Debug)]
pub struct Passed;

/// Creates a test function; in Rust's own crate, this is an enum variant.
#[allow(non_snake_case)]
#[must_use]
pub const fn StaticTestFn(function: fn() -> Passed) -> TestFn {
    TestFn(Some(function))
}

/// Stands for a benchmark, which is not run.
#[allow(non_snake_case)]
#[must_use]
pub const fn StaticBenchFn(_: fn(&mut Bencher) -> Passed) -> TestFn {
    TestFn(None)
}

/// Whether a test must panic: a byte, then the address and length of a message.
#[repr(C, u8)]
#[derive(Debug)]
pub enum ShouldPanic {
    /// It must not.
    No,
    /// It must.
    Yes,
    /// It must, with a message that contains this text.
    YesWithMessage(&'static str),
}

/// The kind of place where a test is defined.
#[derive(Debug)]
pub enum TestType {
    /// In the crate that it tests.
    UnitTest,
    /// In a separate crate.
    IntegrationTest,
    /// In documentation.
    DocTest,
    /// Somewhere else.
    Unknown,
}

/// A type that a test may return.
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

/// Checks the return value of a test.
///
/// # Panics
/// Panics if it is an error.
pub fn assert_test_result<T: Termination>(result: T) -> Passed {
    result.check();
    Passed
}

/// Runs the test whose index is at $02A7, and exits.
pub fn test_main_static(tests: &[&TestDescAndFn]) -> ! {
    // Hidden from the optimiser, so that the descriptors stay in the program for tools to find.
    let function = black_box(tests).get(harness::chosen_test()).and_then(|test| test.testfn.0);
    let Some(function) = function else { sys2080::exit(NO_SUCH_TEST) };
    function();
    sys2080::exit(0)
}

pub use test_main_static as test_main_static_abort;

/// The argument of a benchmark.
#[derive(Debug)]
pub struct Bencher;

impl Bencher {
    /// Does nothing.
    pub fn iter<T>(&mut self, _: impl FnMut() -> T) {}
}
