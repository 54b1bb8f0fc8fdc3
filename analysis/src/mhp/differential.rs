//! The analysis against exhaustive exploration: random programs of spawns, joins, branches and loops
//! are run in every interleaving, and what was ever seen side by side must be called parallel.

use std::collections::{HashSet, VecDeque};

use super::precise::{Rules, analyze_by};
use super::{Effect, Graph, Parallel};
use crate::thread_set::{StaticThreadId, ThreadSet};

/// A small generator (xorshift): same seed, same programs.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
}

/// The spawns, joins and fillers of one thread, in a line with at most one jump.
fn thread_body(random: &mut Random, children: &[StaticThreadId]) -> Vec<Effect> {
    let mut body = vec![Effect::None];
    let mut open = Vec::new();
    for &child in children {
        body.resize(body.len() + random.below(2), Effect::None);
        body.push(Effect::Spawn(child));
        open.push(child);
        if random.one_in(3) {
            let at = random.below(open.len());
            let child = open.swap_remove(at);
            push_join(random, &mut body, child);
        }
    }
    for child in open {
        if random.one_in(2) {
            push_join(random, &mut body, child);
        }
    }
    body.push(Effect::None);
    body
}

fn push_join(random: &mut Random, body: &mut Vec<Effect>, child: StaticThreadId) {
    body.push(Effect::None);
    body.push(if random.one_in(2) {
        Effect::Join(child)
    } else {
        Effect::JoinAll(ThreadSet::of(child))
    });
}

/// Two to five static threads in a random tree.
fn program(random: &mut Random) -> Graph {
    let count = 2 + random.below(4);
    let parents: Vec<usize> = (0..count).map(|t| random.below(t.max(1))).collect();
    let mut graph = Graph::default();
    for thread in 0..count {
        let children: Vec<StaticThreadId> = (1..count)
            .filter(|&child| parents[child] == thread)
            .map(StaticThreadId::new)
            .collect();
        let body = thread_body(random, &children);
        add_thread(&mut graph, random, thread, body);
    }
    graph
}

fn add_thread(graph: &mut Graph, random: &mut Random, thread: usize, body: Vec<Effect>) {
    let (first, len) = (graph.effects.len(), body.len());
    let jump = random
        .one_in(3)
        .then(|| (random.below(len - 1), random.below(len)));
    for at in 0..len {
        let mut to = Vec::new();
        if at + 1 < len {
            to.push((first + at + 1) as u32);
        }
        if let Some((_, target)) = jump.filter(|&(from, _)| from == at) {
            to.push((first + target) as u32);
        }
        graph.successors.push(to);
        graph.thread_of.push(StaticThreadId::new(thread));
    }
    graph.effects.extend(body);
    graph.entries.push(vec![first as u32]);
    graph.exits.push(vec![(first + len - 1) as u32]);
}

/// A running thread: its node (`None`: ended), and the instances it has started and not joined.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Running {
    node: Option<u32>,
    thread: StaticThreadId,
    started: Vec<u8>,
}

/// Most instances alive or ended in one explored state.
const MOST_INSTANCES: usize = 6;
/// Most states explored for one program.
const MOST_STATES: usize = 2_500;

/// Every pair of nodes seen side by side, and whether all states were seen.
struct Oracle {
    together: HashSet<(u32, u32)>,
    complete: bool,
}

fn explore(graph: &Graph) -> Oracle {
    let start = |thread: StaticThreadId| Running {
        node: Some(graph.entries[thread.index()][0]),
        thread,
        started: Vec::new(),
    };
    let initial = vec![start(StaticThreadId(0))];
    let mut seen = HashSet::from([initial.clone()]);
    let mut work = VecDeque::from([initial]);
    let mut oracle = Oracle {
        together: HashSet::new(),
        complete: true,
    };
    while let Some(state) = work.pop_front() {
        if seen.len() > MOST_STATES {
            oracle.complete = false;
            break;
        }
        record(&state, &mut oracle.together);
        for at in 0..state.len() {
            for next in steps(graph, &state, at, &start, &mut oracle.complete) {
                if seen.insert(next.clone()) {
                    work.push_back(next);
                }
            }
        }
    }
    oracle
}

