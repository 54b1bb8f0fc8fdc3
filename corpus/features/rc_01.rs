//@ no-bug

use std::cell::RefCell;
use std::rc::{Rc, Weak};

struct Node {
    name: &'static str,
    parent: RefCell<Weak<Node>>,
    children: RefCell<Vec<Rc<Node>>>,
}

impl Node {
    fn new(name: &'static str) -> Rc<Node> {
        Rc::new(Node { name, parent: RefCell::new(Weak::new()), children: RefCell::default() })
    }

    fn adopt(self: &Rc<Self>, child: Rc<Node>) {
        *child.parent.borrow_mut() = Rc::downgrade(self);
        self.children.borrow_mut().push(child);
    }

    fn path(&self) -> String {
        match self.parent.borrow().upgrade() {
            Some(p) => format!("{}/{}", p.path(), self.name),
            None => self.name.to_string(),
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        println!("drop {}", self.name);
    }
}

fn main() {
    let a = Rc::new(5);
    let b = Rc::clone(&a);
    println!("{} {} {}", a, Rc::strong_count(&a), Rc::ptr_eq(&a, &b));
    drop(b);
    println!("{:?}", Rc::try_unwrap(a));
    let mut m = Rc::new(vec![1]);
    Rc::make_mut(&mut m).push(2);
    let shared = m.clone();
    Rc::make_mut(&mut m).push(3);
    println!("{:?} {:?}", m, shared);
    println!("{}", Rc::get_mut(&mut m).is_some());

    let root = Node::new("root");
    let leaf = Node::new("leaf");
    root.adopt(leaf.clone());
    root.adopt(Node::new("other"));
    println!("{} {}", leaf.path(), root.children.borrow().len());
    println!("{} {}", Rc::strong_count(&leaf), Rc::weak_count(&root));
    let weak = Rc::downgrade(&root);
    drop(root);
    println!("{} {}", weak.upgrade().is_none(), leaf.path());
    drop(leaf);

    let d: Rc<dyn Fn(i32) -> i32> = Rc::new(|x| x + 1);
    println!("{}", d(1));
    let s: Rc<str> = Rc::from("shared");
    println!("{} {}", s, s.len());
    let cell = Rc::new(RefCell::new(1));
    let other = Rc::clone(&cell);
    *other.borrow_mut() += 1;
    println!("{:?} {}", cell, cell.borrow());
    println!("{:?}", Rc::into_inner(cell).is_none());
    let cyc = Rc::new_cyclic(|me: &Weak<(u8, Weak<()>)>| {
        println!("{}", me.upgrade().is_none());
        (1, Weak::new())
    });
    println!("{}", cyc.0);
}
