//! Every interleaving, with no reduction and no state matching. Never optimized: what it says is what
//! every other engine is held against. (The agreement test has it go round loops that only wait, too:
//! see `looks_ahead` of the machine's options.)

use crate::exploration::Exploration;
use crate::run::Run;
use vscheck_vm::Transition;

/// A state on the way, and the transitions that are still to be taken from it (the last one first).
struct Frame {
    run: Run,
    remaining: Vec<Transition>,
}

/// Takes every transition from every state that any schedule reaches.
pub fn explore(cx: &mut Exploration) {
    let start = cx.start();
    let mut stack = Vec::new();
    enter(cx, &mut stack, start);
    while let Some(top) = stack.last_mut() {
        if cx.should_stop() {
            return;
        }
        let Some(transition) = top.remaining.pop() else {
            stack.pop();
            continue;
        };
        let mut run = top.run.clone();
        cx.step(&mut run, transition);
        enter(cx, &mut stack, run);
    }
}

/// Records a run that is over; any other one is gone on with from here.
fn enter(cx: &mut Exploration, stack: &mut Vec<Frame>, run: Run) {
    if cx.is_over(&run) {
        cx.finish(&run);
        return;
    }
    let mut remaining = cx.ordered_transitions(&run);
    remaining.reverse();
    stack.push(Frame {
        run: cx.snapshot(&run),
        remaining,
    });
}
