//! What steps do to queues.

use super::super::program::{NOTHING, Op, Program, QUEUES, Room};
use super::super::state::{Queue, State};
use super::{Next, Step};

/// One of several things that a step may do.
#[derive(Clone, Copy)]
enum Way {
    Post(usize, i32),
    Take(usize),
}

impl Step {
    /// Does one of what can be done.
    pub fn select(&mut self, program: &Program, op: Op) -> Next {
        let all: Vec<Way> = (0..QUEUES).map(Way::Take).collect();
        let (ways, to) = match op {
            Op::Post(queue, value) => (vec![Way::Post(queue, value)], None),
            Op::Take(queue, to) => (vec![Way::Take(queue)], Some(to)),
            Op::TakeAny(to) | Op::TryTakeAny(to) => (all, Some(to)),
            Op::PostOrTake(queue, value, to) => (
                vec![Way::Post(queue, value), Way::Take(1 - queue)],
                Some(to),
            ),
            _ => unreachable!("{op:?} is of no queue"),
        };
        let ready = ways.into_iter().filter(|&way| self.is_ready(program, way));
        let ready: Vec<Way> = ready.collect();
        if ready.is_empty() {
            return match (op, to) {
                (Op::TryTakeAny(_), Some(to)) => {
                    self.own().registers[to] = NOTHING;
                    self.done()
                }
                _ => Next::Blocked,
            };
        }
        let shows_queue = !matches!(op, Op::Take(..));
        let after = ready.into_iter().map(|way| self.go(way, to, shows_queue));
        Next::States(after.collect())
    }

    fn is_ready(&self, program: &Program, way: Way) -> bool {
        match way {
            Way::Take(queue) => {
                let Queue {
                    messages, posts, ..
                } = &self.state.queues[queue];
                !messages.is_empty() || *posts == 0
            }
            Way::Post(queue, _) => {
                let Queue {
                    messages, takers, ..
                } = &self.state.queues[queue];
                let is_full = match program.queues.expect("there are queues")[queue] {
                    Room::Unbounded => false,
                    Room::Bounded(room) => messages.len() >= room,
                };
                !is_full || *takers == 0
            }
        }
    }

    /// The state after one way.
    fn go(&self, way: Way, to: Option<usize>, shows_queue: bool) -> State {
        let mut step = Step {
            state: self.state.clone(),
            thread: self.thread,
        };
        let result = match way {
            Way::Take(index) => {
                let messages = &mut step.state.queues[index].messages;
                let message = if messages.is_empty() {
                    -1
                } else {
                    messages.remove(0)
                };
                message + if shows_queue { 10 * index as i32 } else { 0 }
            }
            Way::Post(index, value) => {
                let queue = &mut step.state.queues[index];
                let is_lost = queue.takers == 0;
                if !is_lost {
                    queue.messages.push(value);
                }
                20 + i32::from(is_lost)
            }
        };
        if let Some(to) = to {
            step.own().registers[to] = result;
        }
        step.end()
    }

    pub fn leave_queues(&mut self, op: Op) -> Next {
        for queue in &mut self.state.queues {
            if matches!(op, Op::DropPosts) {
                queue.posts -= 1;
                continue;
            }
            queue.takers -= 1;
            if queue.takers == 0 {
                queue.messages.clear();
            }
        }
        self.done()
    }
}
