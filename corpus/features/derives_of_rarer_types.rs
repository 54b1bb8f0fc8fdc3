//@ no-bug
//@ source: derives whose fields are a context of a future (`futures-lite`), boxes of paths (`cc`), pointers to C
//@ source: functions (`redox_syscall`), and in a macro what a parameter's iterator gives (`itertools`)

#![allow(unpredictable_function_pointer_comparisons)]

use std::ffi::{CStr, CString, OsStr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::{Context, Waker};
use std::thread;

#[derive(Debug)]
#[allow(dead_code)]
struct Polled<'a, 'b> {
    context: &'a mut Context<'b>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Command {
    directory: Box<Path>,
    program: Box<OsStr>,
    name: Box<CStr>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Hash)]
struct Action {
    handler: extern "C" fn(usize) -> usize,
    restorer: Option<extern "C" fn()>,
}

extern "C" fn twice(n: usize) -> usize {
    2 * n
}

macro_rules! pairs {
    ($($Name:ident),*) => {$(
        #[derive(Clone, Debug)]
        #[allow(dead_code)]
        struct $Name<I: Iterator> {
            first: Option<I::Item>,
            rest: I,
        }
    )*};
}
pairs!(Pairs, Others);

fn main() {
    let mut context = Context::from_waker(Waker::noop());
    let polled = Polled { context: &mut context };
    assert!(format!("{polled:?}").starts_with("Polled { context: Context { waker: Waker { data: "));
    let command = Arc::new(Command {
        directory: PathBuf::from("/tmp").into_boxed_path(),
        program: OsStr::new("cc").into(),
        name: CString::new("cc").unwrap().into_boxed_c_str(),
    });
    let action = Action { handler: twice, restorer: None };
    let threads = [0, 1].map(|n| {
        let command = command.clone();
        thread::spawn(move || {
            assert_eq!(Command::clone(&command), *command);
            assert_eq!(action, action.clone());
            (action.handler)(n)
        })
    });
    assert_eq!(threads.map(|thread| thread.join().unwrap()), [0, 2]);
    assert!(format!("{action:?}").ends_with("restorer: None }"));
    let pairs = Pairs { first: Some(1), rest: 0..2 };
    assert_eq!(format!("{:?}", pairs.clone()), "Pairs { first: Some(1), rest: 0..2 }");
    assert_eq!(format!("{:?}", Others { first: None, rest: 0..1 }), "Others { first: None, rest: 0..1 }");
}
