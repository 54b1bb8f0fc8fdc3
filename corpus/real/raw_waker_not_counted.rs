//@ bug: undefined-behavior
//@ source: a RawWaker whose clone does not count: it is dropped twice

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, RawWaker, RawWakerVTable, Waker};
use std::thread;

type Slot = Arc<Mutex<(bool, Option<Waker>)>>;

static VTABLE: RawWakerVTable = RawWakerVTable::new(
    |data| RawWaker::new(data, &VTABLE),
    |data| unsafe { Arc::from_raw(data as *const thread::Thread).unpark() },
    |data| unsafe { (*(data as *const thread::Thread)).unpark() },
    |data| unsafe { drop(Arc::from_raw(data as *const thread::Thread)) },
);

struct Flag(Slot);
impl Future for Flag {
    type Output = ();
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut slot = self.0.lock().unwrap();
        if slot.0 {
            return Poll::Ready(());
        }
        slot.1 = Some(cx.waker().clone());
        Poll::Pending
    }
}

fn main() {
    let slot = Slot::default();
    let other = slot.clone();
    let t = thread::spawn(move || {
        let waker = {
            let mut slot = other.lock().unwrap();
            slot.0 = true;
            slot.1.take()
        };
        waker.map(Waker::wake);
    });
    let data = Arc::into_raw(Arc::new(thread::current()));
    let waker = unsafe { Waker::from_raw(RawWaker::new(data.cast(), &VTABLE)) };
    let mut future = Box::pin(Flag(slot));
    while future
        .as_mut()
        .poll(&mut Context::from_waker(&waker))
        .is_pending()
    {
        thread::park();
    }
    drop(waker);
    t.join().unwrap();
}
