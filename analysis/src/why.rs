//! Why a pair is kept: what both ends may touch, how a second thread comes to it, and which locks
//! each holds, none of them in common (Chen 2009, figure 4.17: *mayAlias*, *escape*, *disjoint*).

use vscheck_ir::{Program, Shape, Site};

use crate::access::Access;
use crate::facts::Facts;
use crate::pairs::{ClassId, ClassPair};
use crate::points_to::object::{AbstractObject, Origin};
use crate::points_to::{Atom, AtomId};

/// Where an object comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// A static of this name (empty for a literal).
    Static(String),
    /// A variable of this name (empty for a temporary) of a function.
    Local(String, String),
    /// An allocation, at the user's call that leads to it.
    Heap(Site),
    /// Anywhere: all memory of its type counts as one object.
    Anywhere,
}

/// How a second thread comes to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// It is a static.
    Static,
    /// It is reachable from a static or from what a spawned thread is given.
    Reachable,
    /// It is not one object of the program's: output, a thread's token, or one that is not known.
    Global,
}

/// An object, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectPart {
    /// The type of the object.
    pub ty: String,
    /// The fields that lead to the part, outermost first.
    pub fields: Vec<String>,
    /// Where it comes from.
    pub home: Home,
    /// Whether it stands for several objects of an execution.
    pub several: bool,
}

/// Why a pair is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// An object that both may touch. `None`: nothing is known of what one of them touches, or the
    /// pair is about no object.
    pub common: Option<ObjectPart>,
    /// How many objects both may touch.
    pub commons: usize,
    /// How a second thread comes to it.
    pub escape: Escape,
    /// The locks that each end holds for certain: none excludes the other's.
    pub held: [Vec<ObjectPart>; 2],
}

impl Facts {
    /// Why the pairs of a product are kept: what that depends on is the same for all accesses of a class.
    pub fn why(&self, program: &Program, product: &ClassPair) -> Why {
        let [one, other] = [product.a, product.b].map(|class| self.any_of(class));
        let (a, b) = (self.cells_of(one), self.cells_of(other));
        let common: Vec<AtomId> = a
            .iter()
            .copied()
            .filter(|cell| b.binary_search(cell).is_ok())
            .collect();
        let held = |access: &Access| {
            let locks = access.locks.bits();
            let locks = locks.filter_map(|bit| self.locks.get(bit as usize));
            locks
                .filter_map(|&lock| self.object_part(program, lock))
                .collect()
        };
        Why {
            common: common
                .first()
                .and_then(|&cell| self.object_part(program, cell)),
            commons: common.len(),
            escape: common.first().map_or(Escape::Global, |&c| self.escape(c)),
            held: [held(one), held(other)],
        }
    }

    fn any_of(&self, class: ClassId) -> &Access {
        self.access(self.pairs.classes[class.index()].members[0])
    }

    fn cells_of(&self, access: &Access) -> &[AtomId] {
        self.accesses.cells(access.cells)
    }

    fn escape(&self, cell: AtomId) -> Escape {
        match self.points_to.atom(cell.0) {
            Atom::Cell(object, _) => match self.points_to.object(object).origin {
                Origin::Static(_) => Escape::Static,
                Origin::Slot(..) | Origin::Heap(..) | Origin::Type(_) => Escape::Reachable,
            },
            Atom::Func(_) | Atom::Vtable(_) | Atom::Thread(_) => Escape::Global,
        }
    }

    /// The object of a cell, and the part of it that the cell belongs to.
    fn object_part(&self, program: &Program, cell: AtomId) -> Option<ObjectPart> {
        let Atom::Cell(id, name) = self.points_to.atom(cell.0) else {
            return None;
        };
        let object = self.points_to.object(id);
        let layout = program.layout(object.layout);
        Some(ObjectPart {
            ty: layout.name.clone(),
            fields: fields(program, object, name),
            home: self.home(program, object),
            several: !self.sharing.is_singular(&self.points_to, cell),
        })
    }

    fn home(&self, program: &Program, object: &AbstractObject) -> Home {
        let calls = &self.points_to.call_graph;
        match object.origin {
            Origin::Static(id) => Home::Static(program.statics[id.index()].name.clone()),
            Origin::Slot(instance, slot) => {
                let function = program.function(calls.func(instance));
                let name = function.slots[slot.index()].name.clone();
                Home::Local(name, function.name.clone())
            }
            Origin::Heap(instance, inst) => {
                let own = Site {
                    func: calls.func(instance),
                    inst,
                };
                let context = &calls.contexts[calls.instances[instance.index()].context.index()];
                let callers = context.sites.iter().rev();
                let mut sites = [own].into_iter().chain(callers.copied());
                let users = sites.find(|site| !program.function(site.func).is_model);
                Home::Heap(users.unwrap_or(own))
            }
            Origin::Type(_) => Home::Anywhere,
        }
    }
}

/// The names of the fields around a cell, those of library types left out.
fn fields(program: &Program, object: &AbstractObject, name: u32) -> Vec<String> {
    let mut layout = program.layout(object.layout);
    let mut at = name % layout.cells().max(1);
    let mut found = Vec::new();
    loop {
        let library = layout.name.starts_with("std::");
        match &layout.shape {
            Shape::Struct(parts) => {
                let inside = parts.iter().find(|part| {
                    let cells = program.layout(part.layout).cells();
                    part.offset <= at && at < part.offset + cells
                });
                let Some(part) = inside else { return found };
                found.extend((!library).then(|| part.name.clone()));
                at -= part.offset;
                layout = program.layout(part.layout);
            }
            Shape::Array { element, .. } => {
                layout = program.layout(*element);
                at %= layout.cells().max(1);
            }
            Shape::Scalar | Shape::Enum(_) | Shape::Union(_) => return found,
        }
    }
}
