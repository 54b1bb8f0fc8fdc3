//! Builds the graph frame by frame, threads as their spawns are met.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use vscheck_ir::{Action, Function, Inst, InstId, Program};

use super::scopes::join_scopes;
use super::skeleton::{Segment, Skeleton, changing_instances};
use super::{Frame, FrameId, Node, NodeKind, Peg, StaticThread};
use crate::call_graph::InstanceId;
use crate::mhp::Effect;
use crate::points_to::PointsTo;
use crate::thread_set::{StaticThreadId, ThreadSet};

/// Past so many nodes, the frames of one function in one thread are shared by all its callers.
const NODES_WITH_CONTEXT: usize = 40_000;
/// Past so many threads, the threads of one spawn are shared by all who run it.
const THREADS_WITH_CONTEXT: usize = 192;

pub struct Builder<'a> {
    program: &'a Program,
    facts: &'a PointsTo,
    peg: Peg,
    skeletons: FxHashMap<InstanceId, Rc<Skeleton>>,
    /// Frames shared by all callers of an instance in a thread.
    shared_frames: FxHashMap<(StaticThreadId, InstanceId), FrameId>,
    /// Some thread of each spawn, for sharing.
    any_thread: FxHashMap<(InstanceId, InstId), StaticThreadId>,
    work: Vec<FrameId>,
    joins: Vec<(u32, FrameId, InstId)>,
}

impl<'a> Builder<'a> {
    pub fn new(program: &'a Program, facts: &'a PointsTo) -> Self {
        let peg = Peg {
            changing: changing_instances(program, facts),
            ..Peg::default()
        };
        Builder {
            program,
            facts,
            peg,
            skeletons: FxHashMap::default(),
            shared_frames: FxHashMap::default(),
            any_thread: FxHashMap::default(),
            work: Vec::new(),
            joins: Vec::new(),
        }
    }

    pub fn run(mut self) -> Peg {
        self.thread(None, &[InstanceId(0)]);
        while let Some(frame) = self.work.pop() {
            self.expand(frame);
        }
        for (node, frame, at) in std::mem::take(&mut self.joins) {
            let effect = self.join_effect(frame, at);
            self.peg.graph.effects[node as usize] = effect;
        }
        let threads = self.peg.threads.iter().enumerate();
        self.peg.graph.shared = threads
            .filter(|(_, t)| t.shared)
            .map(|(index, _)| StaticThreadId::new(index))
            .collect();
        join_scopes(self.program, self.facts, &mut self.peg);
        self.peg
    }

    fn thread(
        &mut self,
        spawn: Option<(FrameId, InstId)>,
        entries: &[InstanceId],
    ) -> StaticThreadId {
        let id = StaticThreadId::new(self.peg.threads.len());
        self.peg.threads.push(StaticThread {
            spawn,
            entries: Vec::new(),
            shared: false,
        });
        self.peg.graph.entries.push(Vec::new());
        self.peg.graph.exits.push(Vec::new());
        self.add_entries(id, entries);
        id
    }

    fn add_entries(&mut self, id: StaticThreadId, entries: &[InstanceId]) {
        for &entry in entries {
            let frame = self.frame(id, entry, None);
            let Frame { nodes, exits, .. } = self.peg.frames[frame.index()];
            self.peg.threads[id.index()].entries.push(frame);
            self.peg.graph.entries[id.index()].push(nodes.0);
            self.peg.graph.exits[id.index()].extend([exits.0, exits.1]);
        }
    }

    /// The last thread stands for all that no longer fit.
    fn crowd(&mut self, entries: &[InstanceId]) -> StaticThreadId {
        let last = StaticThreadId::new(self.peg.threads.len() - 1);
        self.peg.crowded = true;
        self.peg.threads[last.index()].shared = true;
        self.add_entries(last, entries);
        last
    }

