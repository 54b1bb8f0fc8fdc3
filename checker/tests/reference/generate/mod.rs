//! The program of a seed: each has two or three themes, so that its operations meet.

mod access;
mod lock;
mod meet;

use super::program::{Body, CELLS, Held, Op, Piece, Program, Room, THREADS};
use std::ops::Range;
use std::sync::atomic::Ordering::SeqCst;
use vscheck::random::Random;

/// What threads do beside atomic and plain accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Theme {
    Fences,
    Sums,
    Mutex,
    NestedMutexes,
    Attempts,
    Condvar,
    TimedWaits,
    ReadWriteLock,
    Channel,
    BlockingChannel,
    BoundedChannel,
    Queues,
    Panics,
    Once,
    OnceCell,
    Park,
    Barrier,
    Spin,
    Counted,
}

const THEMES: [Theme; 19] = [
    Theme::Fences,
    Theme::Sums,
    Theme::Mutex,
    Theme::NestedMutexes,
    Theme::Attempts,
    Theme::Condvar,
    Theme::TimedWaits,
    Theme::ReadWriteLock,
    Theme::Channel,
    Theme::BlockingChannel,
    Theme::BoundedChannel,
    Theme::Queues,
    Theme::Panics,
    Theme::Once,
    Theme::OnceCell,
    Theme::Park,
    Theme::Barrier,
    Theme::Spin,
    Theme::Counted,
];

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let mut themes = THEMES;
    random.shuffle(&mut themes);
    let themes = themes[..2 + random.below(2)].to_vec();
    let count = 3 + usize::from(random.chance(30));
    assert!(count <= THREADS);
    let channel = channel(&themes, &mut random);
    let queues = themes.contains(&Theme::Queues).then(|| {
        let room = |random: &mut Random| match random.chance(50) {
            true => Room::Unbounded,
            false => Room::Bounded(1),
        };
        [room(&mut random), room(&mut random)]
    });
    let is_nested = queues.is_none() && random.chance(25);
    let is_scoped = random.chance(25);
    let has_twins = !is_nested && channel.is_none() && random.chance(30);
    let mut writer = Writer {
        program: Program {
            bodies: Vec::new(),
            is_scoped,
            // What a scope makes of a panic that nobody takes would end `main`.
            leaves: random.chance(25) && !(is_scoped && themes.contains(&Theme::Panics)),
            is_nested,
            has_twins,
            is_safe: queues.is_some() || random.chance(50),
            channel,
            queues,
            takers: 1 + usize::from(has_twins || count == THREADS),
            has_counted: themes.contains(&Theme::Counted),
        },
        random,
        themes,
        count,
        thread: 0,
        registers: 0,
        owns: false,
        last_owns: true,
    };
    for thread in 0..count {
        let body = match thread {
            2 if writer.program.has_twins => writer.program.bodies[1].clone(),
            _ => writer.body(thread),
        };
        writer.program.bodies.push(body);
    }
    writer.program
}

/// The channel that the themes need.
fn channel(themes: &[Theme], random: &mut Random) -> Option<Room> {
    if themes.contains(&Theme::BoundedChannel) {
        return Some(Room::Bounded(random.below(2)));
    }
    let has = themes.contains(&Theme::Channel) || themes.contains(&Theme::BlockingChannel);
    has.then_some(Room::Unbounded)
}

struct Writer {
    /// What there is of it.
    program: Program,
    random: Random,
    themes: Vec<Theme>,
    /// Of threads.
    count: usize,
    /// The one that is being written.
    thread: usize,
    /// That it has so far.
    registers: usize,
    /// Whether it has a share of the counted object.
    owns: bool,
    /// Whether the last thread begins with one.
    last_owns: bool,
}

