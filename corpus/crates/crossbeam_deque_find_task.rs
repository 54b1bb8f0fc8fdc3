//@ no-bug
//@ source: two workers with queues of their own, who steal batches from one for all and tasks from each
//@ source: other

use crossbeam_deque::{Injector, Steal, Stealer, Worker};
use std::iter;
use std::thread;

fn find_task<T>(local: &Worker<T>, global: &Injector<T>, stealers: &[Stealer<T>]) -> Option<T> {
    local.pop().or_else(|| {
        iter::repeat_with(|| {
            let stolen = global.steal_batch_and_pop(local);
            stolen.or_else(|| stealers.iter().map(Stealer::steal).collect())
        })
        .find(|stolen| !stolen.is_retry())
        .and_then(Steal::success)
    })
}

fn in_batches() {
    let (older, newer) = (Worker::new_lifo(), Worker::new_fifo());
    (1..=6).for_each(|task| older.push(task));
    assert_eq!(
        older.stealer().steal_batch_and_pop(&newer),
        Steal::Success(3)
    );
    assert_eq!([newer.pop(), newer.pop()], [Some(2), Some(1)]);
    assert_eq!((newer.pop(), older.pop()), (None, Some(6)));
}

fn main() {
    in_batches();
    let global = Injector::new();
    (1..4).for_each(|task| global.push(task));
    let workers = [Worker::new_fifo(), Worker::new_lifo()];
    let stealers = workers.each_ref().map(Worker::stealer);
    let sum: u32 = thread::scope(|scope| {
        let threads = workers.map(|worker| {
            let (global, stealers) = (&global, &stealers);
            scope.spawn(move || {
                let next = || find_task(&worker, global, stealers);
                iter::from_fn(next).sum::<u32>()
            })
        });
        threads.into_iter().map(|t| t.join().unwrap()).sum()
    });
    assert_eq!(sum, 6);
    assert_eq!(stealers[0].steal(), Steal::Empty);
}
