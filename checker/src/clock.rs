//! Vector clocks over the dependence relation: which events of a trace had to happen before which.

use crate::run::Event;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use vscheck_ir::graph::components;
use vscheck_vm::{CutOff, Object, Operation, ThreadId, Touch, Transition, dependent};

/// For each thread (by index), how many of its events are known: an event with clock `c` of thread
/// `t` happened before everything whose clock has `clock[t] >= c[t]`. Missing entries are 0.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Clock(SmallVec<[u32; 8]>);

impl Clone for Clock {
    /// As one block: the derived clone goes number by number.
    fn clone(&self) -> Clock {
        Clock(SmallVec::from_slice(&self.0))
    }
}

impl Clock {
    /// The entry of a thread.
    pub fn get(&self, thread: ThreadId) -> u32 {
        self.0.get(thread.index()).copied().unwrap_or(0)
    }

    /// Learns all that `other` knows.
    pub fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, &theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(theirs);
        }
    }

    /// Adds one event of a thread.
    pub fn tick(&mut self, thread: ThreadId) {
        if self.0.len() <= thread.index() {
            self.0.resize(thread.index() + 1, 0);
        }
        self.0[thread.index()] += 1;
    }
}

/// What is known after the touches of one object so far, by kind of touch.
#[derive(Clone, Debug)]
struct ObjectClocks {
    shared: Clock,
    /// After the latest changes that commute with each other.
    change: Clock,
    /// Their kind.
    kind: Touch,
    /// After all that every touch from now on comes after.
    exclusive: Clock,
}

impl Default for ObjectClocks {
    fn default() -> ObjectClocks {
        ObjectClocks {
            shared: Clock::default(),
            change: Clock::default(),
            kind: Touch::Accumulate,
            exclusive: Clock::default(),
        }
    }
}

impl ObjectClocks {
    /// Adds a touch, with this clock.
    fn push(&mut self, touch: Touch, clock: &Clock) {
        match touch {
            Touch::Shared => self.shared.join(clock),
            Touch::Accumulate | Touch::Update(_) | Touch::PassThrough => {
                if touch != self.kind {
                    self.kind = touch;
                    self.exclusive.join(&std::mem::take(&mut self.change));
                }
                self.change.join(clock);
            }
            Touch::Exclusive => self.exclusive.join(clock),
        }
    }

    /// Learns what a touch depends on: all touches but those of its own commuting kind.
    fn tell(&self, touch: Touch, clock: &mut Clock) {
        clock.join(&self.exclusive);
        if touch != Touch::Shared {
            clock.join(&self.shared);
        }
        if touch != self.kind {
            clock.join(&self.change);
        }
    }
}

/// Computes clocks event by event, in time proportional to threads and footprint.
#[derive(Clone, Debug, Default)]
pub struct Clocks {
    threads: Vec<Clock>,
    objects: FxHashMap<Object, ObjectClocks>,
    /// Everything so far.
    all: Clock,
    /// The last operation that depended on everything.
    world: Clock,
}

impl Clocks {
    /// The clock an operation would have if it were the next event.
    pub fn peek(&self, operation: &Operation) -> Clock {
        let mut clock = self.of_thread(operation.thread);
        clock.join(&self.world);
        for &(object, touch) in &operation.footprint {
            if object == Object::World {
                clock.join(&self.all);
            } else if let Some(clocks) = self.objects.get(&object) {
                clocks.tell(touch, &mut clock);
            }
        }
        clock.tick(operation.thread);
        clock
    }

    /// Adds an event and returns its clock.
    pub fn push(&mut self, operation: &Operation) -> Clock {
        let clock = self.peek(operation);
        for &(object, touch) in &operation.footprint {
            match object {
                Object::World => self.world.join(&clock),
                Object::Last(_) => {}
                object => {
                    let known = self.objects.entry(object).or_default();
                    known.push(touch, &clock);
                }
            }
        }
        let index = operation.thread.index();
        if self.threads.len() <= index {
            self.threads.resize(index + 1, Clock::default());
        }
        self.threads[index] = clock.clone();
        self.all.join(&clock);
        clock
    }

    /// What a thread knows after its last event.
    pub fn of_thread(&self, thread: ThreadId) -> Clock {
        self.threads
            .get(thread.index())
            .cloned()
            .unwrap_or_default()
    }
}

/// Whether the last event depends on what its user did after a use of an object: then the use came before
/// under every interleaving like this one. Where it does not, nothing but chance had the use come first.
/// (The order of prints is chance too.)
pub fn is_known_at_end(events: &[&Event], user: ThreadId, at: &CutOff) -> bool {
    let mut clocks = Clocks::default();
    let mut known = Clock::default();
    for event in events {
        let mut operation = event.operation.clone();
        operation
            .footprint
            .retain(|&mut (object, _)| object != Object::Output);
        known = clocks.push(&operation);
    }
    let steps = clocks.of_thread(user).get(user);
    let since = (steps as u8).wrapping_sub(at.steps) as u32;
    let needed = steps.saturating_sub(since) + u32::from(!at.atomic);
    known.get(user) >= needed
}

/// Executions, to be told apart by their value schedules.
#[derive(Debug, Default)]
pub struct Interleavings(FxHashMap<Box<[Transition]>, Neighbours>);

/// Which steps of an execution commute with the next one, and its number.
type Neighbours = (Box<[bool]>, usize);