impl Writer {
    fn body(&mut self, thread: usize) -> Body {
        let is_last = thread + 1 == self.count;
        (self.thread, self.registers) = (thread, 0);
        self.owns = self.program.has_counted && (!is_last || self.last_owns);
        let mut body = Body {
            unwinding: self.unwinding(),
            ..Body::default()
        };
        let mut left = self.children();
        let count = if thread == 0 { 1 } else { 2 } + self.random.below(3);
        let meeting = self.themes.contains(&Theme::Barrier) && (thread == 1 || thread == 2);
        let meeting = meeting.then(|| self.random.below(count + 1));
        for at in 0..=count {
            while !left.is_empty() && (at == count || self.random.chance(60)) {
                body.push(self.spawn(left.start));
                left.start += 1;
                if self.themes.contains(&Theme::Park) && self.random.chance(30) {
                    let child = left.start - 1;
                    let text = format!("h{child}.thread().unpark();");
                    body.push(Piece::one(Op::Unpark(child), text));
                }
            }
            if meeting == Some(at) {
                let to = self.register();
                let text = format!("r[{to}] = BARRIER.wait().is_leader() as i32;");
                body.push(Piece::of(&[Op::Arrive(to), Op::Leave], text));
            }
            if at < count {
                body.push(self.piece());
            }
        }
        if self.program.channel.is_some() {
            body.push(Piece::one(Op::DropSender, "own.sender = None;".into()));
        }
        if self.program.channel.is_some() && thread == 1 {
            body.push(Piece::one(Op::DropReceiver, "own.receiver = None;".into()));
        }
        for op in self.queue_ends() {
            let end = match op {
                Op::DropPosts => "posts",
                _ => "takers",
            };
            body.push(Piece::one(op, format!("own.queues.{end} = None;")));
        }
        let left_alone = self.join_all(&mut body);
        if self.owns {
            body.push(self.drop_owner());
        }
        if thread == 0 {
            self.finish(&mut body, &left_alone);
        }
        body.registers = self.registers;
        body
    }

    /// The threads that the thread spawns.
    fn children(&self) -> Range<usize> {
        let last = self.count - 1;
        match self.thread {
            0 => 1..self.count - usize::from(self.program.is_nested),
            1 if self.program.is_nested => last..self.count,
            _ => 0..0,
        }
    }

    /// What the thread gives up when it panics, in the order in which it is dropped.
    fn unwinding(&self) -> Vec<Op> {
        let mut ops = Vec::new();
        if self.program.channel.is_some() {
            ops.push(Op::DropSender);
        }
        if self.program.channel.is_some() && self.thread == 1 {
            ops.push(Op::DropReceiver);
        }
        if self.owns {
            ops.extend(self.owner_dropped(None));
        }
        ops.extend(self.queue_ends());
        ops
    }

    /// What the thread has of queues, in the order in which it is dropped.
    fn queue_ends(&self) -> Vec<Op> {
        let takes = self.program.takes(self.thread);
        match self.program.queues {
            None => Vec::new(),
            Some(_) if self.thread == 0 => vec![Op::DropPosts, Op::DropTakers],
            Some(_) if takes => vec![Op::DropTakers],
            Some(_) => vec![Op::DropPosts],
        }
    }

    fn spawn(&mut self, other: usize) -> Piece {
        let receiver = if other == 1 {
            "receiver.take()"
        } else {
            "None"
        };
        let queues = match self.program.queues {
            None => "()",
            Some(_) if self.program.takes(other) => {
                "Queues { posts: None, takers: own.queues.takers.clone() }"
            }
            Some(_) => "Queues { posts: own.queues.posts.clone(), takers: None }",
        };
        let function = self.program.function_of(other);
        let spawn = match self.program.is_scoped && self.thread == 0 {
            true => "s.spawn",
            false => "thread::spawn",
        };
        let text = format!(
            "let h{other} = {{ let own = Own {{ main: own.main.clone(), sender: own.sender.clone(), \
             receiver: {receiver}, watched: own.watched.clone(), counted: own.counted.clone(), \
             queues: {queues} }}; \
             {spawn}(|| t{function}(own)) }};"
        );
        if other + 1 == self.count {
            self.last_owns = self.owns;
        }
        let owner: &[Op] = if self.owns { &[Op::AddOwner] } else { &[] };
        Piece::one(Op::Spawn(other), text).within(owner, &[], "{}")
    }

