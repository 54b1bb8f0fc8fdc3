//! Each kind of synchronization object under all schedules of a small program.

mod support;

use support::*;
use vscheck_ir::*;
use vscheck_vm::{MachineOptions, TimeMode};

/// Two threads running `body`; then `after` in `main`.
fn two_threads(
    mut p: ProgramBuilder,
    body: impl FnOnce(&mut FunctionBuilder),
    after: impl FnOnce(&mut FunctionBuilder),
) -> std::sync::Arc<Program> {
    let worker = p.function("worker", body);
    p.main(|f| {
        let a = f.spawn(worker, int(1));
        let b = f.spawn(worker, int(2));
        f.join(a);
        f.join(b);
        after(f);
    })
}

#[test]
fn atomic_increments_lose_updates_but_do_not_race() {
    let mut p = ProgramBuilder::new();
    let x = p.cells("x", &[0]);
    let program = two_threads(
        p,
        |f| {
            let at = f.addr(x);
            let old = f.atomic_load(at);
            let new = f.binary(BinOp::Add, old, int(1));
            f.atomic_store(at, reg(new));
        },
        |f| {
            let at = f.addr(x);
            let value = f.load(at, 0);
            f.print(value);
        },
    );
    assert_eq!(outcomes(program), ["ok 1", "ok 2"]);
}

#[test]
fn compare_exchange_succeeds_once() {
    let mut p = ProgramBuilder::new();
    let x = p.cells("x", &[0]);
    let cas = Action::AtomicCas {
        ty: ScalarType::I64,
        weak: false,
    };
    let program = two_threads(
        p,
        |f| {
            let at = f.addr(x);
            let old = f.sync(cas, &[at, int(0), reg(Reg(0)), int(4), int(4)]);
            let succeeded = Reg(old.0 + 1);
            f.print(succeeded);
        },
        |_| {},
    );
    assert_eq!(outcomes(program), ["ok 01", "ok 10"]);
}

#[test]
fn mutex_orders_plain_accesses() {
    let mut p = ProgramBuilder::new();
    let m = p.sync("m", SyncKind::Mutex, &[0]);
    let x = p.cells("x", &[0]);
    let program = two_threads(
        p,
        |f| {
            let (m, x) = (f.addr(m), f.addr(x));
            f.sync(Action::MutexLock, &[m]);
            f.increment(x);
            f.hidden(Action::MutexUnlock, &[m]);
        },
        |f| {
            let x = f.addr(x);
            let value = f.load(x, 0);
            f.print(value);
        },
    );
    assert_eq!(outcomes(program), ["ok 2"]);
}

/// `main` waits for a number that a thread raises to two, or to be stopped by another, and prints the number.
fn waits_for_two(raises: bool, stops: bool) -> std::sync::Arc<Program> {
    let mut p = ProgramBuilder::new();
    let m = p.sync("m", SyncKind::Mutex, &[0]);
    let x = p.cells("x", &[0]);
    let stop = p.cells("stop", &[0]);
    let raise = p.function("raise", |f| {
        let (m, x) = (f.addr(m), f.addr(x));
        for _ in 0..2 {
            f.sync(Action::MutexLock, &[m]);
            f.increment(x);
            f.hidden(Action::MutexUnlock, &[m]);
        }
    });
    let end = p.function("end", |f| {
        let stop = f.addr(stop);
        f.atomic_store(stop, int(1));
    });
    p.main(|f| {
        if raises {
            f.spawn(raise, int(0));
        }
        if stops {
            f.spawn(end, int(0));
        }
        let (m, x, stop) = (f.addr(m), f.addr(x), f.addr(stop));
        f.sync(Action::MutexLockWhen, &[m, x, int(2), stop]);
        let value = f.load(x, 0);
        f.hidden(Action::MutexUnlock, &[m]);
        f.print(value);
    })
}

#[test]
fn a_mutex_is_taken_when_a_number_is_large_enough() {
    assert_eq!(outcomes(waits_for_two(true, false)), ["ok 2"]);
    assert_eq!(outcomes(waits_for_two(false, false)), ["Deadlock"]);
}

