//! Points-to analysis: inclusion-based, field-sensitive, with call strings for small functions
//! (see [`crate::call_graph`]); calls through pointers, vtables and spawns are resolved on the fly.
//!
//! Sets hold *atoms*: a named cell of an abstract object, a function, a vtable, or the number of a
//! thread (told by its spawn). Registers are flow-insensitive, one node each.
//!
//! The work is bounded. Past the budget the analysis starts over with coarse names (one object of one
//! cell a type, no contexts), which is type-based aliasing with the call graph still found on the fly.
//! Addresses inside an object are all the same then, so that steps from one to the next are copies, and
//! their cycles collapse.

mod constraints;
pub mod object;
mod refer;
pub mod set;
mod shape;
mod solver;

use std::ops::Range;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};
use vscheck_ir::{FuncId, InstId, Operand, Program, Reg, VtableId, entity};

use crate::call_graph::{CallGraph, InstanceId};
use object::{AbstractObject, ObjectId, Origin};
use set::SparseSet;
use shape::Shape;
use solver::Solver;

pub(crate) use solver::NodeId;

entity! {
    /// A member of points-to sets.
    #[derive(Serialize, Deserialize)]
    AtomId, "a"
}

/// A few atoms; mostly one.
type Atoms = SmallVec<[AtomId; 2]>;

/// What a register or cell may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Atom {
    /// The address of a cell, by its name in the object's map.
    Cell(ObjectId, u32),
    /// A function.
    Func(FuncId),
    /// A vtable.
    Vtable(VtableId),
    /// The number of a thread, as an index into [`CallGraph::spawn_sites`].
    Thread(u32),
}

/// The nodes of an instance: its registers, then its results.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Frame {
    /// An index into [`PointsTo::shapes`].
    shape: u32,
    registers: NodeId,
    results: NodeId,
}

/// The solution.
#[derive(Debug, Serialize, Deserialize)]
pub struct PointsTo {
    /// Who calls whom.
    pub call_graph: CallGraph,
    /// All abstract objects.
    pub objects: Vec<AbstractObject>,
    /// All atoms.
    pub atoms: Vec<Atom>,
    /// Whether the budget ran out and names are by type.
    pub coarse: bool,
    solver: Solver,
    frames: Vec<Frame>,
    shapes: Vec<Shape>,
    /// The node of each cell's content, if it was ever loaded or stored.
    contents: Vec<Option<NodeId>>,
    /// These two are asked while constraints are solved, and not kept.
    #[serde(skip)]
    atom_ids: FxHashMap<Atom, AtomId>,
    #[serde(skip)]
    object_ids: FxHashMap<Origin, ObjectId>,
}

/// Set words and members that may be handled before names become coarse, unless the caller says otherwise:
/// about half a second's work.
pub const BUDGET: usize = 1_000_000;

/// The work that an instruction takes at least, in programs that are too big for what the budget allows.
const WORK_OF_INSTRUCTION: usize = 5;

impl PointsTo {
    /// Solves the program's constraints, with coarse names if that takes more than a budget.
    pub fn solve(program: &Program, budget: usize) -> PointsTo {
        let code: usize = program.functions.iter().map(|f| f.code.len()).sum();
        let worth_it = code * WORK_OF_INSTRUCTION <= budget;
        worth_it
            .then(|| constraints::Builder::new(program, false).run(budget))
            .flatten()
            .or_else(|| constraints::Builder::new(program, true).run(usize::MAX))
            .expect("without a budget it cannot run out")
    }

    fn empty(call_graph: CallGraph, coarse: bool) -> PointsTo {
        PointsTo {
            call_graph,
            objects: Vec::new(),
            atoms: Vec::new(),
            coarse,
            solver: Solver::new(),
            frames: Vec::new(),
            shapes: Vec::new(),
            contents: Vec::new(),
            atom_ids: FxHashMap::default(),
            object_ids: FxHashMap::default(),
        }
    }

    /// Work done, in set words and members.
    pub fn effort(&self) -> usize {
        self.solver.effort
    }

    /// The atom of this id.
    pub fn atom(&self, id: u32) -> Atom {
        self.atoms[id as usize]
    }

    /// The object of this id.
    pub fn object(&self, id: ObjectId) -> &AbstractObject {
        &self.objects[id.index()]
    }

    /// The node that a register has among those of its instance, if it may hold an atom.
    fn own_node(&self, instance: InstanceId, reg: Reg) -> Option<NodeId> {
        let Frame {
            shape, registers, ..
        } = self.frames[instance.index()];
        let node = self.shapes[shape as usize].node(reg)?;
        Some(NodeId(registers.0 + node))
    }