    /// Joins the threads that the thread has spawned. Gives those that it leaves alone.
    fn join_all(&mut self, body: &mut Body) -> Vec<usize> {
        let mut left = Vec::new();
        for other in self.children() {
            if self.random.chance(15) {
                let to = self.register();
                let text = format!("r[{to}] = h{other}.is_finished() as i32;");
                body.push(Piece::one(Op::IsFinished(other, to), text));
            }
            if self.program.leaves && self.thread == 0 && self.random.chance(50) {
                let text = format!("let r{other}: Vec<i32> = Vec::new();");
                body.lines.push(text);
                left.push(other);
                continue;
            }
            let mut text = format!("let r{other} = h{other}.join().unwrap_or(vec![LOST]);");
            if self.thread != 0 {
                text += &format!(" reads.extend(r{other});");
            }
            body.push(Piece::one(Op::Join(other), text));
            if self.random.chance(30) {
                body.push(self.access());
            }
        }
        left
    }

    /// The end of `main`, which looks at the cells, and may fail. A scope waits for the threads that were left alone.
    fn finish(&mut self, body: &mut Body, left_alone: &[usize]) {
        for cell in 0..CELLS {
            let to = self.register();
            let text = format!("r[{to}] = CELLS[{cell}].load(SeqCst);");
            body.push(Piece::one(Op::Load(cell, to, SeqCst), text));
        }
        // What a scope, or a plain place, makes of an end in between is another matter.
        let may_fail = !self.program.is_scoped && self.program.is_safe;
        if may_fail && self.random.chance(50) {
            let (register, value) = self.condition();
            let text = format!("assert_ne!(r[{register}], {value});");
            body.push(Piece::of(&[Op::Unless(register, value), Op::Fail], text));
        }
        if self.program.is_scoped {
            body.ops
                .extend(left_alone.iter().map(|&other| Op::Await(other)));
        }
        body.ops.push(Op::Exit);
    }

    fn register(&mut self) -> usize {
        self.registers += 1;
        self.registers - 1
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.random.below(list.len())]
    }

    fn number(&mut self) -> i32 {
        1 + self.random.below(3) as i32
    }

    /// Something of a theme, perhaps more than once, or an access.
    fn piece(&mut self) -> Piece {
        if self.random.chance(50) {
            return self.access();
        }
        let themes = self.themes.clone();
        let theme = self.one_of(&themes);
        match self.of_theme(theme) {
            // An owner is dropped once.
            Some(piece) if theme != Theme::Counted && self.random.chance(15) => piece.times(2),
            piece => piece.unwrap_or_else(|| self.access()),
        }
    }

    fn of_theme(&mut self, theme: Theme) -> Option<Piece> {
        match theme {
            Theme::Fences => Some(self.fence()),
            Theme::Sums => Some(self.sum()),
            Theme::NestedMutexes => Some(self.nested_sections()),
            Theme::Mutex | Theme::Attempts | Theme::ReadWriteLock | Theme::Once => {
                Some(self.section(theme))
            }
            Theme::Condvar => Some(self.wait_or_notify()),
            Theme::TimedWaits => Some(self.timed_wait()),
            Theme::Channel | Theme::BlockingChannel | Theme::BoundedChannel => self.message(theme),
            Theme::Queues => Some(self.queue_operation()),
            Theme::Panics => self.may_panic().then(|| self.panic(Held::Nothing)),
            Theme::OnceCell => Some(self.cell_set_once()),
            Theme::Park => Some(self.park_or_unpark()),
            Theme::Spin if self.thread + 1 == self.count => Some(self.spin()),
            Theme::Counted => Some(self.owner()),
            Theme::Barrier | Theme::Spin => None,
        }
    }
}
