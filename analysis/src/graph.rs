//! Strongly connected components without recursion: graphs here have paths as long as programs.

/// The component of each node, numbered so that every edge goes to a component of the same or a
/// lower number (reverse topological order).
pub struct Components {
    /// Component of each node.
    pub of: Vec<u32>,
    /// Nodes of each component.
    pub members: Vec<Vec<u32>>,
}

/// A node whose successors are being visited.
struct Visit {
    node: u32,
    successors: Vec<u32>,
    next: usize,
}

const UNSEEN: u32 = u32::MAX;

struct Tarjan<F> {
    successors: F,
    index: Vec<u32>,
    low: Vec<u32>,
    stack: Vec<u32>,
    visits: Vec<Visit>,
    counter: u32,
    result: Components,
}

impl<F: FnMut(u32, &mut Vec<u32>)> Tarjan<F> {
    fn open(&mut self, node: u32) {
        self.index[node as usize] = self.counter;
        self.low[node as usize] = self.counter;
        self.counter += 1;
        self.stack.push(node);
        let mut successors = Vec::new();
        (self.successors)(node, &mut successors);
        self.visits.push(Visit {
            node,
            successors,
            next: 0,
        });
    }

    /// Takes the next successor of the innermost visit, or closes it.
    fn advance(&mut self) {
        let visit = self.visits.last_mut().expect("an open visit");
        let node = visit.node as usize;
        let Some(&to) = visit.successors.get(visit.next) else {
            self.visits.pop();
            return self.close(node);
        };
        visit.next += 1;
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
        let component = self.result.members.len() as u32;
        let start = self.stack.iter().rposition(|&n| n as usize == node);
        let members = self
            .stack
            .split_off(start.expect("the root is on the stack"));
        for &member in &members {
            self.result.of[member as usize] = component;
        }
        self.result.members.push(members);
    }
}

/// Components of the graph over `0..count` whose edges `successors` lists (Tarjan 1972).
pub fn components(count: usize, successors: impl FnMut(u32, &mut Vec<u32>)) -> Components {
    let mut tarjan = Tarjan {
        successors,
        index: vec![UNSEEN; count],
        low: vec![0; count],
        stack: Vec::new(),
        visits: Vec::new(),
        counter: 0,
        result: Components {
            of: vec![UNSEEN; count],
            members: Vec::new(),
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

/// The nodes that lie on a cycle (a component of several nodes, or an edge to itself).
pub fn on_cycle(
    count: usize,
    mut successors: impl FnMut(u32, &mut Vec<u32>),
) -> fixedbitset::FixedBitSet {
    let found = components(count, &mut successors);
    let mut cyclic = fixedbitset::FixedBitSet::with_capacity(count);
    let mut list = Vec::new();
    for members in &found.members {
        list.clear();
        successors(members[0], &mut list);
        if members.len() > 1 || list.contains(&members[0]) {
            cyclic.extend(members.iter().map(|&node| node as usize));
        }
    }
    cyclic
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
        let cyclic = on_cycle(5, edges(&list));
        assert_eq!(cyclic.ones().collect::<Vec<_>>(), [1, 2, 4]);
    }
}
