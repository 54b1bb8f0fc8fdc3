//! What compiled code calls: panics, the start of `main`. Not a public module of std.
//!
//! Left out: backtraces, the panic count; the message of a panic goes to the report, not to stderr.

use crate::any::Any;
use crate::boxed::Box;
use crate::cell::Cell;
use crate::fmt;
use crate::intrinsics;
use crate::process::Termination;

/// Whether the thread has come out of a check of loom's or shuttle's.
struct BehindCheck {
    is_behind: Cell<bool>,
}
unsafe impl Sync for BehindCheck {}
#[thread_local]
static BEHIND_CHECK: BehindCheck = BehindCheck { is_behind: Cell::new(false) };

/// Notes that such a check begins, or has ended.
pub(crate) fn note_check(is_behind: bool) {
    BEHIND_CHECK.is_behind.set(is_behind);
}

/// A panic behind a check may come of what the check collects over all schedules, and which is not there: each is
/// an execution of its own here. Nothing at all in a program without [`note_check`] (`mono/visibility.rs`).
fn judge_behind_check() {
    if BEHIND_CHECK.is_behind.get() {
        unsafe { intrinsics::behind_check() }
    }
}

/// Ends every panic. `message` is for reports.
#[track_caller]
pub fn begin_panic(payload: Box<dyn Any + Send>, message: &str) -> ! {
    judge_behind_check();
    crate::panic::run_hook(&payload, message);
    unsafe { intrinsics::panic_start(payload, message) }
}

#[track_caller]
pub fn begin_panic_fmt(args: fmt::Arguments<'_>) -> ! {
    if let Some(text) = args.as_str() {
        begin_panic_str(text)
    }
    let text = fmt::format(args);
    let message: &'static str = text.clone().leak();
    begin_panic(Box::new(text), message)
}

#[lang = "begin_panic_str"]
#[track_caller]
pub fn begin_panic_str(message: &'static str) -> ! {
    begin_panic(Box::new(message), message)
}

#[lang = "panic_arithmetic"]
#[track_caller]
fn panic_arithmetic(code: u32) -> ! {
    begin_panic_str(match code {
        0 => "attempt to add with overflow",
        1 => "attempt to subtract with overflow",
        2 => "attempt to multiply with overflow",
        3 => "attempt to divide with overflow",
        4 => "attempt to calculate the remainder with overflow",
        5 => "attempt to negate with overflow",
        6 => "attempt to shift left with overflow",
        7 => "attempt to shift right with overflow",
        8 => "attempt to divide by zero",
        _ => "attempt to calculate the remainder with a divisor of zero",
    })
}

#[lang = "panic_bounds"]
#[track_caller]
fn panic_bounds(index: usize, len: usize) -> ! {
    panic!("index out of bounds: the len is {} but the index is {}", len, index)
}

#[track_caller]
pub fn assert_failed<T, U>(op: &str, left: &T, right: &U, args: Option<fmt::Arguments<'_>>) -> !
where
    T: fmt::Debug + ?Sized,
    U: fmt::Debug + ?Sized,
{
    match args {
        Some(args) => panic!(
            "assertion `left {} right` failed: {}\n  left: {:?}\n right: {:?}",
            op, args, left, right
        ),
        None => panic!("assertion `left {} right` failed\n  left: {:?}\n right: {:?}", op, left, right),
    }
}

/// Runs a test that returns something. Of an error is said which, as libtest prints it beside its panic.
#[lang = "test_start"]
#[track_caller]
fn test_start<F: FnOnce() -> T, T: Termination>(test: F) -> i32 {
    let result = test();
    let error = result.shown_error();
    let code = match error {
        Some(_) => {
            drop(result);
            1
        }
        None => result.report().to_i32(),
    };
    crate::thread::run_local_destructors();
    if let Some(error) = error {
        panic!("the test returned an error: {error}");
    }
    if code != 0 {
        panic!("the test returned a termination value with a non-zero status code ({code}) which indicates a failure");
    }
    code
}

/// Runs a function of the program's whose result says nothing about how the program ends.
#[lang = "entry_start"]
fn entry_start<F: FnOnce() -> T, T>(entry: F) -> i32 {
    main_start(move || drop(entry()))
}

/// Runs `main`, then the main thread's thread-local destructors; the result is the exit code.
#[lang = "main_start"]
fn main_start<F: FnOnce() -> T, T: Termination>(main: F) -> i32 {
    let code = main().report().to_i32();
    crate::thread::run_local_destructors();
    code
}
