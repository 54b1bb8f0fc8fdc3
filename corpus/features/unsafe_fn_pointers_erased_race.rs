//@ bug: data-race
//@ source: two jobs bump one counter, through a function whose pointer was transmuted
type Cb = fn(*mut u8);
struct Counter {
    pad: u8,
    n: u64,
    tail: u16,
}
fn bump(c: *mut Counter) {
    unsafe { (*c).n += 1 }
}
struct Job {
    f: Cb,
    data: *mut u8,
}
unsafe impl Send for Job {}
impl Job {
    fn run(self) {
        (self.f)(self.data)
    }
}
fn main() {
    let mut c = Counter {
        pad: 0,
        n: 0,
        tail: 0,
    };
    let p = &raw mut c as *mut u8;
    let mk = || Job {
        f: unsafe { std::mem::transmute(bump as fn(*mut Counter)) },
        data: p,
    };
    let (a, b) = (mk(), mk());
    let t = std::thread::spawn(move || a.run());
    b.run();
    t.join().unwrap();
    println!("{} {}", c.n, c.pad as u16 + c.tail)
}
