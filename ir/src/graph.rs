//! Strongly connected components, and orders to visit graphs in.

use fixedbitset::FixedBitSet;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

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

/// Components of the graph over `0..count` whose edges `successors` lists.
pub fn components(count: usize, mut successors: impl FnMut(u32, &mut Vec<u32>)) -> Components {
    let mut graph: DiGraph<(), ()> = DiGraph::with_capacity(count, count);
    for _ in 0..count {
        graph.add_node(());
    }
    let mut loops = Vec::new();
    let mut ahead = Vec::new();
    for node in 0..count as u32 {
        successors(node, &mut ahead);
        for to in ahead.drain(..) {
            match to == node {
                true => loops.push(node),
                false => _ = graph.add_edge(node.into(), to.into(), ()),
            }
        }
    }
    let mut found = Components {
        of: vec![0; count],
        nodes: Vec::with_capacity(count),
        ends: Vec::with_capacity(count),
        loops,
    };
    for (number, members) in (0..).zip(kosaraju_scc(&graph)) {
        for member in members {
            found.of[member.index()] = number;
            found.nodes.push(member.index() as u32);
        }
        found.ends.push(found.nodes.len() as u32);
    }
    found
}

/// The nodes of `0..successors.len()` that can be reached, each behind those that it leads to, but for
/// edges that close a cycle. Backwards it is the order in which a forward data flow settles soonest.
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
