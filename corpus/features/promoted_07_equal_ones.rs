//@ no-bug
//@ source: references to equal constants are equal, wherever these stand: tables of functions are compared by address, as `Waker::will_wake` does; statics and what may change stay apart

use std::cell::Cell;
use std::ptr;
use std::sync::Arc;
use std::task::{RawWaker, RawWakerVTable, Wake, Waker};
use std::thread;

struct Nobody;
impl Wake for Nobody {
    fn wake(self: Arc<Self>) {}
}

const TABLE: RawWakerVTable = RawWakerVTable::new(clone, nothing, nothing, nothing);

unsafe fn clone(data: *const ()) -> RawWaker {
    RawWaker::new(data, &TABLE)
}
unsafe fn nothing(_: *const ()) {}

struct Table<T: 'static> {
    run: fn(T) -> T,
    name: &'static str,
    limits: &'static [u32],
}

fn same<T>(x: T) -> T {
    x
}

fn inline() -> &'static Table<u32> {
    &Table { run: same, name: "same", limits: &[1, 2] }
}

fn inline_again() -> &'static Table<u32> {
    &Table { run: same, name: "same", limits: &[1, 2] }
}

fn other() -> &'static Table<u32> {
    &Table { run: same, name: "same", limits: &[1, 3] }
}

trait Tabled: Sized + 'static {
    const TABLE: Table<Self> = Table { run: same, name: "generic", limits: &[] };
    fn here() -> &'static Table<Self> {
        &Self::TABLE
    }
    fn there() -> &'static Table<Self> {
        let table = &Self::TABLE;
        table
    }
}
impl Tabled for u32 {}
impl Tabled for i32 {}

static FIRST: u32 = 5;
static SECOND: u32 = 5;

struct Counter(Cell<u32>);
const COUNTER: Counter = Counter(Cell::new(0));

fn main() {
    let waker: Waker = Arc::new(Nobody).into();
    assert!(waker.will_wake(&waker.clone()));
    let waker = unsafe { Waker::from_raw(RawWaker::new(ptr::null(), &TABLE)) };
    assert!(waker.will_wake(&waker.clone()));

    let address = thread::spawn(|| inline() as *const Table<u32> as usize).join().unwrap();
    assert_eq!(address, inline_again() as *const Table<u32> as usize);
    assert!(!ptr::eq(inline(), other()));
    assert!(ptr::eq(u32::here(), u32::there()));
    assert!(ptr::eq(i32::here(), i32::there()));
    assert!((inline().run)(3) == 3 && u32::here().name == "generic" && other().limits[1] == 3);

    assert!(!ptr::eq(&FIRST, &SECOND));
    let (one, two) = (&COUNTER, &COUNTER);
    one.0.set(1);
    assert_eq!(two.0.get(), 0);
    println!("{}", i32::here().limits.len());
}
