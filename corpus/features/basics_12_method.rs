//@ no-bug

struct Counter {
    count: u32,
    step: u32,
}

impl Counter {
    const START: u32 = 100;

    fn new(step: u32) -> Self {
        Self { count: Self::START, step }
    }

    fn get(&self) -> u32 {
        self.count
    }

    fn bump(&mut self) -> &mut Self {
        self.count += self.step;
        self
    }

    fn into_inner(self) -> u32 {
        self.count
    }
}

fn main() {
    let mut c = Counter::new(5);
    c.bump().bump();
    Counter::bump(&mut c);
    println!("{} {}", c.get(), Counter::get(&c));
    println!("{}", c.into_inner());
    println!("{}", Counter::START);
}
