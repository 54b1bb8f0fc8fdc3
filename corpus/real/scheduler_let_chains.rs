//@ bug: panic
//@ message: "is Cancelled"
//@ edition: 2024
//@ source: a scheduler peeks under one lock and starts under another; a cancel comes in between

use std::collections::{BTreeMap, BinaryHeap};
use std::cmp::Reverse;
use std::sync::{Arc, Mutex};
use std::thread;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct JobId(u32);

#[derive(Debug, PartialEq)]
enum JobState { Queued { prio: u8 }, Running { by: usize }, Done, Cancelled }

#[derive(Default)]
struct Sched {
    jobs: BTreeMap<JobId, JobState>,
    ready: BinaryHeap<(u8, Reverse<JobId>)>,
}

impl Sched {
    fn submit(&mut self, prio: u8) -> JobId {
        let id = JobId(self.jobs.last_key_value().map_or(1, |(k, _)| k.0 + 1));
        self.jobs.insert(id, JobState::Queued { prio });
        self.ready.push((prio, Reverse(id)));
        id
    }

    fn peek(&self) -> Option<JobId> {
        if let Some(&(prio, Reverse(id))) = self.ready.peek()
            && let Some(JobState::Queued { prio: p }) = self.jobs.get(&id)
            && *p == prio
        {
            return Some(id);
        }
        None
    }

    fn start(&mut self, id: JobId, by: usize) {
        let Some(state) = self.jobs.get_mut(&id) else { return };
        assert!(matches!(state, JobState::Queued { .. }), "{id:?} is {state:?}");
        *state = JobState::Running { by };
        self.ready.pop();
    }

    fn cancel(&mut self, id: JobId) -> bool {
        if let Some(s @ JobState::Queued { .. }) = self.jobs.get_mut(&id) {
            *s = JobState::Cancelled;
            self.ready.retain(|(_, Reverse(i))| *i != id);
            true
        } else {
            false
        }
    }
}

fn worker(sched: &Mutex<Sched>, me: usize) -> u32 {
    let mut done = 0;
    // the guard of the scrutinee is gone in the body (edition 2024: let binds a plain id)
    loop {
        let next = sched.lock().unwrap().peek();
        let Some(id) = next else { break done };
        sched.lock().unwrap().start(id, me);
        let mut s = sched.lock().unwrap();
        if let Some(j) = s.jobs.get_mut(&id) && let JobState::Running { by } = j && *by == me {
            *j = JobState::Done;
            done += 1;
        }
    }
}

fn main() {
    let sched = Arc::new(Mutex::new(Sched::default()));
    let ids: Vec<_> = [3, 9].into_iter().map(|p| sched.lock().unwrap().submit(p)).collect();
    let w = thread::spawn({ let s = Arc::clone(&sched); move || worker(&s, 7) });
    let c = thread::spawn({ let s = sched.clone(); move || s.lock().unwrap().cancel(ids[1]) });
    let (done, cancelled) = (w.join().unwrap(), c.join().unwrap());
    assert_eq!(done, 2 - cancelled as u32);
}
