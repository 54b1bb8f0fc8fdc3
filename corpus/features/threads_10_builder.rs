//@ no-bug

use std::thread;

fn main() {
    let t = thread::Builder::new()
        .name("worker-1".to_string())
        .stack_size(64 * 1024)
        .spawn(|| {
            let me = thread::current();
            println!("{:?}", me.name());
            me.name().map(str::len)
        })
        .unwrap();
    println!("{:?}", t.thread().name());
    println!("{:?}", t.join().unwrap());
    println!("{:?}", thread::current().name());
    let unnamed = thread::spawn(|| thread::current().name().is_none());
    println!("{}", unnamed.join().unwrap());
    thread::scope(|s| {
        thread::Builder::new()
            .name("scoped".into())
            .spawn_scoped(s, || println!("{}", thread::current().name().unwrap()))
            .unwrap();
    });
}