#[test]
fn who_waits_for_a_number_can_be_stopped() {
    let stopped = waits_for_two(true, true);
    assert_eq!(outcomes(stopped), ["ok 0", "ok 1", "ok 2"]);
    assert_eq!(outcomes(waits_for_two(false, true)), ["ok 0"]);
}

#[test]
fn plain_increments_race() {
    let mut p = ProgramBuilder::new();
    let x = p.cells("x", &[0]);
    let program = two_threads(
        p,
        |f| {
            let x = f.addr(x);
            f.increment(x);
        },
        |_| {},
    );
    assert_eq!(outcomes(program), ["DataRace"]);
}

#[test]
fn opposite_lock_order_deadlocks() {
    let mut p = ProgramBuilder::new();
    let a = p.sync("a", SyncKind::Mutex, &[0]);
    let b = p.sync("b", SyncKind::Mutex, &[0]);
    let body = |first: StaticId, second: StaticId| {
        move |f: &mut FunctionBuilder| {
            let (first, second) = (f.addr(first), f.addr(second));
            f.sync(Action::MutexLock, &[first]);
            f.sync(Action::MutexLock, &[second]);
            f.hidden(Action::MutexUnlock, &[second]);
            f.hidden(Action::MutexUnlock, &[first]);
        }
    };
    let one = p.function("one", body(a, b));
    let two = p.function("two", body(b, a));
    let program = p.main(|f| {
        let one = f.spawn(one, int(0));
        let two = f.spawn(two, int(0));
        f.join(one);
        f.join(two);
    });
    assert_eq!(outcomes(program), ["Deadlock", "ok"]);
}

#[test]
fn relock_by_the_holder_deadlocks_at_once() {
    let mut p = ProgramBuilder::new();
    let m = p.sync("m", SyncKind::Mutex, &[0]);
    let program = p.main(|f| {
        let m = f.addr(m);
        f.sync(Action::MutexLock, &[m]);
        f.sync(Action::MutexLock, &[m]);
    });
    assert_eq!(outcomes(program), ["Deadlock"]);
}

#[test]
fn try_lock_sees_both() {
    let mut p = ProgramBuilder::new();
    let m = p.sync("m", SyncKind::Mutex, &[0]);
    let program = two_threads(
        p,
        |f| {
            let m = f.addr(m);
            let taken = f.sync(Action::MutexTryLock, &[m]);
            f.print(taken);
            f.when(taken, |f| {
                f.sync(Action::MutexUnlock, &[m]);
            });
        },
        |_| {},
    );
    assert_eq!(outcomes(program), ["ok 01", "ok 10", "ok 11"]);
}

#[test]
fn reentrant_read_deadlocks_only_behind_a_writer() {
    let mut p = ProgramBuilder::new();
    let l = p.sync("l", SyncKind::RwLock, &[0, 0]);
    let reader = |f: &mut FunctionBuilder| {
        let l = f.addr(l);
        f.sync(Action::RwLockRead, &[l]);
        f.sync(Action::RwLockRead, &[l]);
        f.hidden(Action::RwLockUnlockRead, &[l]);
        f.hidden(Action::RwLockUnlockRead, &[l]);
    };
    let alone = p.function("reader", reader);
    let writer = p.function("writer", |f| {
        let l = f.addr(l);
        f.sync(Action::RwLockWrite, &[l]);
        f.hidden(Action::RwLockUnlockWrite, &[l]);
    });
    let program = p.main(|f| {
        let a = f.spawn(alone, int(0));
        let b = f.spawn(writer, int(0));
        f.join(a);
        f.join(b);
    });
    assert_eq!(outcomes(program), ["Deadlock", "ok"]);
}

#[test]
fn readers_share_and_writers_exclude() {
    let mut p = ProgramBuilder::new();
    let l = p.sync("l", SyncKind::RwLock, &[0, 0]);
    let x = p.cells("x", &[0]);
    let program = two_threads(
        p,
        |f| {
            let (l, x) = (f.addr(l), f.addr(x));
            f.sync(Action::RwLockRead, &[l]);
            let seen = f.load(x, 0);
            f.hidden(Action::RwLockUnlockRead, &[l]);
            f.sync(Action::RwLockWrite, &[l]);
            f.increment(x);
            f.hidden(Action::RwLockUnlockWrite, &[l]);
            f.print(seen);
        },
        |_| {},
    );
    assert_eq!(outcomes(program), ["ok 00", "ok 01", "ok 10"]);
}

