//@ no-bug

use std::fmt::Display;
use std::thread;

trait Shows<T: Default + Display>: Sync {
    fn show(&self) -> String {
        format!("{:?}", T::default().to_string())
    }
}

trait Both<T: Default + Display>: Shows<i32> + Shows<T> {}

struct One;
impl Shows<i32> for One {}
impl Both<i32> for One {}

struct Two;
impl Shows<i32> for Two {}
impl Shows<bool> for Two {}
impl Both<bool> for Two {}

fn numbers(shown: &dyn Both<i32>) -> String {
    (shown as &dyn Shows<i32>).show()
}

fn each(shown: &dyn Both<bool>) -> String {
    let (number, truth): (&dyn Shows<i32>, &dyn Shows<bool>) = (shown, shown);
    number.show() + &truth.show()
}

fn main() {
    println!("{}", numbers(&One));
    thread::scope(|s| {
        s.spawn(|| println!("{}", each(&Two)));
    });
}
