//! What the parameters of functions point to: a call through a pointer or vtable passes on only what
//! the callee can be meant by (`Function::pointees`).

use super::layout::Meta;
use super::{FnKey, Mono};
use crate::hir::Mutability;
use crate::ty::{IntTy, Ty, TyKind};
use vscheck_ir::{FuncId, LayoutId};

impl Mono {
    /// Notes the pointees of all functions whose signature says them.
    pub fn note_pointees(&mut self) {
        let keys = self.functions.iter();
        let keys: Vec<_> = keys.map(|(key, &id)| (key.clone(), id)).collect();
        for (key, id) in keys {
            if let Some(types) = self.parameter_types(&key) {
                for raw in [false, true] {
                    let pointees = self.pointees(&types, raw);
                    self.note(id, pointees, raw);
                }
            }
        }
    }

    fn note(&mut self, id: FuncId, pointees: Vec<Option<LayoutId>>, raw: bool) {
        let function = &mut self.program.functions[id.index()];
        // A signature that does not fit says nothing.
        if pointees.len() != function.params as usize || pointees.iter().all(Option::is_none) {
            return;
        }
        match raw {
            false => function.pointees = pointees,
            true => function.raw_pointees = pointees,
        }
    }

    /// The types of the parameters; what a receiver's address points to is shown as a reference.
    fn parameter_types(&self, key: &FnKey) -> Option<Vec<Ty>> {
        let place = |ty: Ty| Ty::reference(Mutability::Mut, ty);
        match key {
            FnKey::Instance(instance) if !self.hir.def(instance.def).attrs.intrinsic => {
                Some(self.typer.fn_sig(*instance).ok()?.0)
            }
            FnKey::Call(..) => Some(self.key_sig(key).ok()?.0),
            FnKey::Drop(ty) => Some(vec![place(*ty)]),
            FnKey::ByAddress(inner, ty) => {
                let (mut types, _) = self.key_sig(inner).ok()?;
                *types.first_mut()? = place(*ty);
                Some(types)
            }
            FnKey::Instance(_)
            | FnKey::Constructor(..)
            | FnKey::Closure(_)
            | FnKey::Reified(_)
            | FnKey::Clone(_)
            | FnKey::Builtin(..)
            | FnKey::Virtual(..)
            | FnKey::Try { .. }
            | FnKey::Promoted(_)
            | FnKey::Start => None,
        }
    }

    /// The pointee of each register of parameters of these types, of references or of raw pointers.
    fn pointees(&mut self, types: &[Ty], raw: bool) -> Vec<Option<LayoutId>> {
        let mut found = Vec::new();
        for &ty in types {
            let first = found.len();
            let cells = self.cells(ty).unwrap_or(0);
            found.resize(first + cells as usize, None);
            let inner = match self.unpinned(ty).kind() {
                TyKind::Ref(_, inner) if !raw => Some(inner),
                TyKind::RawPtr(_, inner) if raw => Some(inner),
                _ => None,
            };
            if let Some(inner) = inner
                && let Some(pointee) = self.pointee_of(*inner)
            {
                found[first] = self.layout(pointee).ok().map(|layout| layout.id);
            }
        }
        found
    }

    /// The reference in a `Pin`: the receiver of `Future::poll`.
    fn unpinned(&self, ty: Ty) -> Ty {
        match ty.kind() {
            TyKind::Adt(def, args) if self.hir.lang("pin") == Some(*def) => args.ty(0),
            _ => ty,
        }
    }

    /// The type itself, or of a slice's elements.
    fn pointee_of(&mut self, ty: Ty) -> Option<Ty> {
        match ty.kind() {
            TyKind::Slice(element) => Some(*element),
            TyKind::Str => Some(Ty::new(TyKind::Int(IntTy::U8))),
            _ => matches!(self.meta(ty), Ok(Meta::Thin)).then_some(ty),
        }
    }
}
