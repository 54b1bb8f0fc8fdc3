//! The rules, on small programs: which pairs there are, and which suspicions.

use vscheck_ir::program::Vtable;
use vscheck_ir::{
    Callee, CellKind, FuncId, Inst, LayoutId, Reg, ScalarType, TraitObjectId, VtableId,
};

use crate::call_graph::InstanceId;
use crate::points_to::{Atom, PointsTo};
use crate::testing::{TestProgram, parse};
use crate::{Analysis, AnalysisOptions, Facts, PairType, StaticThreadId, SuspicionKind};

fn run(source: &str) -> (TestProgram, Facts) {
    let test = parse(source);
    let facts = Analysis::run(&test.program, &AnalysisOptions::default());
    (test, facts)
}

/// The pairs between tagged instructions, one a line: `RW t0 a - t1 b must`.
fn pairs(test: &TestProgram, facts: &Facts) -> String {
    let mut lines: Vec<String> = facts
        .all_pairs()
        .filter(|p| {
            [p.a, p.b]
                .iter()
                .all(|end| test.tags.contains_key(&end.site))
        })
        .map(|p| {
            let mut ends = [p.a, p.b].map(|e| format!("{} {}", e.thread, test.name(e.site)));
            ends.sort();
            let alias = if p.must { "must" } else { "may" };
            let plain = if p.plain { " plain" } else { "" };
            format!("{} {} - {} {alias}{plain}", p.kind.name(), ends[0], ends[1])
        })
        .collect();
    lines.sort();
    lines.dedup();
    lines.join("\n")
}

#[track_caller]
fn check(source: &str, expected: &[&str]) {
    let (test, facts) = run(source);
    assert_eq!(pairs(&test, &facts), expected.join("\n"));
}

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
fn constructors_make_an_object_for_each_caller() {
    check(
        "fn main {
           a = call new()
           b = call new()
           t = spawn worker(a)
           atomic_store b #other
           atomic_store a #same
         }
         fn new model {
           p = call allocate()
           return p
         }
         fn allocate model {
           p = alloc u64
           return p
         }
         fn worker(p) {
           atomic_store p #store
         }",
        &["RW t0 same - t1 store must"],
    );
}

