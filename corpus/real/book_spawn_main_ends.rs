//@ no-bug
//@ outcomes: 10
//@ source: the first program of a chapter on threads: main may end before the other is done

use std::thread;

fn main() {
    thread::spawn(|| {
        for i in 1..3 {
            print!("s{i} ");
        }
    });

    for i in 1..3 {
        print!("m{i} ");
    }
}
