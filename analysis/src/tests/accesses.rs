//! Which accesses pair, and why others do not.

use super::*;

#[test]
fn atomic_accesses_of_two_threads_pair_unless_both_read() {
    check(
        "static X: u64
         fn main {
           x = &X
           atomic_store x #before
           t = spawn worker(x)
           atomic_load x #read
           atomic_add x #add
           join t
           atomic_store x #after
         }
         fn worker(p) {
           atomic_load p #load
           atomic_store p #store
         }",
        &[
            "RW t0 add - t1 load must",
            "RW t0 add - t1 store must",
            "RW t0 read - t1 store must",
        ],
    );
}

#[test]
fn different_cells_do_not_pair() {
    check(
        "fn main {
           a = slot u64 u64
           b = field a 1
           t = spawn worker(a)
           atomic_store b #second
           join t
         }
         fn worker(p) {
           atomic_store p #first
           q = field p 1
           atomic_load q #other
         }",
        &["RW t0 second - t1 other must"],
    );
}

#[test]
fn elements_of_a_short_array_are_told_apart_by_constant_index() {
    check(
        "static A: [u64; 4]
         fn main {
           a = &A
           two = element a 2 1
           t = spawn worker(a)
           atomic_store two #two
           i = load a
           any = element a i 1
           atomic_store any #any
         }
         fn worker(p) {
           q = element p 1 1
           atomic_load q #one
           r = element p 2 1
           atomic_load r #two_there
         }",
        &[
            "RW t0 any - t1 one may",
            "RW t0 any - t1 two_there may",
            "RW t0 two - t1 two_there must",
        ],
    );
}

#[test]
fn a_lock_excludes_what_it_guards_and_pairs_its_acquisitions() {
    check(
        "static M: mutex
         static X: u64
         fn main {
           m = &M
           x = &X
           t = spawn worker(m)
           lock m #lock
           atomic_store x #guarded
           unlock m
           atomic_store x #bare
         }
         fn worker(p) {
           x = &X
           lock p #lock2
           atomic_store x #guarded2
           unlock p
         }",
        &[
            "MM t0 lock - t1 lock2 must",
            "RW t0 bare - t1 guarded2 must",
        ],
    );
}

#[test]
fn a_lock_that_may_be_two_objects_protects_nothing() {
    check(
        "static M: mutex
         static N: mutex
         static X: u64
         fn main {
           m = &M
           branch other
           goto go
         other:
           m = &N
         go:
           x = &X
           t = spawn worker(m)
           lock m
           atomic_store x #guarded
           unlock m
         }
         fn worker(p) {
           x = &X
           lock p
           atomic_store x #guarded2
           unlock p
         }",
        &["RW t0 guarded - t1 guarded2 must"],
    );
}

#[test]
fn two_readers_of_a_lock_commute() {
    check(
        "static L: rwlock
         static X: u64
         fn main {
           l = &L
           x = &X
           t = spawn worker(l)
           read l #read
           atomic_store x #under_read
           unlock_read l
           write l #write
           atomic_store x #under_write
           unlock_write l
         }
         fn worker(l) {
           x = &X
           read l #read2
           atomic_load x #load
           unlock_read l
         }",
        &[
            "MM t0 write - t1 read2 must",
            "RW t0 under_read - t1 load must",
        ],
    );
}

#[test]
fn a_wait_pairs_with_notifies_and_with_acquisitions() {
    check(
        "static M: mutex condvar
         fn main {
           m = &M
           c = field m 1
           t = spawn worker(m)
           lock m #lock
           wait c m #wait
           unlock m
         }
         fn worker(m) {
           c = field m 1
           lock m #lock2
           notify c #notify
           unlock m
         }",
        &[
            "MM t0 lock - t1 lock2 must",
            "WM t0 wait - t1 lock2 must",
            "WN t0 wait - t1 notify must",
        ],
    );
}

#[test]
fn objects_of_one_thread_do_not_pair() {
    check(
        "fn main {
           t = spawn worker(1)
           u = spawn worker(1)
         }
         fn worker(p) {
           x = slot u64
           call touch(x)
         }
         fn touch(x) {
           atomic_store x #store
         }",
        &[],
    );
}

#[test]
fn plain_data_of_a_lock_is_disjoint_and_other_plain_data_is_informational() {
    let source = "static M: Mutex<u64>
         static X: u64
         fn main {
           m = &M
           x = &X
           t = spawn worker(m)
           put m + 1, 1 #owned
           put x, 1 #bare
         }
         fn worker(m) {
           x = &X
           put m + 1, 2 #owned2
           put x, 2 #bare2
         }";
    check(source, &["RW t0 bare - t1 bare2 must plain"]);
    let (_, facts) = run(source);
    assert_eq!(facts.pairs.filtered.disjoint, 1);
    let site = facts.accesses.list[0].site;
    let mut threads = (0..facts.peg.threads.len()).map(StaticThreadId::new);
    assert!(threads.all(|thread| facts.partners(thread, site).is_empty()));
}

#[test]
fn channels_barriers_once_cells_tokens_and_output_have_pairs() {
    check(
        "static C: channel barrier once
         fn main {
           c = &C
           b = field c 5
           o = field c 8
           t = spawn worker(c)
           receive c #receive
           add_sender c #add
           arrive b #arrive
           once_get o #look
           unpark t #unpark
           print #print
         }
         fn worker(c) {
           b = field c 5
           o = field c 8
           send c #send
           arrive b #arrive2
           once o #init
           park #park
           print #print2
         }",
        &[
            "BB t0 arrive - t1 arrive2 must",
            "OO t0 look - t1 init must",
            "OU t0 print - t1 print2 may",
            "PU t0 unpark - t1 park may",
            "SR t0 receive - t1 send must",
        ],
    );
}

#[test]
fn switching_a_technique_off_only_adds_pairs() {
    let source = "static M: mutex
         static X: u64
         static Y: u64
         fn main {
           m = &M
           x = &X
           t = spawn worker(m)
           lock m
           atomic_store x
           unlock m
           join t
           atomic_load x
         }
         fn worker(m) {
           x = &X
           y = &Y
           lock m
           atomic_store x
           unlock m
           atomic_store y
         }";
    let test = parse(source);
    let all = AnalysisOptions::default();
    let count = |options: AnalysisOptions| {
        let facts = Analysis::run(&test.program, &options);
        facts.count(PairType::RW, false)
    };
    assert_eq!(count(all), 0);
    assert_eq!(count(AnalysisOptions { mhp: false, ..all }), 2);
    let unaliased = AnalysisOptions {
        alias: false,
        ..all
    };
    assert_eq!(count(unaliased), 1);
}

#[test]
fn what_the_front_end_hides_is_no_access() {
    let source = "static X: u64
         fn main {
           x = &X
           t = spawn worker(x)
           atomic_store x #main
         }
         fn worker(p) {
           hidden atomic_store p #hidden
           atomic_store p #shown
         }";
    check(source, &["RW t0 main - t1 shown must"]);
}
