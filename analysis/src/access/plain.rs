//! The cells of ordinary loads and stores that several threads touch.

use rustc_hash::FxHashMap;
use vscheck_ir::{Inst, Operand};

use super::Collector;
use crate::call_graph::InstanceId;
use crate::disjoint;
use crate::points_to::{AtomId, NodeId};
use crate::thread_set::ThreadSet;

/// Cells that an ordinary load or store may touch.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    pointer: Operand,
    first: u32,
    cells: u32,
    /// Whether it writes them.
    pub writes: bool,
}

/// A set of cells, interned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SetId(usize);

/// What was found for pointers: many registers share one, and most point to few different sets.
#[derive(Debug, Default)]
pub struct PlainCells {
    sets: Vec<Vec<AtomId>>,
    ids: FxHashMap<Vec<AtomId>, SetId>,
    of_pointer: FxHashMap<(NodeId, u32, u32), SetId>,
    /// Of each set the cells that several threads touch, one of them writing.
    contended: Vec<Vec<AtomId>>,
}

/// The plain accesses of an instruction.
pub fn touches(inst: &Inst) -> impl Iterator<Item = Touch> {
    let touch = |pointer, first, cells, writes| {
        Some(Touch {
            pointer,
            first,
            cells,
            writes,
        })
    };
    let found = if let Inst::Load {
        ptr, offset, cells, ..
    } = inst
    {
        [touch(*ptr, *offset, *cells, false), None]
    } else if let Inst::Store {
        ptr, offset, cells, ..
    } = inst
    {
        [touch(*ptr, *offset, *cells, true), None]
    } else if let Inst::CopyMemory {
        dst, src, stride, ..
    } = inst
    {
        [
            touch(*src, 0, *stride, false),
            touch(*dst, 0, *stride, true),
        ]
    } else {
        [None, None]
    };
    found.into_iter().flatten()
}

impl Collector<'_, '_> {
    /// Finds the escaped cells that several threads touch with plain accesses of the user's own code, one
    /// of them writing. (Plain accesses are told for information; those of the library models would drown
    /// it.)
    pub fn find_contended(&mut self) {
        let threads = self.instance_threads();
        let mut touched: FxHashMap<SetId, (ThreadSet, bool)> = FxHashMap::default();
        for (index, &running) in threads.iter().enumerate() {
            let instance = InstanceId::new(index);
            let function = self.inputs.program.function(self.func(instance));
            if function.is_model {
                continue;
            }
            for touch in function.code.iter().flat_map(touches) {
                if let Some(set) = self.plain_set(instance, touch) {
                    let entry = touched.entry(set).or_default();
                    entry.0.insert_all(running);
                    entry.1 |= touch.writes;
                }
            }
        }
        let mut cells: FxHashMap<AtomId, (ThreadSet, bool)> = FxHashMap::default();
        for (set, (running, writes)) in touched {
            for &cell in &self.plain.sets[set.0] {
                let entry = cells.entry(cell).or_default();
                entry.0.insert_all(running);
                entry.1 |= writes;
            }
        }
        let many = self.inputs.parallel.many;
        cells.retain(|_, (who, written)| *written && (who.len() > 1 || who.meets(many)));
        let contended = |set: &Vec<AtomId>| {
            let own = set.iter().copied();
            own.filter(|cell| cells.contains_key(cell)).collect()
        };
        self.plain.contended = self.plain.sets.iter().map(contended).collect();
    }

    /// The contended cells of a plain access.
    pub fn contended(&mut self, instance: InstanceId, touch: Touch) -> &[AtomId] {
        match self.plain_set(instance, touch) {
            Some(set) => &self.plain.contended[set.0],
            None => &[],
        }
    }

    /// The escaped cells of a plain access, those of synchronization objects aside.
    fn plain_set(&mut self, instance: InstanceId, touch: Touch) -> Option<SetId> {
        let Operand::Reg(pointer) = touch.pointer else {
            return None;
        };
        let facts = &self.inputs.facts;
        let key = (facts.node(instance, pointer), touch.first, touch.cells);
        if let Some(&known) = self.plain.of_pointer.get(&key) {
            return Some(known);
        }
        let inputs = &mut *self.inputs;
        let escaped = &inputs.sharing.escaped;
        let offsets = touch.first..touch.first + touch.cells;
        let mut found = (inputs.facts).cells_within(instance, touch.pointer, offsets, |object| {
            escaped.contains(object.index())
        });
        found.retain(|&cell| !disjoint::is_sync_cell(inputs.program, inputs.facts, cell));
        let sets = &mut self.plain.sets;
        let set = *(self.plain.ids.entry(found)).or_insert_with_key(|cells| {
            sets.push(cells.clone());
            SetId(sets.len() - 1)
        });
        self.plain.of_pointer.insert(key, set);
        Some(set)
    }
}
