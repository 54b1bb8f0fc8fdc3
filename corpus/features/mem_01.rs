//@ no-bug

use std::mem;

struct D(&'static str);

impl Drop for D {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

enum State {
    Idle,
    Busy(String),
}

fn step(s: &mut State) {
    *s = match mem::replace(s, State::Idle) {
        State::Idle => State::Busy("working".into()),
        State::Busy(mut t) => {
            t.push('!');
            State::Busy(t)
        }
    };
}

fn main() {
    let (mut a, mut b) = (String::from("a"), String::from("b"));
    mem::swap(&mut a, &mut b);
    println!("{a} {b}");
    println!("{} {}", mem::replace(&mut a, "new".to_string()), a);
    let mut v = vec![1, 2];
    let taken = mem::take(&mut v);
    println!("{:?} {:?}", taken, v);
    let d = D("explicit");
    drop(d);
    mem::forget(D("forgotten"));
    let m = mem::ManuallyDrop::new(D("manual"));
    println!("{}", m.0);
    let mut s = State::Idle;
    step(&mut s);
    step(&mut s);
    if let State::Busy(t) = &s {
        println!("{t}");
    }
    println!("{} {} {}", mem::size_of::<u32>(), mem::size_of::<[u16; 3]>(), mem::align_of::<u64>());
    println!("{}", mem::discriminant(&State::Idle) == mem::discriminant(&s));
    println!("{}", mem::needs_drop::<D>());
    let mut o = Some(D("in option"));
    let inner = o.take();
    println!("{} {}", o.is_none(), inner.is_some());
    let old = mem::replace(&mut o, Some(D("replacement")));
    println!("{}", old.is_none());
    println!("end");
}
