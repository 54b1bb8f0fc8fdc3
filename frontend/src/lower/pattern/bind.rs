//! The variables of a pattern: made without values, and given theirs once it is known to match.

use super::parts::SubPart;
use crate::diagnostic::Result;
use crate::hir::{ExprId, LocalId, PatId, PatKind};
use crate::lower::code::Op;
use crate::lower::lower::{Dest, Home, Lower, MAX_REGISTER_CELLS};
use crate::lower::place::Place;
use crate::ty::{GenericArg, Ty, TyKind};
use crate::typed::BindingMode;
use vscheck_ir::Operand;

impl Lower<'_> {
    /// Whether a binding takes the value itself.
    pub fn binding_is_value(&self, pat: PatId) -> bool {
        self.binding_mode(pat) == BindingMode::Value
    }

    fn binding_mode(&self, pat: PatId) -> BindingMode {
        if let Some(mode) = self.typed.binding_modes.get(&pat) {
            return *mode;
        }
        match &self.body.pats[pat.index()].kind {
            PatKind::Binding {
                by_ref: Some(mutability),
                ..
            } => BindingMode::Ref(*mutability),
            _ => BindingMode::Value,
        }
    }

    /// Makes the variables of a pattern, without values yet.
    pub fn declare(&mut self, pat: PatId, scope: usize) -> Result<()> {
        if let PatKind::Binding { local, .. } = self.body.pats[pat.index()].kind
            && !self.declared_in(local, scope)
        {
            self.declare_local(local, scope)?;
        }
        for sub in self.sub_patterns(pat) {
            self.declare(sub, scope)?;
        }
        Ok(())
    }

    fn declared_in(&self, local: LocalId, scope: usize) -> bool {
        self.declared.get(&local) == Some(&(scope, self.scopes[scope].serial()))
    }

    /// Makes a variable, without a value yet.
    pub fn declare_local(&mut self, local: LocalId, scope: usize) -> Result<Home> {
        let serial = self.scopes[scope].serial();
        self.declared.insert(local, (scope, serial));
        let ty = self.typed.local_types[local.index()];
        let layout = self.mono.layout(ty)?;
        let needs_drop = self.mono.needs_drop(ty)?;
        let home = if !self.fits_into_registers(local, ty)? {
            let name = self.body.locals[local.index()].name;
            let slot = self.code.slot(name.as_str(), layout.id);
            if self.is_fixed(local, ty)? {
                self.code.fix_slot(slot);
            }
            let owner = needs_drop.then(|| self.owner(ty));
            self.schedule_slot(scope, slot, owner, ty);
            Home::Slot(slot, owner)
        } else {
            Home::Regs(self.first_reg(ty)?.0)
        };
        self.homes.insert(local, home);
        self.name_local(local, ty, home)?;
        Ok(home)
    }

    /// Whether a variable need not be in memory.
    pub fn fits_into_registers(&mut self, local: LocalId, ty: Ty) -> Result<bool> {
        let layout = self.mono.layout(ty)?;
        Ok(!self.mono.needs_drop(ty)?
            && !self.borrowed.memory.contains(local.index())
            && !layout.in_bytes
            && layout.cells <= MAX_REGISTER_CELLS)
    }

    /// Whether nobody may write to a variable but who gives it its value. What a destructor may change, and
    /// what a closure that is called once has captured, are let be.
    fn is_fixed(&mut self, local: LocalId, ty: Ty) -> Result<bool> {
        let is_own = !self.is_model && self.body.locals[local.index()].fixed;
        Ok(is_own && !has_closure(ty) && !self.mono.needs_drop(ty)? && self.mono.is_freeze(ty)?)
    }

    /// `let x = init;`.
    pub fn let_variable(&mut self, local: LocalId, init: ExprId, scope: usize) -> Result<()> {
        let ty = self.typed.local_types[local.index()];
        let large = self.mono.cells(ty)? > MAX_REGISTER_CELLS && !self.mono.needs_drop(ty)?;
        if large {
            self.declare_local(local, scope)?;
            let place = self.local_place(local)?;
            let (ptr, offset) = self.address(&place)?;
            return self.expr_to(init, Dest::Memory(ptr, offset));
        }
        let value = self.expr_now(init)?;
        self.declare_local(local, scope)?;
        let place = self.local_place(local)?;
        self.write(&place, value)
    }

    /// Notes that a variable has taken the middle of an array, of which each element is tracked by
    /// itself.
    fn moved_middle(&mut self, array: &Place, part: &SubPart, sub: PatId) -> Result<()> {
        let SubPart::Middle(front, back) = *part else {
            return Ok(());
        };
        let (_, Operand::Const(len)) = self.elements(array)? else {
            return Ok(());
        };
        if array.path.is_some() && self.binding_is_value(sub) {
            for index in front as u64..len - back as u64 {
                let element = self.slice_element(array, index, false)?;
                self.moved(&element);
            }
        }
        Ok(())
    }

    /// Gives the variables of a pattern, which is known to match, their values.
    pub fn bind(&mut self, pat: PatId, place: &Place) -> Result<()> {
        self.bind_with(pat, place, true)
    }

    /// As [`Lower::bind`]; without `moves`, values that are moved stay where they are as well, until
    /// the arm's guard has held.
    pub fn bind_with(&mut self, pat: PatId, place: &Place, moves: bool) -> Result<()> {
        if !self.has_binding(pat) {
            return Ok(());
        }
        let place = &self.through_references(pat, place)?;
        let body = self.body.clone();
        match &body.pats[pat.index()].kind {
            PatKind::Binding { local, sub, .. } => {
                if let Some(sub) = sub
                    && !matches!(body.pats[sub.index()].kind, PatKind::Rest)
                {
                    self.bind_with(*sub, place, moves)?;
                }
                self.bind_local(*local, self.binding_mode(pat), place, moves)
            }
            PatKind::Or(alternatives) => match self.choice.get(&pat) {
                Some(&chosen) => self.bind_with(alternatives[chosen], place, moves),
                None => Ok(()),
            },
            PatKind::Ref(inner) => {
                let place = self.deref(place.clone())?;
                self.bind_with(*inner, &place, moves)
            }
            _ => {
                for (sub, part) in self.parts(pat, place)? {
                    if self.has_binding(sub) {
                        let inner = self.part(place, &part)?;
                        self.bind_with(sub, &inner, moves)?;
                        if moves {
                            self.moved_middle(place, &part, sub)?;
                        }
                    }
                }
                Ok(())
            }
        }
    }

    fn bind_local(
        &mut self,
        local: LocalId,
        mode: BindingMode,
        place: &Place,
        moves: bool,
    ) -> Result<()> {
        let mut target = self.local_place(local)?;
        let value = match mode {
            BindingMode::Ref(_) => self.address_value(place)?,
            BindingMode::Value if moves => self.consume(place)?,
            BindingMode::Value => self.read(place)?,
        };
        if !moves {
            target.path = None;
        }
        self.write(&target, value)
    }

    /// After a guard has held: the values that the pattern takes are moved now.
    pub fn commit(&mut self, pat: PatId, place: &Place) -> Result<()> {
        if !self.has_binding(pat) {
            return Ok(());
        }
        let place = &self.through_references(pat, place)?;
        let body = self.body.clone();
        match &body.pats[pat.index()].kind {
            PatKind::Binding { local, .. } => {
                if self.binding_is_value(pat) {
                    self.moved(place);
                }
                if let Some(path) = self.local_place(*local)?.path {
                    self.code.push(Op::Init(path), None);
                }
                Ok(())
            }
            PatKind::Or(alternatives) => match self.choice.get(&pat) {
                Some(&chosen) => self.commit(alternatives[chosen], place),
                None => Ok(()),
            },
            PatKind::Ref(inner) => {
                let place = self.deref(place.clone())?;
                self.commit(*inner, &place)
            }
            _ => {
                for (sub, part) in self.parts(pat, place)? {
                    if self.has_binding(sub) {
                        let inner = self.part(place, &part)?;
                        self.commit(sub, &inner)?;
                        self.moved_middle(place, &part, sub)?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// Whether a value of a type may have a closure in it.
fn has_closure(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Tuple(types) => types.iter().copied().any(has_closure),
        TyKind::Array(element, _) => has_closure(*element),
        TyKind::Adt(_, args) => args
            .list()
            .iter()
            .any(|arg| matches!(arg, GenericArg::Type(ty) if has_closure(*ty))),
        TyKind::Closure(_) | TyKind::Opaque(..) => true,
        _ => false,
    }
}