/// A consumer waits until a flag is set under the mutex; `signal` is what the producer calls.
fn handshake(signal: Option<Action>, waits_in_loop: bool) -> std::sync::Arc<Program> {
    let mut p = ProgramBuilder::new();
    let m = p.sync("m", SyncKind::Mutex, &[0]);
    let c = p.sync("c", SyncKind::Condvar, &[0]);
    let flag = p.cells("flag", &[0]);
    let producer = p.function("producer", |f| {
        let (m, c, flag) = (f.addr(m), f.addr(c), f.addr(flag));
        f.sync(Action::MutexLock, &[m]);
        f.store(flag, 0, int(1));
        f.hidden(Action::MutexUnlock, &[m]);
        if let Some(signal) = signal {
            f.sync(signal, &[c]);
        }
    });
    p.main(|f| {
        let producer = f.spawn(producer, int(0));
        let (m, c, flag) = (f.addr(m), f.addr(c), f.addr(flag));
        f.sync(Action::MutexLock, &[m]);
        if waits_in_loop {
            f.until(|f| {
                let set = f.load(flag, 0);
                let unset = f.binary(BinOp::Eq, set, int(0));
                f.when(unset, |f| {
                    f.sync(Action::CondvarWait, &[c, m]);
                });
                f.load(flag, 0)
            });
        } else {
            f.sync(Action::CondvarWait, &[c, m]);
        }
        f.hidden(Action::MutexUnlock, &[m]);
        f.join(producer);
    })
}

#[test]
fn condvar_in_a_loop_never_loses_the_signal() {
    assert_eq!(outcomes(handshake(Some(Action::NotifyOne), true)), ["ok"]);
    assert_eq!(outcomes(handshake(Some(Action::NotifyAll), true)), ["ok"]);
}

#[test]
fn condvar_without_a_check_loses_the_signal() {
    assert_eq!(
        outcomes(handshake(Some(Action::NotifyOne), false)),
        ["Deadlock", "ok"]
    );
}

#[test]
fn condvar_without_a_signal_deadlocks_unless_spurious() {
    assert_eq!(outcomes(handshake(None, true)), ["Deadlock", "ok"]);
    let options = MachineOptions {
        spurious: 1,
        ..MachineOptions::default()
    };
    assert_eq!(
        outcomes_with(handshake(None, false), options),
        ["Deadlock", "ok"]
    );
    assert_eq!(outcomes(handshake(None, false)), ["Deadlock"]);
}

#[test]
fn notify_one_wakes_any_waiter() {
    let mut p = ProgramBuilder::new();
    let m = p.sync("m", SyncKind::Mutex, &[0]);
    let c = p.sync("c", SyncKind::Condvar, &[0]);
    let waiter = p.function("waiter", |f| {
        let (m, c) = (f.addr(m), f.addr(c));
        f.sync(Action::MutexLock, &[m]);
        f.sync(Action::CondvarWait, &[c, m]);
        f.hidden(Action::MutexUnlock, &[m]);
        f.print(Reg(0));
    });
    let program = p.main(|f| {
        let c = f.addr(c);
        f.spawn(waiter, int(1));
        f.spawn(waiter, int(2));
        f.sync(Action::NotifyOne, &[c]);
        // The other one waits for ever; `main` looks at neither.
        f.sync(Action::Sleep, &[int(1000)]);
    });
    assert_eq!(outcomes(program), ["ok", "ok 1", "ok 2"]);
}

