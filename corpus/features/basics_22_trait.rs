//@ no-bug

trait Animal {
    fn name(&self) -> String;

    fn speak(&self) -> String {
        format!("{} makes a sound", self.name())
    }
}

struct Dog;

struct Cat {
    lives: u8,
}

impl Animal for Dog {
    fn name(&self) -> String {
        "dog".to_string()
    }
}

impl Animal for Cat {
    fn name(&self) -> String {
        "cat".into()
    }

    fn speak(&self) -> String {
        format!("{} meows, {} lives", self.name(), self.lives)
    }
}

fn describe<A: Animal>(animal: &A) {
    println!("{}", animal.speak());
}

fn main() {
    describe(&Dog);
    describe(&Cat { lives: 9 });
}
