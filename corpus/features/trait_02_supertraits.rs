//@ no-bug

use std::fmt::{self, Debug, Display};

trait Named {
    fn name(&self) -> String;
}

trait Greeter: Named {
    fn greet(&self) -> String {
        format!("hello, {}", self.name())
    }
}

trait Loud: Greeter + Debug {
    fn shout(&self) -> String {
        format!("{}! {:?}", self.greet().to_uppercase(), self)
    }
}

#[derive(Debug)]
struct Bob;

impl Named for Bob {
    fn name(&self) -> String {
        "bob".into()
    }
}
impl Greeter for Bob {}
impl Loud for Bob {}

struct Meters(f64);

impl Display for Meters {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}m", self.0)
    }
}

trait Left {
    fn id(&self) -> u8;
}
trait Right {
    fn id(&self) -> u8;
}

struct Both;

impl Left for Both {
    fn id(&self) -> u8 {
        1
    }
}
impl Right for Both {
    fn id(&self) -> u8 {
        2
    }
}
impl Both {
    fn id(&self) -> u8 {
        3
    }
}

trait Make {
    fn make() -> Self;
    fn twice() -> (Self, Self)
    where
        Self: Sized,
    {
        (Self::make(), Self::make())
    }
}

impl Make for i32 {
    fn make() -> i32 {
        7
    }
}

impl Make for String {
    fn make() -> String {
        "seven".to_string()
    }
}

trait Ext {
    fn double(&self) -> Self;
}

impl Ext for u32 {
    fn double(&self) -> u32 {
        self * 2
    }
}

impl<T: Clone> Ext for Vec<T> {
    fn double(&self) -> Vec<T> {
        let mut v = self.clone();
        v.extend(self.iter().cloned());
        v
    }
}

fn main() {
    let l: &dyn Loud = &Bob;
    println!("{} {} {}", l.name(), l.greet(), l.shout());
    println!("{} {}", Meters(1.5), Meters(2.0).to_string());
    let b = Both;
    println!("{} {} {}", b.id(), Left::id(&b), <Both as Right>::id(&b));
    let x: i32 = Make::make();
    let s = String::make();
    println!("{x} {s} {:?}", i32::twice());
    println!("{} {:?}", 21u32.double(), vec![1, 2].double());
}
