//! The facts as text, for `vscheck emit peg|mhp|pairs`, and the parallel execution graph as a drawing.

use std::fmt::Write;

use vscheck_ir::{Inst, InstId, Program, Site};

use crate::access::{Access, Verb};
use crate::facts::{Facts, Pair};
use crate::mhp::Effect;
use crate::peg::{FrameId, NodeKind};
use crate::thread_set::{StaticThreadId, ThreadSet};

/// Writing to a string cannot fail.
macro_rules! line {
    ($out:expr, $($arg:tt)*) => {
        writeln!($out, $($arg)*).expect("writing to a string")
    };
}

/// What an access does, in a word or two.
pub fn verb_name(verb: Verb) -> &'static str {
    match verb {
        Verb::Read => "read",
        Verb::Write => "write",
        Verb::Increment => "increment",
        Verb::Lock => "lock",
        Verb::ReadLock => "read-lock",
        Verb::TryLock => "try-lock",
        Verb::TryReadLock => "try-read-lock",
        Verb::Unlock => "unlock",
        Verb::Reacquire => "reacquire",
        Verb::Wait => "wait",
        Verb::Notify => "notify",
        Verb::Arrive => "arrive",
        Verb::Initialize => "initialize",
        Verb::LookOnce => "look",
        Verb::UseChannel => "channel",
        Verb::AddSender => "add-sender",
        Verb::Park => "park",
        Verb::Unpark => "unpark",
        Verb::IsFinished => "is-finished",
        Verb::End => "end",
        Verb::Print => "print",
        Verb::EndProcess => "end-process",
    }
}

/// `file:line:column` of a site, or the site where the source is not known.
pub fn position(program: &Program, site: Site) -> String {
    let span = program
        .function(site.func)
        .spans
        .get(site.inst.index())
        .copied()
        .unwrap_or_default();
    match program.files.get(span.file.index()) {
        Some(file) => format!("{}:{}:{}", file.path, span.line, span.column),
        None => site.to_string(),
    }
}

fn threads(set: ThreadSet) -> String {
    let names: Vec<String> = set.iter().map(|t| t.to_string()).collect();
    format!("{{{}}}", names.join(" "))
}

impl Facts {
    fn frame_name(&self, program: &Program, frame: FrameId) -> String {
        let instance = self.peg.frames[frame.index()].instance;
        let function = program.function(self.points_to.call_graph.func(instance));
        format!("{} {}", self.peg.thread_of(frame), function.name)
    }

    fn node_text(&self, program: &Program, node: u32) -> String {
        let at = &self.peg.nodes[node as usize];
        let instance = self.peg.frames[at.frame.index()].instance;
        let func = self.points_to.call_graph.func(instance);
        let inst = |at: InstId| &program.function(func).code[at.index()];
        let what = match at.kind {
            NodeKind::Plain => String::new(),
            NodeKind::Exit => "exit".to_string(),
            NodeKind::Call => "call".to_string(),
            NodeKind::Waiting => "waiting".to_string(),
            NodeKind::Reacquire => "notify-entry".to_string(),
            NodeKind::Action => match inst(at.start) {
                Inst::Sync { action, .. } => format!("{action:?}"),
                other => unreachable!("{other:?} is no action"),
            },
        };
        let effect = match &self.peg.graph.effects[node as usize] {
            Effect::None => String::new(),
            Effect::Spawn(thread) => format!(" starts {thread}"),
            Effect::Join(thread) => format!(" ends {thread}"),
            Effect::JoinAll(set) => format!(" ends {}", threads(*set)),
        };
        format!("{}..{} {what}{effect}", at.start, at.end)
    }

    /// The static threads, their regions and the edges between them.
    pub fn print_peg(&self, program: &Program) -> String {
        let mut out = String::new();
        for (index, frame) in self.peg.frames.iter().enumerate() {
            let id = FrameId::new(index);
            line!(out, "{id}: {}", self.frame_name(program, id));
            for node in frame.nodes.0..frame.nodes.1 {
                let edges = &self.peg.graph.successors[node as usize];
                let text = self.node_text(program, node);
                line!(out, "  p{node} {text} -> {edges:?}");
            }
        }
        out
    }

