//@ no-bug
//@ source: supertraits behind `dyn`: the same trait twice, as a where-clause, and with a bound of what it associates

use std::fmt::Debug;
use std::sync::mpsc;
use std::thread;

trait Handle<M> {
    fn handle(&mut self, message: M) -> usize;
    fn name(&self) -> String {
        std::any::type_name::<M>().to_string()
    }
}

trait Both: Handle<u32> + Handle<&'static str> + Send {}

#[derive(Default)]
struct Actor {
    seen: usize,
}

impl Handle<u32> for Actor {
    fn handle(&mut self, message: u32) -> usize {
        self.seen += message as usize;
        self.seen
    }
}

impl Handle<&'static str> for Actor {
    fn handle(&mut self, message: &'static str) -> usize {
        self.seen += message.len();
        self.seen
    }
}

impl Both for Actor {}

fn drive<A: Handle<u32> + Handle<&'static str> + ?Sized>(actor: &mut A) -> usize {
    actor.handle(1);
    actor.handle("ab")
}

/// Of one type twice where `T` is `u32`.
trait Either<T>: Handle<T>
where
    Self: Handle<u32>,
{
    fn first(&mut self, message: T) -> usize {
        self.handle(message)
    }
}

impl Either<&'static str> for Actor {}
impl Either<u32> for Actor {}

trait Fail: Debug {
    fn code(&self) -> i32 {
        1
    }
}

impl Fail for () {}

trait Run {
    type Error;
    fn run(&self) -> Result<u32, Self::Error>;
}

trait Task: Run<Error: Fail> {
    fn code(&self) -> i32 {
        self.run().err().map_or(0, |error| error.code())
    }
}

/// Cannot be shown.
struct Job(u32);

impl Run for Job {
    type Error = ();
    fn run(&self) -> Result<u32, ()> {
        self.0.checked_sub(1).ok_or(())
    }
}

impl Task for Job {}

fn main() {
    let mut actor: Box<dyn Both> = Box::<Actor>::default();
    println!("{} {}", actor.handle(3), actor.handle("four"));
    println!("{}", drive(&mut *actor));
    println!(
        "{} {}",
        Handle::<u32>::name(&*actor),
        <dyn Both as Handle<&str>>::name(&*actor)
    );

    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || receiver.iter().map(|n: u32| actor.handle(n)).last());
    sender.send(1).unwrap();
    drop(sender);
    println!("{:?}", worker.join().unwrap());

    let words: &mut dyn Either<&'static str> = &mut Actor::default();
    println!("{} {}", words.handle(2u32), words.first("abc"));
    let numbers: &mut dyn Either<u32> = &mut Actor::default();
    println!("{} {}", numbers.handle(2), numbers.first(3));
    let upcast: &mut dyn Handle<&'static str> = &mut Actor { seen: 9 } as &mut dyn Both;
    println!("{}", upcast.handle("x"));

    let tasks: [Box<dyn Task<Error = ()>>; 2] = [Box::new(Job(0)), Box::new(Job(8))];
    for task in &tasks {
        println!("{:?} {}", task.run(), task.code());
    }
}
