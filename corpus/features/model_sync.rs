//@ no-bug
//@ args: --child-panic propagate
//@ source: locks, once cells, channels and barriers: results, errors and messages against native ones

use std::sync::atomic::*;
use std::sync::mpsc::{self, RecvTimeoutError, TryRecvError, TrySendError};
use std::sync::*;
use std::thread;
use std::time::Duration;

struct Noisy(&'static str);
impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

fn main() {
    let m = Arc::new(Mutex::new(1));
    {
        let mut g = m.lock().unwrap();
        *g += 1;
        println!("{:?} {} {:?} {:?}", g, g, m.try_lock().is_err(), m);
    }
    println!("{:?} {:?} {}", m.try_lock().map(|g| *g).unwrap(), m, m.is_poisoned());
    let m2 = m.clone();
    let r = thread::spawn(move || {
        let _g = m2.lock().unwrap();
        panic!("poison");
    })
    .join();
    println!("{:?} {}", r.unwrap_err().downcast_ref::<&str>(), m.is_poisoned());
    match m.lock() {
        Ok(_) => println!("not poisoned"),
        Err(e) => println!("{} {:?} {}", e, e, *e.get_ref()),
    }
    println!("{:?} {:?}", m.try_lock().is_err(), m);
    m.clear_poison();
    println!("{:?}", m.lock().map(|g| *g).ok());
    let mut own = Mutex::new(vec![1]);
    own.get_mut().unwrap().push(2);
    println!("{:?}", own.into_inner().unwrap());

    let rw = RwLock::new(5);
    {
        let a = rw.read().unwrap();
        let b = rw.read().unwrap();
        println!("{} {} {:?} {:?}", *a + *b, rw.try_read().is_ok(), rw.try_write().is_err(), rw);
    }
    *rw.write().unwrap() += 1;
    println!("{:?} {:?}", rw, rw.try_write().map(|g| *g).ok());

    let once = Once::new();
    for _ in 0..2 {
        once.call_once(|| println!("once"));
    }
    println!("{} {:?}", once.is_completed(), std::panic::catch_unwind(|| {
        let bad = Once::new();
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| bad.call_once(|| panic!("in once"))));
        bad.call_once_force(|s| println!("forced {}", s.is_poisoned()));
        bad.is_completed()
    }).ok());
    static CELL: OnceLock<String> = OnceLock::new();
    println!("{:?} {} {:?} {:?}", CELL.get(), CELL.get_or_init(|| "init".into()), CELL.set("no".into()), CELL);
    static LAZY: LazyLock<Vec<i32>> = LazyLock::new(|| {
        println!("lazy");
        vec![1, 2]
    });
    println!("{} {:?}", LAZY.len(), *LAZY);
    let bad: LazyLock<i32> = LazyLock::new(|| panic!("lazy panics"));
    for _ in 0..2 {
        let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| *bad));
        println!("{:?}", r.unwrap_err().downcast_ref::<&str>());
    }

    let (tx, rx) = mpsc::channel();
    println!("{:?}", rx.try_recv() == Err(TryRecvError::Empty));
    tx.send(1).unwrap();
    let tx2 = tx.clone();
    thread::spawn(move || {
        for i in 2..5 {
            tx2.send(i).unwrap();
        }
    })
    .join()
    .unwrap();
    println!("{:?} {:?}", rx.recv(), rx.try_recv());
    println!("{:?}", rx.try_iter().collect::<Vec<_>>());
    drop(tx);
    println!("{:?} {:?} {}", rx.recv(), rx.try_recv(), rx.recv().unwrap_err());
    println!("{:?}", rx.recv_timeout(Duration::from_millis(1)) == Err(RecvTimeoutError::Disconnected));
    let (tx, rx) = mpsc::sync_channel(1);
    println!("{:?} {:?}", tx.try_send(Noisy("a")).is_ok(), matches!(tx.try_send(Noisy("b")), Err(TrySendError::Full(_))));
    drop(rx);
    println!("receiver gone");
    match tx.send(Noisy("c")) {
        Err(e) => println!("{} {:?}", e, e),
        Ok(()) => println!("sent"),
    }
    let (tx, rx) = mpsc::channel();
    let h = thread::spawn(move || rx.into_iter().map(|x: i32| x * 2).collect::<Vec<_>>());
    for i in 0..4 {
        tx.send(i).unwrap();
    }
    drop(tx);
    println!("{:?}", h.join().unwrap());

    let barrier = Arc::new(Barrier::new(2));
    let b2 = Arc::clone(&barrier);
    let h = thread::spawn(move || b2.wait().is_leader());
    let mine = barrier.wait().is_leader();
    println!("{}", mine != h.join().unwrap());

    let pair = Arc::new((Mutex::new(false), Condvar::new()));
    let p2 = pair.clone();
    let h = thread::spawn(move || {
        *p2.0.lock().unwrap() = true;
        p2.1.notify_one();
    });
    let g = pair.1.wait_while(pair.0.lock().unwrap(), |ready| !*ready).unwrap();
    println!("{}", *g);
    drop(g);
    h.join().unwrap();
    let (g, t) = pair.1.wait_timeout(pair.0.lock().unwrap(), Duration::from_millis(5)).unwrap();
    println!("{} {:?}", *g, t.timed_out());
    drop(g);
    let (g, t) = pair.1.wait_timeout_while(pair.0.lock().unwrap(), Duration::from_millis(5), |r| !*r).unwrap();
    println!("{} {:?}", *g, t);
    drop(g);

    let a = AtomicI32::new(5);
    println!("{} {} {}", a.fetch_add(1, Ordering::SeqCst), a.fetch_sub(2, Ordering::Relaxed), a.swap(10, Ordering::AcqRel));
    println!("{:?} {:?}", a.compare_exchange(10, 11, Ordering::SeqCst, Ordering::Relaxed), a.compare_exchange(10, 12, Ordering::SeqCst, Ordering::Relaxed));
    println!("{} {} {} {}", a.fetch_max(20, Ordering::SeqCst), a.fetch_min(3, Ordering::SeqCst), a.fetch_and(1, Ordering::SeqCst), a.fetch_or(6, Ordering::SeqCst));
    println!("{} {} {:?}", a.fetch_xor(1, Ordering::SeqCst), a.fetch_nand(2, Ordering::SeqCst), a);
    println!("{:?} {:?}", a.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |x| Some(x * 2)), a.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |_| None));
    let b = AtomicBool::new(true);
    println!("{} {} {} {}", b.fetch_and(false, Ordering::SeqCst), b.load(Ordering::SeqCst), b.fetch_not(Ordering::SeqCst), b.into_inner());
    let p = AtomicPtr::new(Box::into_raw(Box::new(4)));
    println!("{} {}", unsafe { *p.load(Ordering::SeqCst) }, p.load(Ordering::SeqCst).is_null());
    drop(unsafe { Box::from_raw(p.into_inner()) });
    println!("{} {}", AtomicU8::new(255).fetch_add(2, Ordering::SeqCst), AtomicU64::default().into_inner());
    fence(Ordering::SeqCst);
}
