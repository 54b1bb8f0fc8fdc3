//! What the parameters of functions point to: a call through a pointer or vtable passes on only what
//! the callee can be meant by (`Function::pointees`).

use super::layout::Meta;
use super::{FnKey, Mono};
use crate::hir::Mutability;
use crate::ty::{IntTy, Ty, TyKind};
use vscheck_ir::LayoutId;

impl Mono {
    /// Notes the pointees of all functions whose signature says them.
    pub fn note_pointees(&mut self) {
        let keys = self.functions.iter();
        let keys: Vec<_> = keys.map(|(key, &id)| (key.clone(), id)).collect();
        for (key, id) in keys {
            if let Some(types) = self.parameter_types(&key) {
                let pointees = self.pointees(&types);
                let params = self.program.function(id).params as usize;
                // A signature that does not fit says nothing.
                if pointees.len() == params && pointees.iter().any(Option::is_some) {
                    self.program.functions[id.index()].pointees = pointees;
                }
            }
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

    /// The pointee of each register of parameters of these types.
    fn pointees(&mut self, types: &[Ty]) -> Vec<Option<LayoutId>> {
        let mut found = Vec::new();
        for &ty in types {
            let first = found.len();
            let cells = self.cells(ty).unwrap_or(0);
            found.resize(first + cells as usize, None);
            if let TyKind::Ref(_, inner) = self.unpinned(ty).kind()
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