    /// The node of a register, the same for all that share a set.
    pub(crate) fn node(&self, instance: InstanceId, reg: Reg) -> NodeId {
        let own = self.own_node(instance, reg);
        own.map_or(NodeId::EMPTY, |node| self.solver.find(node))
    }

    /// What a register may hold.
    pub fn register(&self, instance: InstanceId, reg: Reg) -> &SparseSet {
        self.solver.set(self.node(instance, reg))
    }

    /// The cells an operand may point to, as atoms; constants point nowhere.
    pub fn cells(&self, instance: InstanceId, operand: Operand) -> Vec<AtomId> {
        let Operand::Reg(reg) = operand else {
            return Vec::new();
        };
        let members = self.register(instance, reg).iter();
        members
            .filter(|&a| matches!(self.atom(a), Atom::Cell(..)))
            .map(AtomId)
            .collect()
    }

    /// The cells at these offsets past what an operand may point to, of the objects that are wanted.
    pub fn cells_within(
        &mut self,
        instance: InstanceId,
        operand: Operand,
        offsets: Range<u32>,
        wanted: impl Fn(ObjectId) -> bool,
    ) -> Vec<AtomId> {
        let mut bases = self.cells(instance, operand);
        bases.retain(|base| matches!(self.atom(base.0), Atom::Cell(object, _) if wanted(object)));
        // All cells of an object have one name.
        if self.coarse {
            return bases;
        }
        let mut found = Vec::new();
        for base in bases {
            for offset in offsets.clone() {
                found.extend(self.shifted(base, i64::from(offset)));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The atoms that (cell + delta) may be: one, or every cell of the object if it lies outside.
    fn shifted(&mut self, base: AtomId, delta: i64) -> Atoms {
        let Atom::Cell(object, cell) = self.atoms[base.index()] else {
            return Atoms::new();
        };
        if self.coarse {
            return smallvec![base];
        }
        match self.object(object).cells.name(i64::from(cell) + delta) {
            Some(name) => smallvec![self.intern(Atom::Cell(object, name))],
            None => self.all_cells(object),
        }
    }

    /// The atoms of the elements `stride` apart around a cell, each moved by `offset`.
    fn spread(&mut self, program: &Program, base: AtomId, stride: u32, offset: u32) -> Atoms {
        let Atom::Cell(object, cell) = self.atoms[base.index()] else {
            return Atoms::new();
        };
        let from = self.object(object);
        let names = from.cells.spread(program, from.layout, cell, stride);
        let moved: Vec<Option<u32>> = names
            .iter()
            .map(|&name| from.cells.name(i64::from(name) + i64::from(offset)))
            .collect();
        if moved.contains(&None) {
            return self.all_cells(object);
        }
        let atoms = moved.into_iter().flatten();
        atoms
            .map(|name| self.intern(Atom::Cell(object, name)))
            .collect()
    }

    fn all_cells(&mut self, object: ObjectId) -> Atoms {
        let names = self.object(object).cells.names();
        let atoms = names.into_iter();
        atoms
            .map(|name| self.intern(Atom::Cell(object, name)))
            .collect()
    }

    /// The spawns whose thread numbers an operand may hold.
    pub fn thread_numbers(&self, instance: InstanceId, operand: Operand) -> Vec<u32> {
        let Operand::Reg(reg) = operand else {
            return Vec::new();
        };
        let members = self.register(instance, reg).iter();
        members
            .filter_map(|a| match self.atom(a) {
                Atom::Thread(spawn) => Some(spawn),
                Atom::Cell(..) | Atom::Func(_) | Atom::Vtable(_) => None,
            })
            .collect()
    }

    /// What a cell may hold.
    pub fn content(&self, cell: AtomId) -> Option<&SparseSet> {
        let node = self.contents.get(cell.index()).copied().flatten()?;
        Some(self.solver.set(node))
    }

    /// The spawn of a thread number.
    pub fn spawn_site(&self, number: u32) -> (InstanceId, InstId) {
        self.call_graph.spawn_sites[number as usize]
    }

    fn intern(&mut self, atom: Atom) -> AtomId {
        let next = AtomId::new(self.atoms.len());
        *self.atom_ids.entry(atom).or_insert_with(|| {
            self.atoms.push(atom);
            self.contents.push(None);
            next
        })
    }

    fn content_node(&mut self, cell: AtomId) -> NodeId {
        if let Some(node) = self.contents[cell.index()] {
            return node;
        }
        let node = self.solver.nodes(1);
        self.contents[cell.index()] = Some(node);
        node
    }
}
