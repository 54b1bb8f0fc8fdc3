//! Statics: items, literals, promoted constants.

use super::{FnKey, Mono};
use crate::diagnostic::Result;
use crate::hir::{DefKind, ExprId};
use crate::ty::{Ty, TyKind};
use crate::typed::Instance;
use rustc_hash::FxHashMap;
use vscheck_ir::program::Static;
use vscheck_ir::{FuncId, Span, StaticId};

/// An expression whose value lives for ever.
#[derive(Clone, Copy, Debug)]
pub struct Promoted {
    /// The body it stands in.
    pub instance: Instance,
    /// The expression.
    pub expr: ExprId,
    /// How many of its adjustments count.
    pub adjustments: usize,
    /// Its type.
    pub ty: Ty,
    /// The constant of whose value it is a part.
    pub value_of: Option<Instance>,
}

/// A static that a function computes.
#[derive(Clone, Copy, Debug)]
pub struct Initializer {
    /// The static.
    pub global: StaticId,
    /// Returns its value.
    pub function: FuncId,
    /// How many cells that are.
    pub cells: u32,
}

/// Statics made so far.
#[derive(Default)]
pub struct Statics {
    literals: FxHashMap<Box<[u8]>, StaticId>,
    items: FxHashMap<Instance, StaticId>,
    promoted: FxHashMap<(Instance, ExprId, usize), StaticId>,
    /// The promoted expressions by number.
    pub expressions: Vec<Promoted>,
    /// Statics that functions compute, in order of discovery.
    pub initializers: Vec<Initializer>,
}

impl Statics {
    /// The static of a literal.
    pub fn literal(&self, bytes: &[u8]) -> Option<StaticId> {
        self.literals.get(bytes).copied()
    }

    /// Remembers the static of a literal.
    pub fn set_literal(&mut self, bytes: &[u8], id: StaticId) {
        self.literals.insert(bytes.into(), id);
    }

    /// Gives statics other numbers.
    pub fn renumber(&mut self, number: impl Fn(StaticId) -> StaticId) {
        let literals = self.literals.values_mut().chain(self.items.values_mut());
        let all = literals.chain(self.promoted.values_mut());
        let initializers = self.initializers.iter_mut();
        for id in all.chain(initializers.map(|initializer| &mut initializer.global)) {
            *id = number(*id);
        }
    }
}

impl Mono {
    /// The static of a `static` item.
    pub fn static_item(&mut self, instance: Instance, span: Span) -> Result<StaticId> {
        if let Some(&id) = self.statics.items.get(&instance) {
            return Ok(id);
        }
        let item = self.hir.def(instance.def);
        let DefKind::Static {
            mutable,
            thread_local,
            ..
        } = item.kind
        else {
            return Err(crate::Diagnostic::new(
                "internal: a static that is none",
                span,
            ));
        };
        let ty = self.typer.const_ty(instance)?;
        let layout = self.layout(ty)?;
        let mutable = mutable || !self.is_freeze(ty)?;
        let id = self.add_static(Static {
            name: self.instance_name(instance),
            layout: layout.id,
            count: 1,
            cells: Vec::new(),
            thread_local,
            mutable,
            span: item.span,
        });
        self.statics.items.insert(instance, id);
        let function = self.function(FnKey::Instance(instance), span)?;
        self.statics.initializers.push(Initializer {
            global: id,
            function,
            cells: layout.cells,
        });
        Ok(id)
    }

    /// The static of a promoted expression.
    pub fn promote(&mut self, promoted: Promoted, span: Span) -> Result<StaticId> {
        let key = (promoted.instance, promoted.expr, promoted.adjustments);
        if let Some(&id) = self.statics.promoted.get(&key) {
            return Ok(id);
        }
        let layout = self.layout(promoted.ty)?;
        let id = self.add_static(Static {
            name: String::new(),
            layout: layout.id,
            count: 1,
            cells: Vec::new(),
            thread_local: false,
            mutable: false,
            span,
        });
        self.statics.promoted.insert(key, id);
        let number = self.statics.expressions.len() as u32;
        self.statics.expressions.push(promoted);
        let function = self.function(FnKey::Promoted(number), span)?;
        self.statics.initializers.push(Initializer {
            global: id,
            function,
            cells: layout.cells,
        });
        Ok(id)
    }

    /// Whether a shared reference to a value of this type cannot change it.
    pub fn is_freeze(&mut self, ty: Ty) -> Result<bool> {
        if let Some(&known) = self.freeze.get(&ty) {
            return Ok(known);
        }
        self.freeze.insert(ty, true);
        let answer = self.compute_freeze(ty)?;
        self.freeze.insert(ty, answer);
        Ok(answer)
    }

    /// Whether this is one of the types whose values change behind shared references.
    pub fn is_cell(&self, ty: Ty) -> bool {
        let TyKind::Adt(def, _) = ty.kind() else {
            return false;
        };
        let lang = self.hir.def(*def).attrs.lang;
        let lang = lang.map_or("", |lang| lang.as_str());
        matches!(lang, "unsafe_cell" | "atomic_cell") || lang.starts_with("raw_")
    }

    fn compute_freeze(&mut self, ty: Ty) -> Result<bool> {
        match ty.kind() {
            TyKind::Tuple(types) => self.all_freeze(types),
            TyKind::Array(element, _) | TyKind::Slice(element) => self.is_freeze(*element),
            TyKind::Closure(key) => {
                let types = super::layout::capture_types(&self.typer, *key)?;
                self.all_freeze(&types)
            }
            TyKind::Adt(def, args) => {
                if self.is_cell(ty) {
                    return Ok(false);
                }
                let item = self.hir.def(*def);
                match &item.kind {
                    DefKind::Enum(variants) => {
                        for &variant in variants {
                            let types = self.typer.field_types(variant, *args)?;
                            if !self.all_freeze(&types)? {
                                return Ok(false);
                            }
                        }
                        Ok(true)
                    }
                    _ => {
                        let types = self.typer.field_types(*def, *args)?;
                        self.all_freeze(&types)
                    }
                }
            }
            TyKind::Dyn(_) => Ok(false),
            _ => Ok(true),
        }
    }

    fn all_freeze(&mut self, types: &[Ty]) -> Result<bool> {
        for &ty in types {
            if !self.is_freeze(ty)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
