//@ no-bug
//@ args: --child-panic propagate
//@ source: threads, scopes, thread-locals and time against native ones

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

struct Noisy(&'static str);
impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {} in {:?}", self.0, thread::current().name());
    }
}
thread_local! {
    static COUNT: Cell<u32> = const { Cell::new(1) };
    static LIST: RefCell<Vec<i32>> = RefCell::new(vec![7]);
    static FIRST: Noisy = Noisy("first");
    static SECOND: Noisy = Noisy("second");
}

fn main() {
    println!("{:?} {:?}", thread::current().name(), thread::current().id() == thread::current().id());
    let h = thread::Builder::new().name("worker".into()).spawn(|| {
        COUNT.with(|c| c.set(c.get() + 10));
        LIST.with_borrow_mut(|l| l.push(8));
        SECOND.with(|s| println!("using {}", s.0));
        FIRST.with(|s| println!("using {}", s.0));
        (COUNT.get(), LIST.take(), thread::current().name().map(String::from))
    });
    let h = h.unwrap();
    let name = h.thread().name().map(String::from);
    println!("{:?}", h.join().unwrap());
    println!("{:?}", name);
    println!("{} {:?}", COUNT.replace(5), LIST.with(|l| l.borrow().len()));
    COUNT.set(3);
    println!("{}", COUNT.get());

    let total = AtomicUsize::new(0);
    let mut data = vec![1, 2, 3, 4];
    let sums = thread::scope(|s| {
        let (left, right) = data.split_at_mut(2);
        let a = s.spawn(|| {
            left[0] = 10;
            total.fetch_add(1, Ordering::SeqCst);
            left.iter().sum::<i32>()
        });
        s.spawn(|| {
            right[1] = 40;
            total.fetch_add(1, Ordering::SeqCst);
        });
        a.join().unwrap()
    });
    println!("{sums} {:?} {}", data, total.load(Ordering::SeqCst));
    let r = std::panic::catch_unwind(|| {
        thread::scope(|s| {
            s.spawn(|| panic!("in a scoped thread"));
        })
    });
    println!("{:?}", r.unwrap_err().downcast_ref::<&str>());
    let text = String::from("x");
    let r = thread::scope(|s| s.spawn(|| if true { panic!("taken {}", text.len()) }).join());
    println!("{:?}", r.unwrap_err().downcast_ref::<String>());
    let h = thread::spawn(|| {
        thread::park();
        "unparked"
    });
    h.thread().unpark();
    println!("{}", h.join().unwrap());
    thread::park_timeout(Duration::from_millis(1));
    let start = Instant::now();
    thread::sleep(Duration::from_millis(20));
    println!("{}", start.elapsed() >= Duration::from_millis(20));
    println!("{}", start + Duration::from_secs(1) > start);
    let hs: Vec<_> = (0..3).map(|i| thread::spawn(move || i * i)).collect();
    println!("{:?}", hs.into_iter().map(|h| h.join().unwrap()).collect::<Vec<_>>());
    thread::yield_now();
    println!("{} {}", thread::panicking(), thread::available_parallelism().is_ok());

    let d = Duration::new(1, 500_000_000);
    println!("{:?} {:?} {:?} {:?}", d, d * 2, d / 4, d + Duration::from_micros(7));
    println!("{:?} {:?} {:?}", Duration::from_millis(1500), Duration::from_nanos(42), Duration::from_micros(3));
    println!("{:.1?} {:.3?} {:>10?}|{:<10?}|", Duration::from_millis(1250), Duration::from_nanos(1_234_567), Duration::from_secs(2), Duration::ZERO);
    println!("{} {} {} {}", d.as_secs(), d.as_millis(), d.subsec_nanos(), d.as_secs_f64());
    println!("{:?} {:?} {:?}", d.checked_sub(Duration::from_secs(2)), d.saturating_sub(Duration::from_secs(2)), d.abs_diff(Duration::from_secs(2)));
    println!("{:?} {:?}", Duration::from_secs_f32(0.5), Duration::try_from_secs_f64(-1.0).unwrap_err().to_string());
    println!("{:?} {:?}", d.mul_f64(1.5), [d, d].iter().sum::<Duration>());
    println!("{:?} {}", Duration::MAX.checked_add(d), d > Duration::from_secs(1));
    println!("{:?}", std::env::args().count());
    println!("{:?}", std::env::var("VSCHECK_NO_SUCH_VARIABLE"));
}