#[test]
fn timed_wait_ends_either_way() {
    let mut p = ProgramBuilder::new();
    let m = p.sync("m", SyncKind::Mutex, &[0]);
    let c = p.sync("c", SyncKind::Condvar, &[0]);
    let notifier = p.function("notifier", |f| {
        let c = f.addr(c);
        f.sync(Action::NotifyOne, &[c]);
    });
    let program = p.main(|f| {
        let (m, c) = (f.addr(m), f.addr(c));
        f.spawn(notifier, int(0));
        f.sync(Action::MutexLock, &[m]);
        let timed_out = f.sync(Action::CondvarWaitTimeout, &[c, m, int(1000)]);
        f.hidden(Action::MutexUnlock, &[m]);
        f.print(timed_out);
    });
    assert_eq!(outcomes(program), ["ok 0", "ok 1"]);
}

#[test]
fn barrier_has_one_leader_a_round() {
    let mut p = ProgramBuilder::new();
    let b = p.sync("b", SyncKind::Barrier, &[2, 0, 0]);
    let program = two_threads(
        p,
        |f| {
            let b = f.addr(b);
            let first = f.sync(Action::BarrierWait, &[b]);
            let second = f.sync(Action::BarrierWait, &[b]);
            let sum = f.binary(BinOp::Mul, first, int(2));
            let sum = f.binary(BinOp::Add, sum, reg(second));
            f.print(sum);
        },
        |_| {},
    );
    assert_eq!(outcomes(program), ["ok 03", "ok 12", "ok 21", "ok 30"]);
}

#[test]
fn barrier_that_one_never_reaches_deadlocks() {
    let mut p = ProgramBuilder::new();
    let b = p.sync("b", SyncKind::Barrier, &[2, 0, 0]);
    let program = p.main(|f| {
        let b = f.addr(b);
        f.sync(Action::BarrierWait, &[b]);
    });
    assert_eq!(outcomes(program), ["Deadlock"]);
}

#[test]
fn once_runs_once() {
    let mut p = ProgramBuilder::new();
    let o = p.sync("o", SyncKind::Once, &[0]);
    let x = p.cells("x", &[0]);
    let program = two_threads(
        p,
        |f| {
            let (o, x) = (f.addr(o), f.addr(x));
            let must_run = f.sync(Action::OnceBegin, &[o]);
            f.when(must_run, |f| {
                f.increment(x);
                f.sync(Action::OnceEnd, &[o, int(1)]);
            });
            let value = f.load(x, 0);
            f.print(value);
        },
        |_| {},
    );
    assert_eq!(outcomes(program), ["ok 11"]);
}

/// One message through a channel, then the sender goes.
fn one_message(capacity: u64) -> std::sync::Arc<Program> {
    let mut p = ProgramBuilder::new();
    let ch = p.sync("ch", SyncKind::Channel, &[0, capacity, 1, 1, 0, 0, 0]);
    let sender = p.function("sender", |f| {
        let ch = f.addr(ch);
        let sent = f.sync(Action::ChannelSend, &[ch]);
        f.print(sent);
        f.sync(Action::ChannelDropSender, &[ch]);
    });
    p.main(|f| {
        let ch = f.addr(ch);
        let sender = f.spawn(sender, int(0));
        let first = f.sync(Action::ChannelReceive, &[ch]);
        let second = f.sync(Action::ChannelReceive, &[ch]);
        f.join(sender);
        f.print(first);
        f.print(second);
    })
}

#[test]
fn channel_delivers_and_disconnects() {
    for capacity in [0, 1, 2] {
        assert_eq!(
            outcomes(one_message(capacity)),
            ["ok 110"],
            "capacity {capacity}"
        );
    }
}

#[test]
fn full_channel_blocks_the_sender() {
    let mut p = ProgramBuilder::new();
    let ch = p.sync("ch", SyncKind::Channel, &[0, 2, 1, 1, 0, 0, 0]);
    let program = p.main(|f| {
        let ch = f.addr(ch);
        let sent = f.sync(Action::ChannelTrySend, &[ch]);
        f.print(sent);
        let sent = f.sync(Action::ChannelTrySend, &[ch]);
        f.print(sent);
        f.sync(Action::ChannelSend, &[ch]);
    });
    assert_eq!(outcomes(program), ["Deadlock 10"]);
}

