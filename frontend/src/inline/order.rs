//! The order in which functions are inlined: callees first.

use vscheck_ir::{Callee, FuncId, Inst, Program};

/// A function, and what it is to those that call it.
pub struct Called {
    /// Which.
    pub func: FuncId,
    /// It may call itself.
    pub is_recursive: bool,
}

/// All functions, callees before callers; those of a wave do not wait for each other.
pub fn waves(program: &Program) -> Vec<Vec<Called>> {
    let count = program.functions.len();
    let mut walk = Walk {
        calls: program.functions.iter().map(|f| calls(&f.code)).collect(),
        number: vec![0; count],
        low: vec![0; count],
        on_stack: vec![false; count],
        stack: Vec::new(),
        next: 1,
        height: vec![0; count],
        waves: Vec::new(),
    };
    for index in 0..count {
        if walk.number[index] == 0 {
            walk.visit(index);
        }
    }
    walk.waves
}

fn calls(code: &[Inst]) -> Vec<usize> {
    let mut found: Vec<usize> = code
        .iter()
        .filter_map(|inst| match inst {
            Inst::Call {
                callee: Callee::Function(callee),
                ..
            } => Some(callee.index()),
            _ => None,
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Tarjan's strongly connected components, with an explicit stack of calls.
struct Walk {
    calls: Vec<Vec<usize>>,
    number: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    next: u32,
    /// In which wave a function is.
    height: Vec<usize>,
    waves: Vec<Vec<Called>>,
}

impl Walk {
    fn visit(&mut self, root: usize) {
        let mut frames = vec![(root, 0)];
        self.enter(root);
        while let Some((at, position)) = frames.last_mut() {
            let at = *at;
            match self.calls[at].get(*position).copied() {
                Some(callee) => {
                    *position += 1;
                    if self.number[callee] == 0 {
                        self.enter(callee);
                        frames.push((callee, 0));
                    } else if self.on_stack[callee] {
                        self.low[at] = self.low[at].min(self.number[callee]);
                    }
                }
                None => {
                    frames.pop();
                    if let Some(&(caller, _)) = frames.last() {
                        self.low[caller] = self.low[caller].min(self.low[at]);
                    }
                    if self.low[at] == self.number[at] {
                        self.component(at);
                    }
                }
            }
        }
    }

    fn enter(&mut self, at: usize) {
        self.number[at] = self.next;
        self.low[at] = self.next;
        self.next += 1;
        self.stack.push(at);
        self.on_stack[at] = true;
    }

    fn component(&mut self, root: usize) {
        let start = self.stack.iter().rposition(|&at| at == root).unwrap_or(0);
        let members = self.stack.split_off(start);
        let is_recursive = members.len() > 1 || self.calls[root].contains(&root);
        let callees = members.iter().flat_map(|&member| &self.calls[member]);
        // Of the stack only the members themselves can be called.
        let outside = callees.filter(|&&callee| !self.on_stack[callee]);
        let below = outside.map(|&callee| self.height[callee] + 1);
        let height = below.max().unwrap_or(0);
        self.waves
            .resize_with(self.waves.len().max(height + 1), Vec::new);
        for member in members {
            self.on_stack[member] = false;
            self.height[member] = height;
            let func = FuncId::new(member);
            self.waves[height].push(Called { func, is_recursive });
        }
    }
}