#[test]
fn pointers_flow_through_memory_and_function_pointers() {
    check(
        "static X: u64
         static Y: u64
         fn main {
           packet = alloc u64 u64
           x = &X
           f = fn touch
           put packet, x
           put packet + 1, f
           t = spawn worker(packet)
           atomic_load x #x
           y = &Y
           atomic_load y #y
         }
         fn worker(p) {
           x = load p
           f = load p + 1
           call_ptr f(x)
         }
         fn touch(x) {
           atomic_store x #store
         }",
        &["RW t0 x - t1 store must"],
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
fn facts_print() {
    let (test, facts) = run("static X: u64
         fn main {
           x = &X
           t = spawn worker(x)
           atomic_store x
           join t
         }
         fn worker(p) {
           atomic_load p
         }");
    let pairs = facts.print_pairs(&test.program, usize::MAX);
    let first = pairs.lines().next().unwrap();
    assert_eq!(
        first,
        "RW must: t0 write  in main at fn0:i2 [] | t1 read  in worker at fn1:i0 []"
    );
    let mhp = facts.print_mhp(&test.program);
    assert!(mhp.contains("p2 t0 main i2..i3 : {t1} locks 0"), "{mhp}");
    assert!(mhp.contains("parallel regions 2"), "{mhp}");
    let dot = facts.print_dot(&test.program);
    assert!(dot.contains("style=dashed"), "{dot}");
    let peg = facts.print_peg(&test.program);
    assert!(peg.contains("Spawn starts t1"), "{peg}");
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

/// Tags of the movers of a program.
fn movers(source: &str) -> Vec<String> {
    let (test, facts) = run(source);
    let mut names: Vec<String> = facts.movers.iter().map(|&site| test.name(site)).collect();
    names.sort();
    let mut program = test.program.clone();
    assert_eq!(facts.hide_movers(&mut program), names.len());
    names
}

const COUNTED: &str = "static C: ref mutex u64
     fn main {
       c = &C
       m = field c 1
       call clone(c)
       t = spawn worker(c)
       lock m
       unlock m #unlock
       call release(c)
     }
     fn clone(c) model {
       increment c #increment
     }
     fn release(c) model {
       decrement c #decrement
       call payload(c)
     }
     fn payload(c) model {
       x = load c + 2
     }
     fn worker(c) {
       call release(c)
     }";

#[test]
fn releases_and_counts_that_nobody_looks_at_are_movers() {
    assert_eq!(movers(COUNTED), ["decrement", "increment", "unlock"]);
}

#[test]
fn what_somebody_looks_at_is_no_mover() {
    let tried = COUNTED.replace("lock m\n", "try_lock m\n");
    assert_eq!(movers(&tried), ["decrement", "increment"]);
    let counted = COUNTED.replace("call clone(c)", "call clone(c)\ncount c");
    assert_eq!(movers(&counted), ["unlock"]);
}

#[test]
fn a_last_drop_that_does_something_is_no_mover() {
    let prints = COUNTED.replace("x = load c + 2", "print");
    assert_eq!(movers(&prints), ["increment", "unlock"]);
    let users = COUNTED.replace("fn payload(c) model", "fn payload(c)");
    assert_eq!(movers(&users), ["increment", "unlock"]);
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

/// What the parameter of the second function may be, where a set of two functions is called with a set
/// of two things. `typed`: whether the functions say what they are given.
fn given(typed: bool) -> Vec<String> {
    let mut test = parse(
        "static X: u64
         static M: mutex
         fn main {
           v = &X
           v = &M
           g = fn word
           g = fn section
           call_ptr g(v)
         }
         fn word(p) {
           atomic_store p
         }
         fn section(p) {
           lock p
         }",
    );
    if typed {
        let layout = |of: usize| Some(test.program.statics[of].layout);
        let (word, section) = (layout(0), layout(1));
        test.program.functions[1].pointees = vec![word];
        test.program.functions[2].pointees = vec![section];
    }
    let facts = PointsTo::solve(&test.program, crate::points_to::BUDGET);
    let instances = facts.call_graph.instances.iter();
    let section = instances.enumerate().find(|(_, i)| i.func.index() == 2);
    let (instance, _) = section.expect("it is called");
    let members = facts.register(InstanceId::new(instance), Reg(0)).iter();
    members
        .map(|atom| match facts.atom(atom) {
            Atom::Cell(object, _) => format!("{:?}", facts.object(object).origin),
            other => format!("{other:?}"),
        })
        .collect()
}

#[test]
fn a_call_through_a_pointer_passes_on_what_the_callee_can_be_given() {
    assert_eq!(given(false), ["Static(static0)", "Static(static1)"]);
    assert_eq!(given(true), ["Static(static1)"]);
}

/// The functions that are called in a program.
fn called(test: &TestProgram) -> Vec<&str> {
    let facts = PointsTo::solve(&test.program, crate::points_to::BUDGET);
    let instances = facts.call_graph.instances.iter();
    let names = instances.map(|instance| &test.program.function(instance.func).name);
    names.map(String::as_str).collect()
}

#[test]
fn a_call_through_a_pointer_calls_what_has_as_many_parameters() {
    let test = parse(
        "fn main {
           f = fn one
           f = fn two
           call_ptr f(1)
         }
         fn one(a) {
         }
         fn two(a, b) {
         }",
    );
    assert_eq!(called(&test), ["main", "one"]);
}

#[test]
fn a_call_on_a_trait_object_goes_through_vtables_of_its_trait() {
    let mut test = parse(
        "fn main {
           v = fn bark
           v = fn bite
           call_ptr v(1)
         }
         fn bark(a) {
         }
         fn bite(a) {
         }",
    );
    let program = &mut test.program;
    for object in 0..2 {
        program.vtables.push(Vtable {
            name: String::new(),
            object: TraitObjectId(object),
            layout: LayoutId(0),
            // The first slot is the destructor's, which all trait objects have.
            methods: vec![None, Some(FuncId(object + 1))],
            supertraits: Vec::new(),
        });
    }
    let main = &mut program.functions[0];
    main.registers.fill(CellKind::Scalar(ScalarType::Vtable));
    for inst in &mut main.code {
        if let Inst::FuncAddr { dst, func } = *inst {
            let vtable = VtableId(func.0 - 1);
            *inst = Inst::VtableAddr { dst, vtable };
        } else if let Inst::Call { callee, .. } = inst
            && let Callee::Pointer { pointer, .. } = *callee
        {
            let object = TraitObjectId(1);
            let slot = 1;
            *callee = Callee::Virtual {
                vtable: pointer,
                object,
                slot,
            };
        }
    }
    assert_eq!(called(&test), ["main", "bite"]);
}

/// The pairs of a program whose plain accesses cannot race.
fn pairs_without_races(source: &str) -> String {
    let test = parse(source);
    let options = AnalysisOptions {
        may_race: false,
        ..AnalysisOptions::default()
    };
    pairs(&test, &Analysis::run(&test.program, &options))
}

const CHANGES: &str = "static X: u64
     fn main {
       x = &X
       t = spawn worker(x)
       ignored = atomic_add x #add
       old = atomic_add x #asks
       atomic_load old
       atomic_store x 1 #one
       join t
     }
     fn worker(p) {
       ignored = atomic_add p #add_too
       atomic_store p 1 #one_too
       atomic_store p 2 #two
     }";

#[test]
fn changes_of_one_kind_commute_if_nobody_asks_for_what_they_found() {
    let expected = [
        "RW t0 add - t1 one_too must",
        "RW t0 add - t1 two must",
        "RW t0 asks - t1 add_too must",
        "RW t0 asks - t1 one_too must",
        "RW t0 asks - t1 two must",
        "RW t0 one - t1 add_too must",
        "RW t0 one - t1 two must",
    ];
    assert_eq!(pairs_without_races(CHANGES), expected.join("\n"));
}

#[test]
fn where_plain_accesses_may_race_no_changes_commute() {
    let (test, facts) = run(CHANGES);
    assert_eq!(pairs(&test, &facts).lines().count(), 9);
    assert_eq!(facts.pairs.filtered.commute, 0);
}

const SECTIONS: &str = "static M: Mutex<u64 u64>
     fn main {
       m = &M
       t = spawn worker(m)
       lock m #looks
       seen = load m + 1
       unlock m
       lock m #sets_other
       put m + 2, 1
       unlock m
       join t
     }
     fn worker(m) {
       lock m #looks_too
       seen = load m + 1
       unlock m
       lock m #sets
       put m + 1, 1
       unlock m
     }";

#[test]
fn sections_that_touch_different_plain_data_commute() {
    let expected = ["MM t0 looks - t1 sets must"];
    assert_eq!(pairs_without_races(SECTIONS), expected.join("\n"));
    let (test, facts) = run(SECTIONS);
    assert_eq!(pairs(&test, &facts).lines().count(), 4);
}

#[test]
fn one_section_with_an_operation_keeps_the_others_from_commuting() {
    let source = SECTIONS.replace("       put m + 2, 1\n", "       print\n");
    assert_eq!(pairs_without_races(&source).lines().count(), 4);
    let branches = SECTIONS.replace("       put m + 2, 1\n", "       again:\n branch again\n");
    assert_eq!(pairs_without_races(&branches).lines().count(), 4);
}

#[test]
fn sections_do_not_commute_if_somebody_tries_the_lock() {
    let source = SECTIONS.replace("       join t\n", "       try_lock m\n join t\n");
    assert_eq!(pairs_without_races(&source).lines().count(), 4);
}