#[test]
fn park_waits_for_its_token() {
    let mut p = ProgramBuilder::new();
    let parker = p.function("parker", |f| {
        f.sync(Action::Park, &[]);
        f.print(Reg(0));
        f.sync(Action::Park, &[]);
    });
    let program = p.main(|f| {
        let parker = f.spawn(parker, int(7));
        f.sync(Action::Unpark, &[reg(parker)]);
        f.join(parker);
    });
    assert_eq!(outcomes(program), ["Deadlock 7"]);
}

#[test]
fn sleepers_wake_in_order_or_in_any() {
    let mut p = ProgramBuilder::new();
    let sleeper = p.function("sleeper", |f| {
        f.sync(Action::Sleep, &[reg(Reg(0))]);
        f.print(Reg(0));
    });
    let program = p.main(|f| {
        let a = f.spawn(sleeper, int(5));
        let b = f.spawn(sleeper, int(3));
        f.join(a);
        f.join(b);
    });
    assert_eq!(outcomes(program.clone()), ["ok 35"]);
    let options = MachineOptions {
        time: TimeMode::Free,
        ..MachineOptions::default()
    };
    assert_eq!(outcomes_with(program, options), ["ok 35", "ok 53"]);
}

#[test]
fn the_last_reference_is_dropped_once() {
    let mut p = ProgramBuilder::new();
    let rc = p.sync("rc", SyncKind::RefCount, &[2]);
    let program = two_threads(
        p,
        |f| {
            let rc = f.addr(rc);
            let last = f.sync(Action::RefDecrement, &[rc]);
            f.print(last);
        },
        |_| {},
    );
    assert_eq!(outcomes(program), ["ok 01", "ok 10"]);
}

#[test]
fn choices_are_all_explored() {
    let p = ProgramBuilder::new();
    let program = p.main(|f| {
        let value = f.sync(Action::Choose, &[int(3)]);
        f.print(value);
    });
    assert_eq!(outcomes(program), ["ok 0", "ok 1", "ok 2"]);
}

#[test]
fn the_end_of_main_ends_all() {
    let mut p = ProgramBuilder::new();
    let worker = p.function("worker", |f| f.print(Reg(0)));
    let program = p.main(|f| {
        f.spawn(worker, int(4));
    });
    assert_eq!(outcomes(program), ["ok", "ok 4"]);
}

#[test]
fn is_finished_sees_both() {
    let mut p = ProgramBuilder::new();
    let worker = p.function("worker", |_| {});
    let program = p.main(|f| {
        let worker = f.spawn(worker, int(4));
        let finished = f.sync(Action::IsFinished, &[reg(worker)]);
        f.print(finished);
    });
    assert_eq!(outcomes(program), ["ok 0", "ok 1"]);
}

#[test]
fn a_sleeper_may_wake_before_a_wait_times_out() {
    let mut p = ProgramBuilder::new();
    let ch = p.sync("ch", SyncKind::Channel, &[0, 0, 1, 1, 0, 0, 0]);
    let sender = p.function("sender", |f| {
        let ch = f.addr(ch);
        f.sync(Action::Sleep, &[int(10)]);
        f.sync(Action::ChannelSend, &[ch]);
    });
    let program = p.main(|f| {
        let ch = f.addr(ch);
        f.spawn(sender, int(0));
        let received = f.sync(Action::ChannelReceiveTimeout, &[ch, int(1000)]);
        f.print(received);
    });
    assert_eq!(outcomes(program), ["ok 0", "ok 1"]);
}

#[test]
fn try_receive_meets_a_waiting_sender() {
    let mut p = ProgramBuilder::new();
    let ch = p.sync("ch", SyncKind::Channel, &[0, 1, 1, 1, 0, 0, 0]);
    let sender = p.function("sender", |f| {
        let ch = f.addr(ch);
        let sent = f.sync(Action::ChannelSend, &[ch]);
        f.print(sent);
    });
    let program = p.main(|f| {
        let thread = f.spawn(sender, int(0));
        let ch = f.addr(ch);
        let received = f.sync(Action::ChannelTryReceive, &[ch]);
        f.print(received);
        f.sync(Action::ChannelDropReceiver, &[ch]);
        f.join(thread);
    });
    // Too early, and the sender finds the receiver gone; or it meets the sender.
    assert_eq!(outcomes(program), ["ok 00", "ok 11"]);
}
