//! What a constraint makes of a new member of the set that it watches.

use super::Builder;
use crate::points_to::object::ObjectId;
use crate::points_to::refer::{Refer, Uses};
use crate::points_to::set::SparseSet;
use crate::points_to::solver::{Complex, NodeId};
use crate::points_to::{Atom, AtomId};
use vscheck_ir::LayoutId;

impl<'a> Builder<'a> {
    /// New members of the set that a constraint watches.
    pub(super) fn members(&mut self, constraint: Complex, fresh: &SparseSet) {
        if let Complex::Refer { pointee, dst } = constraint {
            let fitting = fresh.common(self.fitting(pointee));
            return self.facts.solver.add_all(dst, &fitting);
        }
        self.facts.solver.effort += fresh.len();
        if let Complex::Smear { dst } = constraint {
            return self.smear_all(fresh, dst);
        }
        for atom in fresh.iter() {
            self.member(constraint, atom);
        }
    }

    /// A new member of the set that a constraint watches.
    fn member(&mut self, constraint: Complex, atom: u32) {
        let cell = AtomId(atom);
        match constraint {
            Complex::Load { offset, dst } => {
                for from in self.facts.shifted(cell, i64::from(offset)) {
                    let from = self.facts.content_node(from);
                    self.facts.solver.copy(from, dst);
                }
            }
            Complex::Store { offset, src } => {
                for to in self.facts.shifted(cell, i64::from(offset)) {
                    let to = self.facts.content_node(to);
                    self.facts.solver.copy(src, to);
                }
            }
            Complex::LoadAny {
                stride,
                offset,
                dst,
            } => {
                for from in self.facts.spread(self.program, cell, stride, offset) {
                    let from = self.facts.content_node(from);
                    self.facts.solver.copy(from, dst);
                }
            }
            Complex::StoreAny {
                stride,
                offset,
                src,
            } => {
                for to in self.facts.spread(self.program, cell, stride, offset) {
                    let to = self.facts.content_node(to);
                    self.facts.solver.copy(src, to);
                }
            }
            Complex::Shift { delta, dst } => {
                let atoms = self.facts.shifted(cell, delta);
                self.add_all(dst, &atoms);
            }
            Complex::ShiftAny {
                stride,
                offset,
                dst,
            } => {
                let atoms = self.facts.spread(self.program, cell, stride, offset);
                self.add_all(dst, &atoms);
            }
            Complex::View { pointee, dst } => self.view(cell, pointee, dst),
            Complex::Upcast { dst } => self.upcast(cell, dst),
            Complex::Refer { .. } | Complex::Smear { .. } => {
                unreachable!("they are handled set by set")
            }
            Complex::Call { call } => self.resolve(call, cell),
        }
    }

    fn add_all(&mut self, dst: NodeId, atoms: &[AtomId]) {
        for atom in atoms {
            self.facts.solver.add(dst, atom.0);
        }
    }

    /// Arithmetic on an address may give any address inside the object.
    fn smear_all(&mut self, atoms: &SparseSet, dst: NodeId) {
        let mut last = None;
        for atom in atoms.iter() {
            match self.facts.atom(atom) {
                // Cells of one object mostly stand in a row.
                Atom::Cell(object, _) if last == Some(object) => {}
                Atom::Cell(object, _) => {
                    last = Some(object);
                    self.smear(object, dst);
                }
                Atom::Func(_) | Atom::Vtable(_) | Atom::Thread(_) => {
                    self.add_all(dst, &[AtomId(atom)]);
                }
            }
        }
    }

    fn smear(&mut self, object: ObjectId, dst: NodeId) {
        let Builder { facts, whole, .. } = self;
        let cells = whole.entry(object).or_insert_with(|| {
            let cells = facts.all_cells(object).into_iter();
            cells.map(|cell| cell.0).collect()
        });
        facts.solver.add_cells(dst, cells);
    }

    /// A cast is an address in the object, and the same one where a value of the new type stands.
    fn view(&mut self, atom: AtomId, pointee: LayoutId, dst: NodeId) {
        match self.facts.atom(atom.0) {
            Atom::Cell(object, name) if !self.question(object, pointee, false).at(name) => {
                self.smear(object, dst);
            }
            Atom::Cell(..) | Atom::Func(_) | Atom::Vtable(_) | Atom::Thread(_) => {
                self.add_all(dst, &[atom]);
            }
        }
    }

    fn upcast(&mut self, atom: AtomId, dst: NodeId) {
        if let Atom::Vtable(vtable) = self.facts.atom(atom.0) {
            let supertraits = &self.program.vtables[vtable.index()].supertraits;
            for &supertrait in supertraits {
                self.add(Some(dst), Atom::Vtable(supertrait));
            }
        }
    }

    /// The atoms that a reference to a type may be.
    fn fitting(&mut self, pointee: LayoutId) -> &SparseSet {
        let (known, mut set) = self.fitting.remove(&pointee).unwrap_or_default();
        let count = self.facts.atoms.len();
        for atom in known..count {
            if self.refers(AtomId::new(atom), pointee) {
                set.insert(atom as u32);
            }
        }
        let entry = self.fitting.entry(pointee);
        &entry.insert_entry((count, set)).into_mut().1
    }

    fn question(&self, object: ObjectId, pointee: LayoutId, mixed: bool) -> Refer<'_> {
        Refer {
            program: self.program,
            object: self.facts.object(object),
            pointee,
            uses: self.uses[usize::from(mixed)].get_or_init(|| Uses::new(self.program, mixed)),
        }
    }

    /// Whether a reference to a type may be this atom.
    fn refers(&self, atom: AtomId, pointee: LayoutId) -> bool {
        match self.facts.atom(atom.0) {
            Atom::Cell(object, name) => {
                let refer = self.question(object, pointee, self.address_arithmetic);
                if self.facts.coarse {
                    refer.somewhere()
                } else {
                    refer.at(name)
                }
            }
            Atom::Func(_) | Atom::Vtable(_) | Atom::Thread(_) => true,
        }
    }
}
