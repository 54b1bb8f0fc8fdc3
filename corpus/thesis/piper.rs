//@ bug: deadlock
//@ first-bug-executions: 10
//@ source: Chen 2009, benchmark program `piper`: a passenger who waited for a seat does not
//@ source: look again whether it is still free; another has barged in.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const N: usize = 16;
const NUM_OF_SEATS: usize = 2;

struct Seats {
    passengers: [Option<String>; NUM_OF_SEATS],
    first: usize,
    last: usize,
    fill_count: usize,
    empty_count: usize,
}

struct Plane {
    seats: Mutex<Seats>,
    changed: Condvar,
}

impl Plane {
    fn new() -> Self {
        let passengers = [const { None }; NUM_OF_SEATS];
        let seats = Seats { passengers, first: 0, last: 0, fill_count: N, empty_count: N };
        Plane { seats: Mutex::new(seats), changed: Condvar::new() }
    }

    fn fill_plane(&self, name: String) {
        let mut seats = self.seats.lock().unwrap();
        if (seats.last + 1) % NUM_OF_SEATS == seats.first {
            seats = self.changed.wait(seats).unwrap();
        }
        let last = seats.last;
        seats.passengers[last] = Some(name);
        seats.fill_count -= 1;
        seats.last = (last + 1) % NUM_OF_SEATS;
        self.changed.notify_all();
    }

    fn empty_plane(&self) -> Option<String> {
        let mut seats = self.seats.lock().unwrap();
        while seats.first == seats.last {
            seats = self.changed.wait(seats).unwrap();
        }
        let first = seats.first;
        let name = seats.passengers[first].take();
        seats.empty_count -= 1;
        seats.first = (first + 1) % NUM_OF_SEATS;
        self.changed.notify_all();
        name
    }
}

fn main() {
    let plane = Arc::new(Plane::new());
    let mut threads = Vec::new();
    for i in 0..N {
        let consumer = Arc::clone(&plane);
        threads.push(thread::spawn(move || drop(consumer.empty_plane())));
        let producer = Arc::clone(&plane);
        threads.push(thread::spawn(move || producer.fill_plane(format!("passenger {i}"))));
    }
    for t in threads {
        t.join().unwrap();
    }
}
