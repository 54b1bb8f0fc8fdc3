//! What is suspicious.

use super::*;

/// The kinds of suspicions of a program, in order, without repeats.
fn suspicions(source: &str) -> Vec<SuspicionKind> {
    let (_, facts) = run(source);
    let mut kinds: Vec<_> = facts.suspicions.iter().map(|s| s.kind).collect();
    kinds.dedup();
    kinds
}

#[test]
fn locks_taken_in_a_cyclic_order_are_suspicious() {
    let source = "static M: mutex
         static N: mutex
         fn main {
           m = &M
           n = &N
           t = spawn worker(m)
           lock m #m1
           lock n #n1
           unlock n
           unlock m
         }
         fn worker(m) {
           n = &N
           lock n #n2
           lock m #m2
           unlock m
           unlock n
         }";
    let (test, facts) = run(source);
    let cycle = &facts.suspicions[0];
    assert_eq!(cycle.kind, SuspicionKind::LockCycle);
    let steps = cycle.cycle.iter();
    let mut names: Vec<_> = steps
        .map(|s| (s.thread.0, test.name(s.first), test.name(s.second)))
        .collect();
    names.sort();
    let step = |thread, first: &str, second: &str| (thread, first.to_string(), second.to_string());
    assert_eq!(names, [step(0, "m1", "n1"), step(1, "n2", "m2")]);
    let ordered = source
        .replace("lock n #n2", "lock m #n2")
        .replace("lock m #m2", "lock n #m2");
    assert!(!suspicions(&ordered).contains(&SuspicionKind::LockCycle));
}

#[test]
fn elements_of_one_collection_may_form_a_cycle() {
    let found = suspicions(
        "fn main {
           forks = alloc_many mutex
           i = load forks
         again:
           p = alloc u64 u64
           l = element forks i 1
           r = element forks i 1
           put p, l
           put p + 1, r
           t = spawn eat(p)
           branch again
           return
         }
         fn eat(p) {
           l = load p
           r = load p + 1
           lock l
           lock r
           unlock r
           unlock l
         }",
    );
    assert!(found.contains(&SuspicionKind::LockCycle), "{found:?}");
}

#[test]
fn a_second_lock_by_the_holder_is_the_first_suspicion() {
    let found = suspicions(
        "static M: mutex
         fn main {
           m = &M
           lock m
           lock m
         }",
    );
    assert_eq!(found[0], SuspicionKind::Relock);
}

#[test]
fn a_wait_without_a_loop_and_a_notify_without_the_lock_are_suspicious() {
    let source = "static M: mutex condvar
         fn main {
           m = &M
           c = field m 1
           t = spawn worker(m)
           lock m
         again:
           wait c m
           branch again
           unlock m
         }
         fn worker(m) {
           c = field m 1
           lock m
           unlock m
           notify c
         }";
    assert_eq!(suspicions(source)[0], SuspicionKind::LostNotify);
    let once = source.replace("branch again", "yield");
    assert_eq!(suspicions(&once)[0], SuspicionKind::WaitOutsideLoop);
}

#[test]
fn a_check_then_an_act_is_suspicious() {
    let found = suspicions(
        "static X: u64
         fn main {
           x = &X
           t = spawn worker(x)
           atomic_load x
           atomic_store x
         }
         fn worker(x) {
           atomic_store x
         }",
    );
    assert_eq!(found, [SuspicionKind::CheckThenAct]);
}

#[test]
fn two_writes_that_another_thread_reads_both_of_are_suspicious() {
    let source = "static X: u64
         static Y: u64
         fn main {
           x = &X
           y = &Y
           t = spawn worker(x)
           atomic_store x #first
           atomic_store y #second
         }
         fn worker(x) {
           y = &Y
           atomic_load x
           atomic_load y
         }";
    let (test, facts) = run(source);
    let [only] = &facts.suspicions[..] else {
        panic!("{:?}", facts.suspicions);
    };
    assert_eq!(only.kind, SuspicionKind::SplitUpdate);
    let stop = only.plan[0];
    assert!(!stop.past);
    assert_eq!(test.name(stop.site), "second");
    let of_one = source.replace(
        "y = &Y\n           atomic_load x",
        "y = &X\n           atomic_load x",
    );
    assert_eq!(suspicions(&of_one), []);
}

#[test]
fn sends_of_two_threads_are_suspicious() {
    let source = "static C: channel
         fn main {
           c = &C
           t = spawn worker(c)
           send c
         }
         fn worker(c) {
           send c
         }";
    assert_eq!(suspicions(source), [SuspicionKind::UnorderedSends]);
    let joined = source.replace("spawn worker(c)", "spawn worker(c)\n           join t");
    assert_eq!(suspicions(&joined), []);
}

#[test]
fn a_wait_that_keeps_the_lock_its_notifier_needs_is_suspicious() {
    let source = "static M: mutex condvar mutex
         fn main {
           m = &M
           c = field m 1
           outer = field m 2
           t = spawn worker(m)
           lock outer
           lock m
           wait c m
           unlock m
           unlock outer
         }
         fn worker(m) {
           c = field m 1
           outer = field m 2
           lock outer
           notify c
           unlock outer
         }";
    let found = suspicions(source);
    assert_eq!(
        found,
        [SuspicionKind::NobodyNotifies, SuspicionKind::NestedWait]
    );
}