/// How executions differ.
#[derive(Debug, Default)]
pub struct ValueSchedules {
    /// How many value schedules they have.
    pub count: usize,
    /// Two steps that commute in one order and not in the other. By the other order a conflict that is none
    /// would hide conflicts of what comes after.
    pub one_sided: Option<[Transition; 2]>,
}

impl Interleavings {
    /// Adds an execution. That a thread says that it waits is no step of it where nobody hears.
    pub fn insert(&mut self, events: &[&Event]) {
        let heard = (0..events.len()).filter(|&at| !is_unheard(&events[at..]));
        let events: Vec<&Event> = heard.map(|at| events[at]).collect();
        let pairs = events.iter().zip(events.iter().skip(1));
        let commute = pairs.map(|(a, b)| !dependent(&a.operation, &b.operation));
        let steps = events.iter().map(|event| event.transition).collect();
        let number = self.0.len();
        self.0.entry(steps).or_insert((commute.collect(), number));
    }

    /// Two of them have the same value schedule if one comes from the other by swapping neighbours that
    /// commute. (Which objects a step touches may change by that: of several senders that go, whoever goes
    /// last takes away what a receiver waits for. So clocks of the steps would tell too much apart.)
    pub fn value_schedules(&self) -> ValueSchedules {
        let mut neighbours = vec![Vec::new(); self.0.len()];
        let mut one_sided = None;
        for (steps, (commute, number)) in &self.0 {
            for at in (0..commute.len()).filter(|&at| commute[at]) {
                let mut swapped = steps.clone();
                swapped.swap(at, at + 1);
                let Some((back, other)) = self.0.get(&swapped) else {
                    continue;
                };
                if back[at] {
                    neighbours[*number].push(*other as u32);
                } else {
                    one_sided = Some([steps[at], steps[at + 1]]);
                }
            }
        }
        // Who is a neighbour has this one for a neighbour, so components are classes.
        let classes = components(neighbours.len(), |node, out| {
            out.extend(&neighbours[node as usize]);
        });
        let count = classes.members().count();
        ValueSchedules { count, one_sided }
    }
}

/// Whether the first of these steps says that its thread waits, and none before the thread's next step
/// depends on it.
fn is_unheard(events: &[&Event]) -> bool {
    let (says, later) = (events[0], &events[1..]);
    let mut next = later.iter();
    let next = next.find(|event| dependent(&event.operation, &says.operation));
    says.announces && next.is_none_or(|event| event.thread() == says.thread())
}

#[cfg(test)]
mod tests {
    use super::*;
    use vscheck_ir::{Action, InstId, RmwOp, Site, program::FuncId};
    use vscheck_vm::Arm;

    fn operation(thread: u16, object: u64, touch: Touch) -> Operation {
        Operation {
            thread: ThreadId(thread),
            site: Site {
                func: FuncId(0),
                inst: InstId(0),
            },
            action: Action::Yield,
            named: None,
            awaits: false,
            recurs: false,
            footprint: SmallVec::from_slice(&[(Object::Cell(object), touch)]),
        }
    }

    #[test]
    fn agrees_with_pairwise_dependence() {
        let update = Touch::Update(RmwOp::Max);
        let touches = [Touch::Shared, Touch::Accumulate, update, Touch::Exclusive];
        let mut random = crate::random::Random::new(7);
        for _ in 0..200 {
            let operations: Vec<Operation> = (0..12)
                .map(|_| {
                    let touch = touches[random.below(touches.len())];
                    operation(random.below(3) as u16, random.below(2) as u64, touch)
                })
                .collect();
            assert_eq!(fast(&operations), by_definition(&operations));
        }
    }

    /// An execution of steps of threads 1 and 2.
    fn execution(order: [u16; 2], touches: [Touch; 2]) -> Vec<Event> {
        let both = order.into_iter().zip(touches);
        let event = |(thread, touch)| Event {
            transition: Transition {
                thread: ThreadId(thread),
                arm: Arm::Only,
            },
            operation: operation(thread, 0, touch),
            arms: SmallVec::default(),
            announces: false,
        };
        both.map(event).collect()
    }

    #[test]
    fn conflicts_in_one_order_only_are_found() {
        let told = |second: [Touch; 2]| {
            let mut all = Interleavings::default();
            let both = [
                execution([1, 2], [Touch::Accumulate; 2]),
                execution([2, 1], second),
            ];
            for events in &both {
                all.insert(&events.iter().collect::<Vec<_>>());
            }
            let ValueSchedules { count, one_sided } = all.value_schedules();
            (count, one_sided.is_some())
        };
        assert_eq!(told([Touch::Accumulate; 2]), (1, false));
        assert_eq!(told([Touch::Accumulate, Touch::Exclusive]), (2, true));
    }

    fn fast(operations: &[Operation]) -> Vec<Clock> {
        let mut clocks = Clocks::default();
        operations.iter().map(|o| clocks.push(o)).collect()
    }

    fn by_definition(operations: &[Operation]) -> Vec<Clock> {
        let mut out: Vec<Clock> = Vec::new();
        for (i, operation) in operations.iter().enumerate() {
            let mut clock = Clock::default();
            for (j, earlier) in operations[..i].iter().enumerate() {
                if vscheck_vm::dependent(earlier, operation) {
                    clock.join(&out[j]);
                }
            }
            clock.tick(operation.thread);
            out.push(clock);
        }
        out
    }
}