    /// For each region, the threads that may run beside it.
    pub fn print_mhp(&self, program: &Program) -> String {
        let mut out = String::new();
        line!(out, "threads {}", self.peg.threads.len());
        for index in 0..self.peg.threads.len() {
            let thread = StaticThreadId::new(index);
            let many = if self.parallel.many.contains(thread) {
                " many"
            } else {
                ""
            };
            line!(
                out,
                "{thread}{many} {}",
                self.thread_origin(program, thread)
            );
        }
        for (node, beside) in self.parallel.beside.iter().enumerate() {
            if let Some(beside) = beside {
                let frame = self.peg.nodes[node].frame;
                let name = self.frame_name(program, frame);
                let text = self.node_text(program, node as u32);
                let beside = threads(*beside);
                let held = self.held[node];
                let locks = held.exclusive.count_ones() + held.shared.count_ones();
                line!(out, "p{node} {name} {text}: {beside} locks {locks}");
            }
        }
        line!(out, "parallel regions {}", self.parallel_regions());
        out
    }

    /// The user's call that starts a thread (`main` has none), outside of the library's code.
    pub fn spawn_site(&self, program: &Program, thread: StaticThreadId) -> Option<Site> {
        let (frame, at) = self.peg.threads[thread.index()].spawn?;
        let instance = self.peg.frames[frame.index()].instance;
        let func = self.points_to.call_graph.func(instance);
        let mut stack = self.peg.call_string(&self.points_to, frame);
        stack.push(Site { func, inst: at });
        let users = |site: &&Site| !program.function(site.func).is_model;
        let own = stack.iter().rev().find(users);
        own.or(stack.last()).copied()
    }

    fn thread_origin(&self, program: &Program, thread: StaticThreadId) -> String {
        match self.spawn_site(program, thread) {
            Some(site) => format!("spawned at {}", position(program, site)),
            None => program.entry_name.clone(),
        }
    }

    fn end_text(&self, program: &Program, access: &Access) -> String {
        let place = self.place(program, access.site);
        let function = &program.function(access.site.func).name;
        let context: Vec<String> = self
            .context(access)
            .iter()
            .map(|&site| position(program, site))
            .collect();
        format!(
            "{} {} {place} in {function} at {} [{}]",
            access.thread,
            verb_name(access.verb),
            position(program, access.site),
            context.join(", "),
        )
    }

    fn pair_text(&self, program: &Program, pair: &Pair) -> String {
        let alias = if pair.must { "must" } else { "may" };
        let plain = if pair.plain { " plain" } else { "" };
        let ends = [pair.a, pair.b].map(|end| self.end_text(program, end));
        let kind = pair.kind.name();
        format!("{kind} {alias}{plain}: {} | {}", ends[0], ends[1])
    }

    /// At most so many access pairs, the suspicions, and what the filters took.
    pub fn print_pairs(&self, program: &Program, most: usize) -> String {
        let mut out = String::new();
        let mut lines: Vec<String> = self
            .all_pairs()
            .take(most)
            .map(|pair| self.pair_text(program, &pair))
            .collect();
        lines.sort();
        lines.iter().for_each(|text| line!(out, "{text}"));
        for suspicion in &self.suspicions {
            let steps = suspicion.plan.iter().map(|step| {
                let word = if step.past { "past" } else { "to" };
                format!("{} {word} {}", step.thread, position(program, step.site))
            });
            let steps: Vec<String> = steps.collect();
            line!(out, "{:?}: {}", suspicion.kind, steps.join(", "));
        }
        line!(out, "filtered {:?}", self.pairs.filtered);
        out
    }

    /// The parallel execution graph for Graphviz: a cluster a frame, dashed edges to started threads.
    pub fn print_dot(&self, program: &Program) -> String {
        let mut out = String::from("digraph peg {\n  node [shape=box, fontname=monospace];\n");
        for (index, frame) in self.peg.frames.iter().enumerate() {
            let name = self.frame_name(program, FrameId::new(index));
            line!(out, "  subgraph cluster_{index} {{ label={name:?};");
            for node in frame.nodes.0..frame.nodes.1 {
                line!(
                    out,
                    "    p{node} [label={:?}];",
                    self.node_text(program, node)
                );
            }
            line!(out, "  }}");
        }
        for (node, edges) in self.peg.graph.successors.iter().enumerate() {
            for to in edges {
                line!(out, "  p{node} -> p{to};");
            }
            if let Effect::Spawn(thread) = self.peg.graph.effects[node] {
                for entry in &self.peg.graph.entries[thread.index()] {
                    line!(out, "  p{node} -> p{entry} [style=dashed];");
                }
            }
        }
        out.push_str("}\n");
        out
    }
}
