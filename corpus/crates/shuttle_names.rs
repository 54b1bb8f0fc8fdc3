//@ no-bug
//@ args: --entry workers_with_names
//@ source: tasks that name themselves and say that they make progress

use shuttle::current::{me, reset_step_count, set_name_for_task};
use shuttle::sync::{Arc, Mutex};

#[test]
fn workers_with_names() {
    shuttle::check_random(
        || {
            let done = Arc::new(Mutex::new(0));
            let workers: Vec<_> = (0..2)
                .map(|i| {
                    let done = done.clone();
                    shuttle::thread::spawn(move || {
                        assert!(set_name_for_task(me(), format!("worker {i}")).is_some());
                        *done.lock().unwrap() += 1;
                        reset_step_count();
                        let old = set_name_for_task(me(), "idle").unwrap();
                        assert_eq!(format!("{old:?}"), format!("worker {i}"));
                    })
                })
                .collect();
            for worker in workers {
                worker.join().unwrap();
            }
            assert_eq!(*done.lock().unwrap(), 2);
        },
        100,
    );
}
