//@ no-bug
//@ source: The Rust Programming Language, chapter 15: Box lists, Deref, Drop, Rc and RefCell, a mock object, a tree with weak parents, a cycle that leaks

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::rc::{Rc, Weak};

#[derive(Debug)]
enum List {
    Cons(Rc<RefCell<i32>>, Rc<List>),
    Nil,
}
use List::{Cons, Nil};

struct MyBox<T>(T);
impl<T> MyBox<T> {
    fn new(x: T) -> MyBox<T> {
        MyBox(x)
    }
}
impl<T> Deref for MyBox<T> {
    type Target = T;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}
impl<T> DerefMut for MyBox<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

struct CustomSmartPointer {
    data: String,
}
impl Drop for CustomSmartPointer {
    fn drop(&mut self) {
        println!("Dropping CustomSmartPointer with data `{}`!", self.data);
    }
}

trait Messenger {
    fn send(&self, msg: &str);
}

struct LimitTracker<'a, T: Messenger> {
    messenger: &'a T,
    value: usize,
    max: usize,
}

impl<'a, T> LimitTracker<'a, T>
where
    T: Messenger,
{
    fn set_value(&mut self, value: usize) {
        self.value = value;
        let percentage_of_max = self.value as f64 / self.max as f64;
        if percentage_of_max >= 1.0 {
            self.messenger.send("Error: You are over your quota!");
        } else if percentage_of_max >= 0.9 {
            self.messenger.send("Urgent warning: You've used up over 90% of your quota!");
        } else if percentage_of_max >= 0.75 {
            self.messenger.send("Warning: You've used up over 75% of your quota!");
        }
    }
}

struct MockMessenger {
    sent_messages: RefCell<Vec<String>>,
}
impl Messenger for MockMessenger {
    fn send(&self, message: &str) {
        self.sent_messages.borrow_mut().push(String::from(message));
    }
}

#[derive(Debug)]
struct Node {
    value: i32,
    parent: RefCell<Weak<Node>>,
    children: RefCell<Vec<Rc<Node>>>,
}

#[derive(Debug)]
struct Ring {
    next: RefCell<Option<Rc<Ring>>>,
}

fn hello(name: &str) {
    println!("Hello, {name}!");
}

fn main() {
    let value = Rc::new(RefCell::new(5));
    let a = Rc::new(Cons(Rc::clone(&value), Rc::new(Nil)));
    let b = Cons(Rc::new(RefCell::new(3)), Rc::clone(&a));
    let c = Cons(Rc::new(RefCell::new(4)), Rc::clone(&a));
    *value.borrow_mut() += 10;
    println!("{a:?}\n{b:?}\n{c:?}");

    let mut m = MyBox::new(String::from("Rust"));
    hello(&m);
    m.push_str("acean");
    hello(&m);

    let c = CustomSmartPointer { data: String::from("my stuff") };
    let _d = CustomSmartPointer { data: String::from("other stuff") };
    drop(c);

    let mock = MockMessenger { sent_messages: RefCell::new(vec![]) };
    let mut tracker = LimitTracker { messenger: &mock, value: 0, max: 100 };
    tracker.set_value(80);
    tracker.set_value(95);
    println!("{:?}", mock.sent_messages.borrow());

    let leaf = Rc::new(Node { value: 3, parent: RefCell::new(Weak::new()), children: RefCell::new(vec![]) });
    println!("leaf parent = {:?}", leaf.parent.borrow().upgrade());
    {
        let branch = Rc::new(Node {
            value: 5,
            parent: RefCell::new(Weak::new()),
            children: RefCell::new(vec![Rc::clone(&leaf)]),
        });
        *leaf.parent.borrow_mut() = Rc::downgrade(&branch);
        println!("leaf parent = {:?}", leaf.parent.borrow().upgrade());
        println!("branch {} {}", Rc::strong_count(&branch), Rc::weak_count(&branch));
        println!("{}", branch.children.borrow().iter().map(|n| n.value).sum::<i32>() + branch.value);
    }
    println!("{:?} {} {}", leaf.parent.borrow().upgrade().map(|p| p.value), Rc::strong_count(&leaf), Rc::weak_count(&leaf));
    let first = Rc::new(Ring { next: RefCell::new(None) });
    let second = Rc::new(Ring { next: RefCell::new(Some(first.clone())) });
    if let Some(link) = second.next.borrow().as_ref() {
        *link.next.borrow_mut() = Some(second.clone());
    }
    println!("{} {}", Rc::strong_count(&first), Rc::strong_count(&second));
}
