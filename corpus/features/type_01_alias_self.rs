//@ no-bug

use std::collections::HashMap;
use std::marker::PhantomData;

type Handlers<'a> = HashMap<&'static str, Vec<Box<dyn Fn(i32) -> i32 + 'a>>>;
type Res<T, E = String> = Result<T, E>;

#[derive(Default)]
struct Builder {
    name: Option<String>,
    size: usize,
}

impl Builder {
    fn new() -> Self {
        Self::default()
    }

    fn name(mut self, n: &str) -> Self {
        self.name = Some(n.to_owned());
        self
    }

    fn size(self, size: usize) -> Self {
        Self { size, ..self }
    }

    fn build(self) -> Res<String> {
        let name = self.name.ok_or_else(|| "no name".to_string())?;
        Ok(format!("{name}:{}", self.size))
    }
}

struct Meters;
struct Feet;

#[derive(Clone, Copy)]
struct Length<Unit> {
    value: f64,
    unit: PhantomData<Unit>,
}

impl<U> Length<U> {
    fn new(value: f64) -> Self {
        Length { value, unit: PhantomData }
    }
}

impl<U> std::ops::Add for Length<U> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Length::new(self.value + o.value)
    }
}

impl Length<Feet> {
    fn meters(&self) -> Length<Meters> {
        Length::new(self.value * 0.3048)
    }
}

struct Door<S> {
    state: S,
    opened: u32,
}
struct Open;
struct Closed {
    locked: bool,
}

impl Door<Closed> {
    fn open(self) -> Result<Door<Open>, Self> {
        if self.state.locked { Err(self) } else { Ok(Door { state: Open, opened: self.opened + 1 }) }
    }
}

impl Door<Open> {
    fn close(self, locked: bool) -> Door<Closed> {
        let Open = self.state;
        Door { state: Closed { locked }, opened: self.opened }
    }
}

fn main() {
    println!("{:?} {:?}", Builder::new().name("x").size(3).build(), Builder::new().build());
    let k = 10;
    let mut h: Handlers = HashMap::new();
    h.entry("f").or_default().push(Box::new(|x| x + k));
    h.entry("f").or_default().push(Box::new(|x| x * k));
    println!("{:?}", h["f"].iter().map(|f| f(2)).collect::<Vec<_>>());
    println!("{:.3}", (Length::<Feet>::new(10.0) + Length::new(5.0)).meters().value);
    let d = Door { state: Closed { locked: false }, opened: 0 };
    if let Ok(d) = d.open() {
        let d = d.close(true);
        match d.open() {
            Ok(_) => println!("open"),
            Err(d) => println!("locked after {}", d.opened),
        }
    }
}
