//@ no-bug
//@ source: as guard_while_let, with the pop in a function of its own

use std::sync::Mutex;

fn pop(queue: &Mutex<Vec<u32>>) -> Option<u32> {
    let mut q = queue.lock().unwrap();
    q.pop()
}

fn main() {
    let queue = Mutex::new(vec![3]);
    let mut rounds = 0;
    while let Some(n) = pop(&queue) {
        rounds += 1;
        if n > 0 {
            queue.lock().unwrap().push(n - 1);
        }
    }
    println!("{rounds}");
}
