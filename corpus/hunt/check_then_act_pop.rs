//@ bug: panic
//@ message: "popped from an empty stack"
//@ first-bug-executions: 2
//@ source: is_empty and pop in two lock sections

use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 2;

struct Stack<T>(Mutex<Vec<T>>);

impl<T> Stack<T> {
    fn is_empty(&self) -> bool {
        self.0.lock().unwrap().is_empty()
    }

    fn pop(&self) -> Option<T> {
        self.0.lock().unwrap().pop()
    }
}

fn main() {
    let stack = Arc::new(Stack(Mutex::new(vec!["only"])));
    let handles: Vec<thread::JoinHandle<()>> = (0..N)
        .map(|_| {
            let stack = Arc::clone(&stack);
            thread::spawn(move || {
                if !stack.is_empty() {
                    let item = stack.pop().expect("popped from an empty stack");
                    assert_eq!(item, "only");
                }
            })
        })
        .collect();
    for h in handles {
        h.join().unwrap();
    }
}
