//@ no-bug
//@ source: an executor of one thread with a hand-made RawWaker; another thread completes the future

use std::future::Future;
use std::pin::{pin, Pin};
use std::sync::atomic::{AtomicUsize, Ordering::*};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, RawWaker, RawWakerVTable, Waker};
use std::thread::{self, Thread};

struct Unparker {
    thread: Thread,
    refs: AtomicUsize,
}

static VTABLE: RawWakerVTable = RawWakerVTable::new(clone, wake, wake_by_ref, drop_waker);

unsafe fn clone(data: *const ()) -> RawWaker {
    unsafe { &*data.cast::<Unparker>() }
        .refs
        .fetch_add(1, Relaxed);
    RawWaker::new(data, &VTABLE)
}
unsafe fn wake(data: *const ()) {
    unsafe {
        wake_by_ref(data);
        drop_waker(data);
    }
}
unsafe fn wake_by_ref(data: *const ()) {
    unsafe { &*data.cast::<Unparker>() }.thread.unpark();
}
unsafe fn drop_waker(data: *const ()) {
    let unparker = data.cast::<Unparker>().cast_mut();
    if unsafe { &*unparker }.refs.fetch_sub(1, AcqRel) == 1 {
        drop(unsafe { Box::from_raw(unparker) });
    }
}

fn block_on<F: Future>(future: F) -> F::Output {
    let data = Box::into_raw(Box::new(Unparker {
        thread: thread::current(),
        refs: AtomicUsize::new(1),
    }));
    let waker = unsafe { Waker::from_raw(RawWaker::new(data.cast(), &VTABLE)) };
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => thread::park(),
        }
    }
}

#[derive(Default)]
struct State {
    value: Option<u32>,
    waker: Option<Waker>,
}

struct Receive(Arc<Mutex<State>>);

impl Future for Receive {
    type Output = u32;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u32> {
        let mut state = self.0.lock().unwrap();
        match state.value.take() {
            Some(value) => Poll::Ready(value),
            None => {
                state.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}

fn main() {
    let state = Arc::new(Mutex::new(State::default()));
    let sender = {
        let state = state.clone();
        thread::spawn(move || {
            let waker = {
                let mut state = state.lock().unwrap();
                state.value = Some(5);
                state.waker.take()
            };
            if let Some(waker) = waker {
                waker.wake();
            }
        })
    };
    let got = block_on(async { Receive(state).await + 1 });
    assert_eq!(got, 6);
    sender.join().unwrap();
}
