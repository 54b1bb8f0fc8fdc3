//@ no-bug
//@ source: a pool in crossbeam's scope: cloned receivers share the jobs, the results come back; the
//@ source: iteration ends when the last sender is gone

use crossbeam::channel;

fn main() {
    let (job_tx, job_rx) = channel::unbounded::<u32>();
    let (result_tx, result_rx) = channel::bounded(2);
    let total: u32 = crossbeam::scope(|s| {
        for _ in 0..2 {
            let (jobs, results) = (job_rx.clone(), result_tx.clone());
            s.spawn(move |_| {
                for job in jobs.iter() {
                    results.send(job * job).unwrap();
                }
            });
        }
        drop(result_tx);
        for job in 1..=2 {
            job_tx.send(job).unwrap();
        }
        drop(job_tx);
        result_rx.iter().sum()
    })
    .unwrap();
    assert_eq!(total, 5);
    println!("{total}");
}
