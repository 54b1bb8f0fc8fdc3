//! Strongly connected components without recursion: graphs here have paths as long as programs.

use fixedbitset::FixedBitSet;

/// The component of each node, numbered so that every edge goes to a component of the same or a
/// lower number (reverse topological order).
#[derive(Clone, Debug, Default)]
pub struct Components {
    /// Component of each node.
    pub of: Vec<u32>,
    /// All nodes, those of one component together.
    nodes: Vec<u32>,
    /// Where each component ends in `nodes`.
    ends: Vec<u32>,
    /// Nodes with an edge to themselves.
    loops: Vec<u32>,
}

impl Components {
    /// The nodes of each component.
    pub fn members(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let bounds = starts.zip(&self.ends);
        bounds.map(|(start, &end)| &self.nodes[start as usize..end as usize])
    }

    /// The nodes that lie on a cycle (a component of several nodes, or an edge to itself).
    pub fn on_cycle(&self) -> FixedBitSet {
        let mut cyclic = FixedBitSet::with_capacity(self.of.len());
        let several = self.members().filter(|members| members.len() > 1);
        let nodes = several.flatten().chain(&self.loops);
        cyclic.extend(nodes.map(|&node| node as usize));
        cyclic
    }
}

/// A node whose successors are being visited: those from `first` on, down to `next`, are done.
struct Visit {
    node: u32,
    first: u32,
    next: u32,
}

const UNSEEN: u32 = u32::MAX;

struct Tarjan<F> {
    successors: F,
    index: Vec<u32>,
    low: Vec<u32>,
    stack: Vec<u32>,
    visits: Vec<Visit>,
    /// The successors of the nodes in `visits`, those of the innermost last.
    pending: Vec<u32>,
    counter: u32,
    result: Components,
}

impl<F: FnMut(u32, &mut Vec<u32>)> Tarjan<F> {
    fn open(&mut self, node: u32) {
        self.index[node as usize] = self.counter;
        self.low[node as usize] = self.counter;
        self.counter += 1;
        self.stack.push(node);
        let first = self.pending.len() as u32;
        (self.successors)(node, &mut self.pending);
        let next = first;
        self.visits.push(Visit { node, first, next });
    }

    /// Takes the next successor of the innermost visit, or closes it.
    fn advance(&mut self) {
        let visit = self.visits.last_mut().expect("an open visit");
        let node = visit.node as usize;
        let Some(&to) = self.pending.get(visit.next as usize) else {
            self.pending.truncate(visit.first as usize);
            self.visits.pop();
            return self.close(node);
        };
        visit.next += 1;
        if to as usize == node {
            self.result.loops.push(to);
        }
        if self.index[to as usize] == UNSEEN {
            self.open(to);
        } else if self.result.of[to as usize] == UNSEEN {
            self.low[node] = self.low[node].min(self.index[to as usize]);
        }
    }

    fn close(&mut self, node: usize) {
        if let Some(parent) = self.visits.last() {
            let parent = parent.node as usize;
            self.low[parent] = self.low[parent].min(self.low[node]);
        }
        if self.low[node] != self.index[node] {
            return;
        }
        let component = self.result.ends.len() as u32;
        let start = self.stack.iter().rposition(|&n| n as usize == node);
        let members = self.stack.drain(start.expect("the root is on the stack")..);
        for member in members {
            self.result.of[member as usize] = component;
            self.result.nodes.push(member);
        }
        self.result.ends.push(self.result.nodes.len() as u32);
    }
}

/// Components of the graph over `0..count` whose edges `successors` lists (Tarjan 1972).
pub fn components(count: usize, successors: impl FnMut(u32, &mut Vec<u32>)) -> Components {
    let mut tarjan = Tarjan {
        successors,
        index: vec![UNSEEN; count],
        low: vec![0; count],
        stack: Vec::with_capacity(count),
        visits: Vec::with_capacity(count),
        pending: Vec::with_capacity(count),
        counter: 0,
        result: Components {
            of: vec![UNSEEN; count],
            nodes: Vec::with_capacity(count),
            ends: Vec::with_capacity(count),
            loops: Vec::new(),
        },
    };
    for root in 0..count as u32 {
        if tarjan.index[root as usize] == UNSEEN {
            tarjan.open(root);
            while !tarjan.visits.is_empty() {
                tarjan.advance();
            }
        }
    }
    tarjan.result
}

/// The nodes of `0..successors.len()` that can be reached, each behind those that it leads to, but for
/// edges that close a circle. Backwards it is the order in which a forward data flow settles soonest.
pub fn postorder(entries: &[u32], successors: &[Vec<u32>]) -> Vec<u32> {
    let mut seen = FixedBitSet::with_capacity(successors.len());
    let mut order = Vec::new();
    let mut visits: Vec<(u32, usize)> = Vec::new();
    for &entry in entries {
        if !seen.put(entry as usize) {
            visits.push((entry, 0));
        }
        while let Some((node, next)) = visits.last_mut() {
            match successors[*node as usize].get(*next) {
                Some(&to) => {
                    *next += 1;
                    if !seen.put(to as usize) {
                        visits.push((to, 0));
                    }
                }
                None => {
                    order.push(*node);
                    visits.pop();
                }
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(list: &[(u32, u32)]) -> impl FnMut(u32, &mut Vec<u32>) {
        move |node, out| out.extend(list.iter().filter(|e| e.0 == node).map(|e| e.1))
    }

    #[test]
    fn components_come_in_reverse_topological_order() {
        let list = [(0, 1), (1, 2), (2, 1), (2, 3), (4, 4)];
        let found = components(5, edges(&list));
        assert_eq!(found.of[1], found.of[2]);
        assert!(found.of[3] < found.of[2] && found.of[2] < found.of[0]);
        let cyclic = found.on_cycle();
        assert_eq!(cyclic.ones().collect::<Vec<_>>(), [1, 2, 4]);
    }

    #[test]
    fn postorder_ends_with_the_entry() {
        let successors = [vec![1, 2], vec![3], vec![3], vec![1], vec![0]];
        assert_eq!(super::postorder(&[0], &successors), [3, 1, 2, 0]);
        assert_eq!(super::postorder(&[4, 4], &successors), [3, 1, 2, 0, 4]);
    }
}