fn record(state: &[Running], together: &mut HashSet<(u32, u32)>) {
    for (i, a) in state.iter().enumerate() {
        for b in &state[i + 1..] {
            if let (Some(a), Some(b)) = (a.node, b.node) {
                together.extend([(a, b), (b, a)]);
            }
        }
    }
}

/// The states after one step of the thread at `at`.
fn steps(
    graph: &Graph,
    state: &[Running],
    at: usize,
    start: &impl Fn(StaticThreadId) -> Running,
    complete: &mut bool,
) -> Vec<Vec<Running>> {
    let Some(node) = state[at].node else {
        return Vec::new();
    };
    let mut after = state.to_vec();
    let ended = |instance: &u8| state[*instance as usize].node.is_none();
    let is = |instance: &u8, thread| state[*instance as usize].thread == thread;
    match &graph.effects[node as usize] {
        Effect::None => {}
        Effect::Spawn(child) => {
            if state.len() == MOST_INSTANCES {
                *complete = false;
                return Vec::new();
            }
            after.push(start(*child));
            after[at].started.push(state.len() as u8);
        }
        // The latest handle: a loop that overwrites a handle detaches the earlier thread.
        Effect::Join(child) => {
            let started = &mut after[at].started;
            if let Some(handle) = started.iter().rposition(|i| is(i, *child)) {
                if !ended(&started[handle]) {
                    return Vec::new();
                }
                started.remove(handle);
            }
        }
        Effect::JoinAll(children) => {
            let joined = |i: &u8| children.contains(state[*i as usize].thread);
            if state[at].started.iter().any(|i| joined(i) && !ended(i)) {
                return Vec::new();
            }
            after[at].started.retain(|i| !joined(i));
        }
    }
    let targets = &graph.successors[node as usize];
    let mut nodes: Vec<Option<u32>> = targets.iter().map(|&to| Some(to)).collect();
    if nodes.is_empty() {
        nodes.push(None);
    }
    let go = |node| {
        let mut next = after.clone();
        next[at].node = node;
        next
    };
    nodes.into_iter().map(go).collect()
}

/// Pairs seen but not predicted, and pairs predicted but not seen in a complete exploration.
#[derive(Default, Debug)]
struct Tally {
    missed: usize,
    spurious: usize,
    right: usize,
}

fn compare(graph: &Graph, parallel: &Parallel, oracle: &Oracle, tally: &mut Tally) {
    let count = graph.effects.len() as u32;
    for a in 0..count {
        for b in 0..count {
            let predicted = parallel.may_meet(graph, a, b);
            match (predicted, oracle.together.contains(&(a, b))) {
                (true, true) => tally.right += 1,
                (false, true) => tally.missed += 1,
                (true, false) => tally.spurious += usize::from(oracle.complete),
                (false, false) => {}
            }
        }
    }
}

fn tally(programs: usize, rules: Rules) -> Tally {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut tally = Tally::default();
    for _ in 0..programs {
        let graph = program(&mut random);
        let parallel = analyze_by(&graph, rules);
        compare(&graph, &parallel, &explore(&graph), &mut tally);
    }
    tally
}

#[test]
fn is_sound_and_exact_on_random_programs() {
    let found = tally(2_000, Rules::SOUND);
    assert_eq!((found.missed, found.spurious), (0, 0), "{found:?}");
    assert!(found.right > 10_000, "{found:?}");
}

#[test]
fn dropping_any_condition_is_noticed() {
    let sound = Rules::SOUND;
    let weakened = [
        Rules {
            join_needs_one_child: false,
            ..sound
        },
        Rules {
            join_all_needs_one_self: false,
            ..sound
        },
        Rules {
            join_keeps_leftover: false,
            ..sound
        },
        Rules {
            spawn_keeps_before: false,
            ..sound
        },
    ];
    for rules in weakened {
        assert!(tally(400, rules).missed > 0, "{rules:?} went unnoticed");
    }
}

#[test]
fn the_coarse_analysis_is_sound() {
    let mut random = Random(77);
    let mut tally = Tally::default();
    for _ in 0..300 {
        let graph = program(&mut random);
        let parallel = super::coarse::analyze(&graph);
        compare(&graph, &parallel, &explore(&graph), &mut tally);
    }
    assert_eq!(tally.missed, 0, "{tally:?}");
}
