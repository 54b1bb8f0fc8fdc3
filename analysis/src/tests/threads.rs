//! Which threads there are, how long they run, and what they may still reach.

use super::*;

#[test]
fn a_thread_spawned_in_a_loop_pairs_with_itself() {
    check(
        "static X: u64
         fn main {
           x = &X
         again:
           t = spawn worker(x)
           branch again
           return
         }
         fn worker(p) {
           atomic_store p #store
         }",
        &["RW t1 store - t1 store must"],
    );
}

#[test]
fn a_thread_joined_in_the_loop_that_spawns_it_does_not() {
    check(
        "static X: u64
         fn main {
           x = &X
         again:
           t = spawn worker(x)
           join t
           branch again
           return
         }
         fn worker(p) {
           atomic_store p #store
         }",
        &[],
    );
}

#[test]
fn spawns_are_bound_to_static_threads_by_their_stack() {
    let (test, facts) = run("static X: u64
         fn main {
           x = &X
           call start(x) #first
           call start(x) #second
         }
         fn start(p) {
           t = spawn worker(p) #spawn
         }
         fn worker(p) {
           atomic_store p #store
         }");
    let bind = |call| {
        let stack = [test.site(call), test.site("spawn")];
        facts.thread_of_spawn(StaticThreadId(0), &stack).unwrap()
    };
    assert_ne!(bind("first"), bind("second"));
    assert_eq!(facts.count(PairType::RW, false), 1);
}

#[test]
fn reachability_follows_the_stack_and_the_threads_still_to_be_started() {
    let (test, facts) = run("static X: u64
         fn main {
           x = &X
           call first(x) #call1
           t = spawn worker(x) #spawn
           call second(x) #call2
           atomic_store x #last
         }
         fn first(p) {
           atomic_load p #in_first
         }
         fn second(p) {
           atomic_load p #in_second
         }
         fn worker(p) {
           atomic_store p #there
         }");
    let main = StaticThreadId(0);
    let reaches = |stack: &[&str], thread, target| {
        let stack: Vec<_> = stack.iter().map(|tag| test.site(tag)).collect();
        let target = (StaticThreadId(thread), test.site(target));
        let set = facts.reachable(&test.program, main, &stack).unwrap();
        let direct = facts.can_reach(&test.program, main, &stack, target);
        assert_eq!(direct, facts.reaches(&set, target));
        direct
    };
    assert!(reaches(&["call1", "in_first"], 0, "in_second"));
    assert!(reaches(&["call1", "in_first"], 1, "there"));
    assert!(!reaches(&["call2", "in_second"], 1, "there"));
    assert!(reaches(&["call2", "in_second"], 0, "in_second"));
    assert!(!reaches(&["last"], 0, "in_second"));
}

const SCOPED: &str = "static X: u64
     fn main {
       x = &X
       call std::thread::scoped::scope(x)
       atomic_store x #after
     }
     fn std::thread::scoped::scope(x) model {
       call body(x)
     }
     fn body(x) {
     again:
       call std::thread::scoped::Scope::start_scoped(x)
       branch again
       atomic_store x #inside
     }
     fn std::thread::scoped::Scope::start_scoped(x) model {
       t = spawn worker(x)
     }
     fn worker(p) {
       atomic_store p #store
     }";

#[test]
fn the_end_of_a_scope_ends_its_threads() {
    check(
        SCOPED,
        &[
            "RW t0 inside - t1 store must",
            "RW t1 store - t1 store must",
        ],
    );
}

#[test]
fn the_end_of_a_scope_that_threads_outlive_ends_nothing() {
    let mut test = parse(SCOPED);
    test.program.threads_outlive_scopes = true;
    let facts = Analysis::run(&test.program, &AnalysisOptions::default());
    assert!(pairs(&test, &facts).contains("RW t0 after - t1 store must"));
}

#[test]
fn a_scope_entered_again_by_recursion_ends_nothing() {
    let recursive = SCOPED.replace(
        "atomic_store x #inside",
        "branch stop\ncall std::thread::scoped::scope(x)\natomic_store x #between\nstop:",
    );
    let (test, facts) = run(&recursive);
    assert!(pairs(&test, &facts).contains("RW t0 between - t1 store must"));
}