    fn function(&self, instance: InstanceId) -> &'a Function {
        self.program.function(self.facts.call_graph.func(instance))
    }

    fn skeleton(&mut self, instance: InstanceId) -> Rc<Skeleton> {
        if let Some(known) = self.skeletons.get(&instance) {
            return known.clone();
        }
        let function = self.function(instance);
        let changing = &self.peg.changing;
        let skeleton = Skeleton::new(self.program, function, self.facts, changing, instance);
        let skeleton = Rc::new(skeleton);
        self.skeletons.insert(instance, skeleton.clone());
        skeleton
    }

    /// A new frame with its nodes, still without edges.
    fn frame(
        &mut self,
        thread: StaticThreadId,
        instance: InstanceId,
        parent: Option<(FrameId, InstId)>,
    ) -> FrameId {
        let id = FrameId::new(self.peg.frames.len());
        let skeleton = self.skeleton(instance);
        let first = self.peg.nodes.len() as u32;
        for segment in &skeleton.segments {
            self.node(id, thread, segment, NodeKind::Plain);
        }
        let end = self.peg.nodes.len() as u32;
        let last = skeleton.segments.last().expect("a function has code");
        let returns = self.node(id, thread, last, NodeKind::Exit);
        let unwinds = self.node(id, thread, last, NodeKind::Exit);
        self.peg.frames.push(Frame {
            thread,
            instance,
            parent,
            nodes: (first, end),
            exits: (returns, unwinds),
        });
        self.work.push(id);
        id
    }

    fn node(
        &mut self,
        frame: FrameId,
        thread: StaticThreadId,
        segment: &Segment,
        kind: NodeKind,
    ) -> u32 {
        let (start, end) = match kind {
            NodeKind::Exit => (segment.end, segment.end),
            NodeKind::Plain
            | NodeKind::Call
            | NodeKind::Action
            | NodeKind::Waiting
            | NodeKind::Reacquire => (segment.start, segment.end),
        };
        self.peg.nodes.push(Node {
            frame,
            start,
            end,
            kind,
        });
        self.peg.graph.effects.push(Effect::None);
        self.peg.graph.successors.push(Vec::new());
        self.peg.graph.thread_of.push(thread);
        self.peg.nodes.len() as u32 - 1
    }

    fn edge(&mut self, from: u32, to: u32) {
        let list = &mut self.peg.graph.successors[from as usize];
        if !list.contains(&to) {
            list.push(to);
        }
    }

    /// The edges of a frame's nodes.
    fn expand(&mut self, frame: FrameId) {
        let Frame {
            instance, nodes, ..
        } = self.peg.frames[frame.index()];
        let skeleton = self.skeleton(instance);
        for (index, segment) in skeleton.segments.iter().enumerate() {
            let node = nodes.0 + index as u32;
            if segment.event {
                self.event(frame, node, segment);
            } else {
                self.flow(frame, node, segment);
                self.unwind(frame, node, segment);
            }
        }
    }

    /// Edges from `node` to where the segment goes on.
    fn flow(&mut self, frame: FrameId, node: u32, segment: &Segment) {
        let Frame { nodes, exits, .. } = self.peg.frames[frame.index()];
        for &to in &segment.successors {
            self.edge(node, nodes.0 + to);
        }
        if segment.returns {
            self.edge(node, exits.0);
        }
    }

    /// Edges from `node` to where panics in the segment go on.
    fn unwind(&mut self, frame: FrameId, node: u32, segment: &Segment) {
        let Frame { nodes, exits, .. } = self.peg.frames[frame.index()];
        for &to in &segment.landings {
            self.edge(node, nodes.0 + to);
        }
        if segment.unwinds_out {
            self.edge(node, exits.1);
        }
    }

    fn event(&mut self, frame: FrameId, node: u32, segment: &Segment) {
        let instance = self.peg.frames[frame.index()].instance;
        match &self.function(instance).code[segment.start.index()] {
            Inst::Sync { action, .. } => self.action(frame, node, segment, *action),
            Inst::Call { .. } => self.call(frame, node, segment),
            other => unreachable!("{other:?} is no event"),
        }
    }

    fn action(&mut self, frame: FrameId, node: u32, segment: &Segment, action: Action) {
        self.peg.nodes[node as usize].kind = NodeKind::Action;
        let at = segment.start;
        if matches!(action, Action::CondvarWait | Action::CondvarWaitTimeout) {
            let thread = self.peg.thread_of(frame);
            let waiting = self.node(frame, thread, segment, NodeKind::Waiting);
            let reacquire = self.node(frame, thread, segment, NodeKind::Reacquire);
            self.edge(node, waiting);
            self.edge(waiting, reacquire);
            return self.flow(frame, reacquire, segment);
        }
        if action == Action::Spawn {
            let effect = self.spawn(frame, at).map_or(Effect::None, Effect::Spawn);
            self.peg.graph.effects[node as usize] = effect;
        }
        if action == Action::Join {
            self.joins.push((node, frame, at));
        }
        self.flow(frame, node, segment);
    }

    fn call(&mut self, frame: FrameId, node: u32, segment: &Segment) {
        self.peg.nodes[node as usize].kind = NodeKind::Call;
        let instance = self.peg.frames[frame.index()].instance;
        let facts = self.facts;
        for &callee in facts.call_graph.callees(instance, segment.start) {
            if !self.peg.changing.contains(callee.index()) {
                self.flow(frame, node, segment);
                self.unwind(frame, node, segment);
                continue;
            }
            let called = self.callee_frame(frame, segment.start, callee);
            let Frame { nodes, exits, .. } = self.peg.frames[called.index()];
            self.edge(node, nodes.0);
            self.flow(frame, exits.0, segment);
            self.unwind(frame, exits.1, segment);
        }
    }

    /// The frame of a callee: on the chain already (recursion), shared, or new.
    fn callee_frame(&mut self, frame: FrameId, at: InstId, callee: InstanceId) -> FrameId {
        let thread = self.peg.thread_of(frame);
        let key = (frame, at, self.facts.call_graph.func(callee));
        if let Some(&known) = self.peg.called.get(&key) {
            return known;
        }
        let shares = self.peg.nodes.len() > NODES_WITH_CONTEXT;
        let shared = self.shared_frames.get(&(thread, callee)).copied();
        let found = match self.on_chain(frame, callee).or(shared.filter(|_| shares)) {
            Some(found) => {
                self.peg.reentered.grow(self.peg.frames.len());
                self.peg.reentered.insert(found.index());
                found
            }
            None => self.frame(thread, callee, Some((frame, at))),
        };
        self.shared_frames.insert((thread, callee), found);
        self.peg.called.insert(key, found);
        found
    }

    fn on_chain(&self, frame: FrameId, instance: InstanceId) -> Option<FrameId> {
        let mut at = frame;
        loop {
            let Frame {
                instance: own,
                parent,
                ..
            } = self.peg.frames[at.index()];
            if own == instance {
                return Some(at);
            }
            at = parent?.0;
        }
    }

    /// The thread that a spawn starts: an ancestor's own spawn again (recursion), shared, or new.
    fn spawn(&mut self, frame: FrameId, at: InstId) -> Option<StaticThreadId> {
        if let Some(&known) = self.peg.spawned.get(&(frame, at)) {
            return Some(known);
        }
        let instance = self.peg.frames[frame.index()].instance;
        let facts = self.facts;
        let entries = facts.call_graph.spawns.get(&(instance, at))?;
        let many = self.peg.threads.len() >= THREADS_WITH_CONTEXT;
        let shared = self.any_thread.get(&(instance, at)).copied();
        let found = self
            .spawning_ancestor(frame, (instance, at))
            .or(shared.filter(|_| many));
        let full = self.peg.threads.len() >= ThreadSet::CAPACITY;
        let thread = match found {
            Some(found) => {
                self.peg.threads[found.index()].shared = true;
                found
            }
            None if full => self.crowd(entries),
            None => self.thread(Some((frame, at)), entries),
        };
        self.any_thread.insert((instance, at), thread);
        self.peg.spawned.insert((frame, at), thread);
        Some(thread)
    }

    fn spawning_ancestor(
        &self,
        frame: FrameId,
        spawn: (InstanceId, InstId),
    ) -> Option<StaticThreadId> {
        let mut thread = self.peg.thread_of(frame);
        loop {
            let (parent, at) = self.peg.threads[thread.index()].spawn?;
            if (self.peg.frames[parent.index()].instance, at) == spawn {
                return Some(thread);
            }
            thread = self.peg.thread_of(parent);
        }
    }

    /// A join ends its thread if only one static thread can have the number it is given, a child of
    /// the joining one, and the join is not repeated without the spawn.
    fn join_effect(&self, frame: FrameId, at: InstId) -> Effect {
        let Frame {
            instance, thread, ..
        } = self.peg.frames[frame.index()];
        let Inst::Sync { args, .. } = &self.function(instance).code[at.index()] else {
            return Effect::None;
        };
        let numbers = self.facts.thread_numbers(instance, args[0]);
        let [number] = numbers.as_slice() else {
            return Effect::None;
        };
        let spawn = self.facts.spawn_site(*number);
        let mut candidates =
            self.peg.spawned.iter().filter(|((spawner, at), _)| {
                (self.peg.frames[spawner.index()].instance, *at) == spawn
            });
        let (Some((&(spawner, _), &child)), None) = (candidates.next(), candidates.next()) else {
            return Effect::None;
        };
        if self.peg.thread_of(spawner) == thread && !self.peg.threads[child.index()].shared {
            Effect::Join(child)
        } else {
            Effect::None
        }
    }
}
