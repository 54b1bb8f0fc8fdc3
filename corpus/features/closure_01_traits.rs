//@ no-bug

fn call<F: Fn() -> i32>(f: F) -> i32 {
    f() + f()
}

fn call_mut<F: FnMut(i32)>(mut f: F) {
    for i in 0..3 {
        f(i);
    }
}

fn call_once<F, R>(f: F) -> R
where
    F: FnOnce() -> R,
{
    f()
}

fn by_ref(f: &dyn Fn(i32) -> i32) -> i32 {
    f(3)
}

fn by_mut_ref(f: &mut dyn FnMut()) {
    f();
    f();
}

fn make_counter() -> impl FnMut() -> u32 {
    let mut n = 0;
    move || {
        n += 1;
        n
    }
}

fn make_boxed(op: char) -> Box<dyn Fn(i32, i32) -> i32> {
    match op {
        '+' => Box::new(|a, b| a + b),
        '-' => Box::new(|a, b| a - b),
        _ => Box::new(|_, _| 0),
    }
}

fn consume(f: Box<dyn FnOnce() -> String>) -> String {
    f()
}

struct Button<'a> {
    handlers: Vec<Box<dyn FnMut(&str) -> bool + 'a>>,
}

impl<'a> Button<'a> {
    fn on(&mut self, f: impl FnMut(&str) -> bool + 'a) -> &mut Self {
        self.handlers.push(Box::new(f));
        self
    }

    fn fire(&mut self, what: &str) -> usize {
        self.handlers.iter_mut().map(|h| h(what)).filter(|handled| *handled).count()
    }
}

fn main() {
    let k = 20;
    println!("{}", call(|| k + 1));
    let mut seen = vec![];
    call_mut(|i| seen.push(i * i));
    println!("{:?}", seen);
    let s = String::from("owned");
    println!("{}", call_once(move || s + "!"));
    println!("{}", by_ref(&|x| x * k));
    let mut n = 0;
    by_mut_ref(&mut || n += 5);
    println!("{n}");
    let mut c = make_counter();
    let mut d = make_counter();
    println!("{} {} {}", c(), c(), d());
    println!("{} {}", make_boxed('+')(2, 3), make_boxed('-')(2, 3));
    let t = "text".to_string();
    println!("{}", consume(Box::new(move || t.to_uppercase())));
    let mut log = String::new();
    let mut fired = 0;
    {
        let mut b = Button { handlers: Vec::new() };
        b.on(|w| {
            log.push_str(w);
            true
        })
        .on(|w| {
            fired += 1;
            w.len() > 2
        });
        println!("{} {}", b.fire("hi"), b.fire("there"));
    }
    println!("{log} {fired}");
}
