//@ no-bug
//@ source: jobs with dependencies, workers under one condvar, failures that pass on

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::{fmt, thread};
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct JobId(usize);
impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:>02}", self.0)
    }
}
type Work = Box<dyn FnOnce(&Context) -> Result<i64, JobError> + Send>;
#[derive(Debug, Clone, PartialEq)]
enum JobError {
    DependencyFailed(JobId),
    Custom(String),
    Cycle(Vec<JobId>),
}
struct Context<'a> {
    results: &'a BTreeMap<JobId, Result<i64, JobError>>,
    deps: &'a [JobId],
}
impl Context<'_> {
    fn dep(&self, i: usize) -> Result<i64, JobError> {
        let id = self.deps[i];
        self.results[&id]
            .clone()
            .map_err(|_| JobError::DependencyFailed(id))
    }
}
#[derive(Default)]
struct Builder {
    jobs: Vec<(Vec<JobId>, Work)>,
}
impl Builder {
    fn job<const N: usize>(
        &mut self,
        deps: [JobId; N],
        work: impl FnOnce(&Context) -> Result<i64, JobError> + Send + 'static,
    ) -> JobId {
        self.jobs.push((deps.to_vec(), Box::new(work)));
        JobId(self.jobs.len() - 1)
    }
    fn check(&self) -> Result<(), JobError> {
        fn visit(
            id: JobId,
            jobs: &[(Vec<JobId>, Work)],
            done: &mut BTreeSet<JobId>,
            path: &mut Vec<JobId>,
        ) -> Result<(), JobError> {
            if let Some(p) = path.iter().position(|x| *x == id) {
                return Err(JobError::Cycle(path[p..].to_vec()));
            }
            if !done.insert(id) {
                return Ok(());
            }
            path.push(id);
            jobs[id.0]
                .0
                .iter()
                .try_for_each(|d| visit(*d, jobs, done, path))?;
            path.pop();
            Ok(())
        }
        let mut done = BTreeSet::new();
        (0..self.jobs.len())
            .map(JobId)
            .try_for_each(|j| visit(j, &self.jobs, &mut done, &mut vec![]))
    }
    fn run(self, workers: usize) -> Result<BTreeMap<JobId, Result<i64, JobError>>, JobError> {
        self.check()?;
        let total = self.jobs.len();
        let mut waiting: HashMap<JobId, usize> = HashMap::new();
        let mut rdeps: HashMap<JobId, Vec<JobId>> = HashMap::new();
        let mut ready = VecDeque::new();
        for (i, (deps, _)) in self.jobs.iter().enumerate() {
            let id = JobId(i);
            if deps.is_empty() {
                ready.push_back(id)
            } else {
                waiting.insert(id, deps.len());
            }
            for d in deps {
                rdeps.entry(*d).or_default().push(id);
            }
        }
        let jobs: Vec<Mutex<Option<(Vec<JobId>, Work)>>> =
            self.jobs.into_iter().map(|j| Mutex::new(Some(j))).collect();
        struct Shared {
            ready: VecDeque<JobId>,
            waiting: HashMap<JobId, usize>,
            results: BTreeMap<JobId, Result<i64, JobError>>,
        }
        let shared = Mutex::new(Shared {
            ready,
            waiting,
            results: BTreeMap::new(),
        });
        let cv = Condvar::new();
        let lock = || -> MutexGuard<'_, Shared> { shared.lock().unwrap() };
        thread::scope(|s| {
            for _ in 0..workers {
                s.spawn(|| loop {
                    let mut g = cv
                        .wait_while(lock(), |s| s.ready.is_empty() && s.results.len() < total)
                        .unwrap();
                    let Some(id) = g.ready.pop_front() else { break };
                    let snapshot = g.results.clone();
                    drop(g);
                    let (deps, work) = jobs[id.0].lock().unwrap().take().expect("once");
                    let r = work(&Context {
                        results: &snapshot,
                        deps: &deps,
                    });
                    let mut g = lock();
                    g.results.insert(id, r);
                    let Shared { ready, waiting, .. } = &mut *g;
                    for next in rdeps.get(&id).into_iter().flatten() {
                        let n = waiting.get_mut(next).unwrap();
                        *n -= 1;
                        if *n == 0 {
                            ready.push_back(*next);
                        }
                    }
                    cv.notify_all();
                });
            }
        });
        Ok(shared.into_inner().unwrap().results)
    }
}
fn main() {
    let mut b = Builder::default();
    let a = b.job([], |_| Ok(2));
    let c = b.job([], |_| Err(JobError::Custom("boom".into())));
    let d = b.job([a], |cx| Ok(cx.dep(0)? * 10));
    let e = b.job([d, c], |cx| Ok(cx.dep(0)? + cx.dep(1)?));
    let r = b.run(2).unwrap();
    assert_eq!(r[&d], Ok(20));
    assert_eq!(r[&e], Err(JobError::DependencyFailed(c)));
    println!(
        "{}",
        r.iter()
            .map(|(k, v)| format!(
                "{k}:{}",
                v.as_ref().map_or_else(|e| format!("{e:?}"), i64::to_string)
            ))
            .collect::<Vec<_>>()
            .join(" ")
    );
    let mut b = Builder::default();
    b.job([JobId(1)], |_| Ok(0));
    b.job([JobId(0)], |_| Ok(0));
    assert_eq!(
        b.run(1).unwrap_err(),
        JobError::Cycle(vec![JobId(0), JobId(1)])
    );
}
