//! The crate that rustc's `#[test]` expands to: the names that its expansion uses, and a runner that runs the one test which
//! the tool asked for.
#![no_std]

use std::platform::{self, Exit};
use std::string::String;

/// What marks a [`TestDesc`] in the program for the tool: no other constant begins with these bytes.
pub const MARK: [u8; 8] = *b"\x80TESTS\xff\x01";

/// A test and what is known of it.
#[repr(C)]
#[derive(Debug)]
pub struct TestDescAndFn {
    /// What is known of it.
    pub desc: TestDesc,
    /// The function.
    pub testfn: TestFn,
}

/// What is known of a test. The tool reads the first fields in this order.
#[repr(C)]
#[derive(Debug)]
pub struct TestDesc {
    /// Mark and name.
    pub name: TestName,
    /// Whether it must panic, and with which message.
    pub should_panic: ShouldPanic,
    /// Not to be run.
    pub ignore: bool,
    /// Why not.
    pub ignore_message: Option<&'static str>,
    /// Its file.
    pub source_file: &'static str,
    /// Its first line.
    pub start_line: usize,
    /// Column of that.
    pub start_col: usize,
    /// Its last line.
    pub end_line: usize,
    /// Column of that.
    pub end_col: usize,
    /// Of documentation.
    pub compile_fail: bool,
    /// Of documentation.
    pub no_run: bool,
    /// Where it stands.
    pub test_type: TestType,
}

/// The name of a test with its modules, behind the mark.
#[repr(C)]
#[derive(Debug)]
pub struct TestName(pub [u8; 8], pub &'static str);

/// Makes a name, where the real crate has a variant.
#[allow(non_snake_case)]
pub const fn StaticTestName(name: &'static str) -> TestName {
    TestName(MARK, name)
}

/// The function of a test.
pub type Function = fn() -> Result<(), String>;

/// The function of a test.
#[repr(C)]
#[derive(Debug)]
pub struct TestFn(pub Option<Function>);

/// Makes it, where the real crate has a variant.
#[allow(non_snake_case)]
pub const fn StaticTestFn(function: Function) -> TestFn {
    TestFn(Some(function))
}

/// A benchmark, which has no function here and is no test.
#[allow(non_snake_case)]
pub const fn StaticBenchFn(_: fn(&mut Bencher) -> Result<(), String>) -> TestFn {
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
    /// It must, with a message that holds this.
    YesWithMessage(&'static str),
}

/// Where a test stands.
#[derive(Debug)]
pub enum TestType {
    /// Beside the code.
    UnitTest,
    /// In a crate of tests.
    IntegrationTest,
    /// In the documentation.
    DocTest,
    /// Anywhere.
    Unknown,
}

/// What a test may return.
pub trait Termination {
    /// Whether that is success.
    fn success(self) -> bool;
}

impl Termination for () {
    fn success(self) -> bool {
        true
    }
}

impl<E> Termination for Result<(), E> {
    fn success(self) -> bool {
        self.is_ok()
    }
}

/// What the function of a test makes of its result.
///
/// # Errors
/// The test returned an error.
pub fn assert_test_result<T: Termination>(result: T) -> Result<(), String> {
    assert!(result.success(), "the test returned an error");
    Ok(())
}

/// The table of the tests where the optimiser cannot see through it.
static mut TABLE: *const *const TestDescAndFn = core::ptr::null();

/// Runs the test that the tool asked for.
pub fn test_main_static(tests: &[&TestDescAndFn]) {
    // SAFETY: there is one thread, and what is read was just written.
    let function = unsafe {
        (&raw mut TABLE).write_volatile(tests.as_ptr().cast());
        let table = (&raw const TABLE).read_volatile();
        (**table.add(platform::choice())).testfn.0
    };
    let _ = function.map(|function| function());
    platform::exit(Exit::Returned)
}

pub use test_main_static as test_main_static_abort;

/// What a benchmark is given; none runs.
#[derive(Debug)]
pub struct Bencher;

impl Bencher {
    /// Nothing.
    pub fn iter<T>(&mut self, _: impl FnMut() -> T) {}
}

pub use core::hint::black_box;
