//@ no-bug

use std::cell::{Cell, OnceCell, RefCell};

struct Account {
    balance: Cell<i32>,
    log: RefCell<Vec<String>>,
    name: OnceCell<String>,
}

impl Account {
    fn deposit(&self, n: i32) {
        self.balance.set(self.balance.get() + n);
        self.log.borrow_mut().push(format!("+{n}"));
    }

    fn name(&self) -> &str {
        self.name.get_or_init(|| {
            println!("naming");
            "acc".to_string()
        })
    }
}

fn main() {
    let a = Account { balance: Cell::new(10), log: RefCell::new(vec![]), name: OnceCell::new() };
    a.deposit(5);
    a.deposit(6);
    println!("{} {:?}", a.balance.get(), a.log.borrow());
    println!("{} {}", a.name(), a.name());
    println!("{} {}", a.balance.replace(1), a.balance.take());
    let c = Cell::new(3);
    let d = Cell::new(4);
    c.swap(&d);
    println!("{} {:?} {}", c.get(), d, c.into_inner());
    {
        let r1 = a.log.borrow();
        let r2 = a.log.borrow();
        println!("{} {}", r1.len() + r2.len(), a.log.try_borrow_mut().is_err());
    }
    {
        let mut w = a.log.borrow_mut();
        w.clear();
        println!("{}", a.log.try_borrow().is_err());
    }
    println!("{}", a.log.try_borrow().is_ok());
    println!("{:?}", a.log.replace(vec!["new".into()]));
    {
        let first = std::cell::Ref::map(a.log.borrow(), |v| &v[0]);
        println!("{}", *first);
    }
    *a.log.borrow_mut() = Vec::new();
    println!("{:?}", a.log);
    println!("{:?}", a.log.take());
    let mut owned = RefCell::new(1);
    *owned.get_mut() += 1;
    println!("{} {:?}", owned.into_inner(), a.name.get());
    println!("{:?}", a.name.set("again".into()).is_err());
}
