//! The machine itself: faults, spins, unwinding, names, snapshots.

mod support;

use std::collections::BTreeSet;
use std::sync::Arc;
use support::*;
use vscheck_ir::*;
use vscheck_vm::*;

fn start(program: Arc<Program>) -> Machine {
    Machine::new(Code::new(program), MachineOptions::default())
}

/// The message of the first bug of a program with one thread.
fn fault_of(program: Arc<Program>) -> Fault {
    let mut machine = start(program);
    while machine.end().is_none() {
        let transition = machine.transitions()[0];
        machine.step(transition);
    }
    match machine.end() {
        Some(End::Bug(fault)) => fault.clone(),
        other => panic!("not a bug: {other:?}"),
    }
}

/// A message and a body that earns it.
type Case = (&'static str, fn(&mut FunctionBuilder));

#[test]
fn bad_addresses_are_faults() {
    let cases: [Case; 5] = [
        ("null pointer dereference", |f| {
            f.load(int(0), 0);
        }),
        ("use of an uninitialized pointer", |f| {
            let slot = f.slot(1);
            let at = f.slot_addr(slot);
            let garbage = f.load(at, 0);
            f.load(reg(garbage), 0);
        }),
        ("access to byte 8 of `local`, which has 8 bytes", |f| {
            let slot = f.slot(2);
            let at = f.slot_addr(slot);
            f.store(at, 2, int(1));
        }),
        ("use after free", |f| {
            let dst = f.pointer();
            f.emit(Inst::Alloc {
                dst,
                layout: LayoutId(0),
                count: int(1),
            });
            f.emit(Inst::Free { ptr: reg(dst) });
            f.load(reg(dst), 0);
        }),
        ("branch on an uninitialized value", |f| {
            let slot = f.slot(1);
            let at = f.slot_addr(slot);
            let garbage = f.load(at, 0);
            let next = InstId(f.here().0 + 1);
            f.emit(Inst::Branch {
                cond: reg(garbage),
                then_to: next,
                else_to: next,
            });
        }),
    ];
    for (message, body) in cases {
        let mut p = ProgramBuilder::new();
        p.cells("unused", &[0]);
        let fault = fault_of(p.main(body));
        assert_eq!(fault.kind, FaultKind::UndefinedBehavior);
        assert_eq!(fault.message, message);
    }
}

#[test]
fn a_use_after_free_names_the_free() {
    let mut p = ProgramBuilder::new();
    p.cells("unused", &[0]);
    let fault = fault_of(p.main(|f| {
        let dst = f.pointer();
        f.emit(Inst::Alloc {
            dst,
            layout: LayoutId(0),
            count: int(1),
        });
        f.emit(Inst::Free { ptr: reg(dst) });
        f.load(reg(dst), 0);
    }));
    assert_eq!(fault.other.map(|other| other.site.inst), Some(InstId(1)));
}

/// `main` spins until a cell is set; `set` says whether the other thread ever sets it.
fn spinning(set: bool) -> Arc<Program> {
    let mut p = ProgramBuilder::new();
    let flag = p.cells("flag", &[0]);
    let setter = p.function("setter", |f| {
        let flag = f.addr(flag);
        if set {
            f.atomic_store(flag, int(1));
        }
    });
    p.main(|f| {
        let flag = f.addr(flag);
        let setter = f.spawn(setter, int(0));
        f.until(|f| {
            f.sync(Action::Yield, &[]);
            f.atomic_load(flag)
        });
        f.join(setter);
    })
}

#[test]
fn a_spin_waits_for_a_write() {
    assert_eq!(outcomes(spinning(true)), ["ok"]);
    assert_eq!(outcomes(spinning(false)), ["Livelock"]);
}

#[test]
fn polling_under_a_lock_is_a_spin() {
    for (lock, unlock_visible) in [(Action::MutexLock, true), (Action::MutexTryLock, false)] {
        let mut p = ProgramBuilder::new();
        let m = p.sync("m", SyncKind::Mutex, &[0]);
        let flag = p.cells("flag", &[0]);
        let setter = p.function("setter", |f| {
            let (m, flag) = (f.addr(m), f.addr(flag));
            f.sync(Action::MutexLock, &[m]);
            f.store(flag, 0, int(1));
            f.hidden(Action::MutexUnlock, &[m]);
        });
        let program = p.main(|f| {
            let (m, flag) = (f.addr(m), f.addr(flag));
            f.spawn(setter, int(0));
            f.until(|f| {
                let taken = f.sync(lock, &[m]);
                let seen = f.reg();
                f.emit(Inst::Copy {
                    dst: seen,
                    src: int(0),
                    cells: 1,
                });
                if lock == Action::MutexLock {
                    f.emit(Inst::Copy {
                        dst: taken,
                        src: int(1),
                        cells: 1,
                    });
                }
                f.when(taken, |f| {
                    let value = f.load(flag, 0);
                    f.emit(Inst::Copy {
                        dst: seen,
                        src: reg(value),
                        cells: 1,
                    });
                    if unlock_visible {
                        f.sync(Action::MutexUnlock, &[m]);
                    } else {
                        f.hidden(Action::MutexUnlock, &[m]);
                    }
                });
                seen
            });
        });
        assert_eq!(outcomes(program), ["ok"], "{lock:?}");
    }
}

#[test]
fn a_loop_that_changes_something_is_no_spin() {
    let mut p = ProgramBuilder::new();
    let x = p.cells("x", &[0]);
    let program = p.main(|f| {
        let x = f.addr(x);
        f.until(|f| {
            f.sync(
                Action::AtomicRmw(RmwOp::Add, ScalarType::I64),
                &[x, int(1), int(4)],
            );
            let value = f.atomic_load(x);
            f.binary(BinOp::Ge, value, int(5))
        });
        let value = f.load(x, 0);
        f.print(value);
    });
    assert_eq!(outcomes(program), ["ok 5"]);
}

#[test]
fn an_empty_loop_is_a_livelock() {
    let p = ProgramBuilder::new();
    let program = p.main(|f| {
        let here = f.here();
        f.jump(here);
    });
    let options = MachineOptions {
        max_steps_without_operation: 1000,
        ..Default::default()
    };
    assert_eq!(outcomes_with(program, options), ["Livelock"]);
}

#[test]
fn a_counting_loop_is_a_limit() {
    let p = ProgramBuilder::new();
    let program = p.main(|f| {
        let count = f.reg();
        let here = f.here();
        let more = f.binary(BinOp::Add, count, int(1));
        f.emit(Inst::Copy {
            dst: count,
            src: reg(more),
            cells: 1,
        });
        f.jump(here);
    });
    let options = MachineOptions {
        max_steps_without_operation: 1000,
        ..Default::default()
    };
    assert_eq!(
        outcomes_with(program, options),
        ["limit StepsWithoutOperation"]
    );
}

#[test]
fn endless_recursion_overflows_the_stack() {
    let mut p = ProgramBuilder::new();
    let f1 = FuncId(1);
    p.function("recursive", move |f| {
        let dst = f.reg();
        f.emit(Inst::Call {
            callee: Callee::Function(f1),
            args: Box::new([Arg {
                src: int(0),
                cells: 1,
            }]),
            dst,
        });
    });
    let fault = fault_of(p.main(|f| {
        let dst = f.reg();
        f.emit(Inst::Call {
            callee: Callee::Function(f1),
            args: Box::new([Arg {
                src: int(0),
                cells: 1,
            }]),
            dst,
        });
    }));
    assert_eq!(
        (fault.kind, fault.message.as_str()),
        (FaultKind::Abort, "stack overflow")
    );
}

/// A worker panics inside a landing of this kind and prints on the way.
fn panicking(kind: LandingKind) -> Arc<Program> {
    let mut p = ProgramBuilder::new();
    let worker = p.function("worker", |f| {
        let start = f.here();
        f.panic();
        let target = f.here();
        f.landing(Landing {
            start,
            end: target,
            target,
            kind,
        });
        if kind == LandingKind::Cleanup {
            f.emit(Inst::Resume);
        } else {
            let caught = f.reg();
            f.reg();
            f.emit(Inst::Catch { dst: caught });
            f.print(Reg(0));
        }
    });
    p.main(|f| {
        let worker = f.spawn(worker, int(3));
        f.join(worker);
    })
}

#[test]
fn panics_are_bugs_unless_caught() {
    assert_eq!(outcomes(panicking(LandingKind::Catch)), ["ok 3"]);
    assert_eq!(outcomes(panicking(LandingKind::Cleanup)), ["Panic"]);
    assert_eq!(outcomes(panicking(LandingKind::ThreadBoundary)), ["Panic"]);
    let options = MachineOptions {
        child_panic: ChildPanic::Propagate,
        ..Default::default()
    };
    let propagated = outcomes_with(panicking(LandingKind::ThreadBoundary), options);
    assert_eq!(propagated, ["ok 3"]);
}

#[test]
fn a_snapshot_is_not_disturbed() {
    let mut p = ProgramBuilder::new();
    let x = p.cells("x", &[0]);
    let program = p.main(|f| {
        let x = f.addr(x);
        f.atomic_store(x, int(1));
        f.atomic_store(x, int(2));
    });
    let mut machine = start(program);
    let snapshot = machine.clone();
    let before = snapshot.fingerprint();
    machine.step(machine.transitions()[0]);
    assert_ne!(machine.fingerprint(), before);
    assert_eq!(snapshot.fingerprint(), before);
    let mut again = snapshot.clone();
    again.step(again.transitions()[0]);
    assert_eq!(again.fingerprint(), machine.fingerprint());
}

#[test]
fn equal_states_are_counted_once() {
    let mut p = ProgramBuilder::new();
    let x = p.cells("x", &[0]);
    let worker = p.function("worker", |f| {
        let x = f.addr(x);
        f.sync(
            Action::AtomicRmw(RmwOp::Add, ScalarType::I64),
            &[x, int(1), int(4)],
        );
    });
    let program = p.main(|f| {
        let a = f.spawn(worker, int(0));
        let b = f.spawn(worker, int(0));
        f.join(a);
        f.join(b);
    });
    // Orders of (spawn b) (add a) (add b) (join a) after the first spawn, and their states.
    assert_eq!(count(program), (5, 11));
}

#[test]
fn fingerprints_do_not_see_garbage() {
    let mut p = ProgramBuilder::new();
    p.cells("object", &[0]);
    let global = p.cells("global", &[0]);
    p.raw().layouts[1].pattern[0] = CellKind::Scalar(ScalarType::Ptr);
    let program = p.main(|f| {
        let global = f.addr(global);
        let choice = f.sync(Action::Choose, &[int(2)]);
        let dst = f.pointer();
        f.when(choice, |f| {
            f.emit(Inst::Alloc {
                dst,
                layout: LayoutId(0),
                count: int(1),
            });
            f.emit(Inst::Free { ptr: reg(dst) });
            f.emit(Inst::Alloc {
                dst,
                layout: LayoutId(0),
                count: int(1),
            });
        });
        f.emit(Inst::Alloc {
            dst,
            layout: LayoutId(0),
            count: int(1),
        });
        f.store(reg(dst), 0, int(5));
        f.store(global, 0, reg(dst));
        f.sync(Action::Yield, &[]);
        let address = f.load(global, 0);
        let value = f.load(reg(address), 0);
        f.print(value);
    });
    // Before the choice, at the yield, at the print, at the end, ended: the garbage makes none more.
    assert_eq!(count(program), (2, 5));
}

#[test]
fn pending_footprints_follow_the_state() {
    let mut p = ProgramBuilder::new();
    let x = p.cells("x", &[0]);
    let cas = Action::AtomicCas {
        ty: ScalarType::I64,
        weak: false,
    };
    let worker = p.function("worker", |f| {
        let x = f.addr(x);
        f.sync(cas, &[x, int(0), int(1), int(4), int(4)]);
    });
    let program = p.main(|f| {
        f.spawn(worker, int(0));
        f.spawn(worker, int(0));
        f.sync(Action::Yield, &[]);
    });
    let mut machine = start(program);
    let main = |machine: &Machine| machine.transitions()[0];
    machine.step(main(&machine));
    machine.step(main(&machine));
    let touch =
        |machine: &Machine, thread| machine.pending(ThreadId(thread)).unwrap().footprint[0].1;
    assert_eq!(touch(&machine, 2), Touch::Exclusive);
    machine.step(Transition {
        thread: ThreadId(1),
        arm: Arm::Only,
    });
    assert_eq!(touch(&machine, 2), Touch::Shared);
    assert_eq!(machine.thread_name(ThreadId(2)), "main.2");
}

#[test]
fn threads_can_be_named() {
    let mut p = ProgramBuilder::new();
    let text = p.cells("text", &[b'a' as u64, b'b' as u64, b'c' as u64]);
    let naming = |f: &mut FunctionBuilder, text: Operand, bytes: u64| {
        f.emit(Inst::Intrinsic {
            op: Intrinsic::SetThreadName,
            dst: Reg(0),
            args: Box::new([text, int(bytes)]),
        });
    };
    let worker = p.function("worker", |f| {
        let text = f.addr(text);
        naming(f, text, 3);
        f.sync(Action::Yield, &[]);
        f.print(Reg(0));
    });
    let program = p.main(|f| {
        let thread = f.spawn(worker, int(7));
        let text = f.addr(text);
        f.sync(Action::Yield, &[]);
        naming(f, text, 2);
        f.join(thread);
    });
    let mut machine = start(program);
    assert_eq!(machine.given_name(ThreadId(1)), None);
    machine.step(machine.transitions()[0]);
    assert_eq!(machine.given_name(ThreadId(1)), Some("abc"));
    assert_eq!(machine.given_name(ThreadId::MAIN), None);
    machine.step(machine.transitions()[0]);
    assert_eq!(machine.given_name(ThreadId::MAIN), Some("ab"));
    while machine.end().is_none() {
        machine.step(machine.transitions()[0]);
    }
    assert_eq!(machine.stdout(), "7", "naming has no result");
}

/// What a search that explores no state twice finds, and how many states it meets.
fn stateful(program: Arc<Program>, name: fn(&Machine) -> u128) -> (Vec<String>, usize) {
    let (mut outcomes, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut stack = vec![start(program)];
    while let Some(machine) = stack.pop() {
        if machine.end().is_some() {
            outcomes.insert(outcome(&machine));
        } else if seen.insert(name(&machine)) {
            assert!(seen.len() < 1000, "the search does not end");
            for transition in machine.transitions().into_iter().rev() {
                let mut next = machine.clone();
                next.step(transition);
                stack.push(next);
            }
        }
    }
    (outcomes.into_iter().collect(), seen.len())
}

/// The flag orders nothing, so only the order of the two critical sections tells whether the read of
/// `x` is a race; when both are over, the state is the same.
fn race_of_the_past() -> Arc<Program> {
    let mut p = ProgramBuilder::new();
    let x = p.cells("x", &[0]);
    let flag = p.cells("flag", &[0]);
    let m = p.sync("m", SyncKind::Mutex, &[0]);
    let relaxed = int(0);
    let writer = p.function("writer", move |f| {
        let (x, flag, m) = (f.addr(x), f.addr(flag), f.addr(m));
        f.store(x, 0, int(1));
        f.sync(Action::MutexLock, &[m]);
        f.hidden(Action::MutexUnlock, &[m]);
        f.sync(
            Action::AtomicStore(ScalarType::I64),
            &[flag, int(1), relaxed],
        );
    });
    let reader = p.function("reader", move |f| {
        let (x, flag, m) = (f.addr(x), f.addr(flag), f.addr(m));
        f.sync(Action::MutexLock, &[m]);
        f.hidden(Action::MutexUnlock, &[m]);
        let seen = f.sync(Action::AtomicLoad(ScalarType::I64), &[flag, relaxed]);
        f.when(seen, |f| {
            f.load(x, 0);
        });
    });
    p.main(|f| {
        let threads = [writer, reader].map(|func| f.spawn(func, int(0)));
        for thread in threads {
            f.join(thread);
        }
    })
}

#[test]
fn states_with_different_races_are_different() {
    let program = race_of_the_past();
    assert_eq!(outcomes(program.clone()), ["DataRace", "ok"]);
    // What the values alone do not show is lost.
    assert_eq!(stateful(program.clone(), Machine::fingerprint).0, ["ok"]);
    let (found, _) = stateful(program, |machine| machine.fingerprints().with_races);
    assert_eq!(found, ["DataRace", "ok"]);
}

#[test]
fn clocks_that_grow_make_no_new_states() {
    let mut p = ProgramBuilder::new();
    let x = p.cells("x", &[0]);
    let m = p.sync("m", SyncKind::Mutex, &[0]);
    let worker = p.function("worker", move |f| {
        let (x, m) = (f.addr(x), f.addr(m));
        let start = f.here();
        f.sync(Action::MutexLock, &[m]);
        let value = f.sync(Action::Choose, &[int(2)]);
        f.store(x, 0, reg(value));
        f.hidden(Action::MutexUnlock, &[m]);
        f.jump(start);
    });
    let program = p.main(|f| {
        let threads = [worker, worker].map(|func| f.spawn(func, int(0)));
        for thread in threads {
            f.join(thread);
        }
    });
    let (_, plain) = stateful(program.clone(), Machine::fingerprint);
    let (found, states) = stateful(program, |machine| machine.fingerprints().with_races);
    assert_eq!(found, [] as [String; 0]);
    assert!(
        plain <= states && states < 200,
        "{plain} and {states} states"
    );
}
