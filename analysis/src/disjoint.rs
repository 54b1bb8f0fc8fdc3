//! Disjointness by ownership: data inside a `Mutex` or `RwLock` is reachable only through a guard, so
//! plain accesses to it hold its own lock.
//!
//! DIVERGES(Chen 2009, section 4.2.3): there, `this` in synchronized methods; here, what the type
//! system says of every lock. Elements of short arrays at different constant indexes are different
//! cells from the start (see [`crate::points_to::object`]).

use vscheck_ir::{CellKind, Layout, Program, Shape, SyncKind};

use crate::points_to::object::Origin;
use crate::points_to::{Atom, AtomId, PointsTo};

/// The type around a cell, and the cell's offset in it.
fn place<'a>(program: &'a Program, facts: &PointsTo, cell: AtomId) -> Option<(&'a Layout, u32)> {
    match facts.atom(cell.0) {
        Atom::Cell(object, name) => {
            let object = facts.object(object);
            // All cells have one name.
            if let Origin::Type(_) = object.origin {
                return None;
            }
            let layout = program.layout(object.layout);
            (layout.cells() > 0).then(|| (layout, name % layout.cells()))
        }
        Atom::Func(_) | Atom::Vtable(_) | Atom::Thread(_) => None,
    }
}

/// Whether the cell is the first of a raw synchronization object, written where that is made.
pub fn is_sync_cell(program: &Program, facts: &PointsTo, cell: AtomId) -> bool {
    place(program, facts, cell)
        .is_some_and(|(layout, at)| matches!(layout.kind_at(at), CellKind::Sync(_)))
}

/// Whether the cell is the content of a lock.
pub fn owned_by_lock(program: &Program, facts: &PointsTo, cell: AtomId) -> bool {
    place(program, facts, cell).is_some_and(|(layout, at)| inside_lock(program, layout, at))
}

/// Whether the type is a lock and its content: a struct of that name around a raw lock.
fn is_lock(layout: &Layout) -> bool {
    let path = layout.name.split('<').next().unwrap_or_default();
    let name = path.rsplit("::").next().unwrap_or_default();
    let raw = layout.pattern.iter().any(|kind| {
        matches!(
            kind,
            CellKind::Sync(SyncKind::Mutex) | CellKind::Sync(SyncKind::RwLock)
        )
    });
    raw && matches!(name, "Mutex" | "RwLock" | "ReentrantLock" | "FairMutex")
}

/// The poison flag of the mutexes that start at some cells, in cells past each, if it is the same for all.
pub fn poison_flag(program: &Program, facts: &PointsTo, mutexes: &[AtomId]) -> Option<i64> {
    let mut flags = mutexes.iter().map(|&cell| {
        let (layout, at) = place(program, facts, cell)?;
        flag_after(program, layout, at).map(|flag| i64::from(flag) - i64::from(at))
    });
    let first = flags.next()??;
    flags.all(|flag| flag == Some(first)).then_some(first)
}

/// The offset of the flag of the lock that starts at an offset of a type.
fn flag_after(program: &Program, layout: &Layout, at: u32) -> Option<u32> {
    if at == 0 && is_lock(layout) {
        let Shape::Struct(fields) = &layout.shape else {
            return None;
        };
        let flag = fields.iter().find(|field| field.name == "poison");
        return flag.map(|field| field.offset);
    }
    let inside = |field: &vscheck_ir::layout::FieldLayout| {
        let inner = program.layout(field.layout);
        let within = at.checked_sub(field.offset)?;
        let flag = (within < inner.cells()).then(|| flag_after(program, inner, within));
        flag.flatten().map(|flag| flag + field.offset)
    };
    match &layout.shape {
        Shape::Scalar | Shape::Enum(_) | Shape::Union(_) => None,
        Shape::Struct(fields) => fields.iter().find_map(inside),
        Shape::Array { element, .. } => {
            let inner = program.layout(*element);
            let within = at % inner.cells().max(1);
            flag_after(program, inner, within).map(|flag| flag + at - within)
        }
    }
}

fn inside_lock(program: &Program, layout: &Layout, offset: u32) -> bool {
    if is_lock(layout) {
        return true;
    }
    let inside = |field: &vscheck_ir::layout::FieldLayout| {
        let inner = program.layout(field.layout);
        offset
            .checked_sub(field.offset)
            .is_some_and(|within| within < inner.cells() && inside_lock(program, inner, within))
    };
    match &layout.shape {
        Shape::Scalar => false,
        Shape::Struct(fields) => fields.iter().any(inside),
        // Which variant or field it is, is not known: all that cover the cell must be owned.
        Shape::Enum(_) | Shape::Union(_) => false,
        Shape::Array { element, .. } => {
            let inner = program.layout(*element);
            inside_lock(program, inner, offset % inner.cells().max(1))
        }
    }
}
