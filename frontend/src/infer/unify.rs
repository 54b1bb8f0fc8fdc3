//! Making two types equal.

use super::infcx::Infcx;
use crate::ty::{Args, Const, DynTy, GenericArg, InferVar, Ty, TyKind};

impl Infcx<'_> {
    /// Makes two types equal, or changes nothing.
    pub fn unify(&mut self, a: Ty, b: Ty) -> bool {
        if a == b {
            return true;
        }
        self.commit_if(|cx| cx.relate(a, b).then_some(())).is_some()
    }

    /// Makes two lists of arguments equal, or changes nothing.
    pub fn unify_args(&mut self, a: Args, b: Args) -> bool {
        if a == b {
            return true;
        }
        self.commit_if(|cx| cx.relate_args(a, b).then_some(()))
            .is_some()
    }

    /// Whether two types could be made equal.
    pub fn can_unify(&mut self, a: Ty, b: Ty) -> bool {
        self.probe(|cx| cx.relate(a, b))
    }

    fn relate(&mut self, a: Ty, b: Ty) -> bool {
        let (a, b) = (self.shallow(a), self.shallow(b));
        if a == b {
            return true;
        }
        match (a.kind(), b.kind()) {
            (TyKind::Infer(x), TyKind::Infer(y)) => self.relate_vars(*x, *y, a, b),
            (TyKind::Infer(var), _) => self.bind(*var, b),
            (_, TyKind::Infer(var)) => self.bind(*var, a),
            (TyKind::Tuple(x), TyKind::Tuple(y)) => self.relate_lists(x, y),
            (TyKind::Array(x, n), TyKind::Array(y, m)) => {
                self.relate(*x, *y) && self.relate_consts(*n, *m)
            }
            (TyKind::Slice(x), TyKind::Slice(y)) => self.relate(*x, *y),
            (TyKind::Ref(m, x), TyKind::Ref(n, y)) => m == n && self.relate(*x, *y),
            (TyKind::RawPtr(m, x), TyKind::RawPtr(n, y)) => m == n && self.relate(*x, *y),
            (TyKind::Adt(d, x), TyKind::Adt(e, y)) => d == e && self.relate_args(*x, *y),
            (TyKind::FnDef(d, x), TyKind::FnDef(e, y)) => d == e && self.relate_args(*x, *y),
            (TyKind::FnPtr(x, r, c), TyKind::FnPtr(y, s, d)) => {
                c.abi == d.abi && self.relate_lists(x, y) && self.relate(*r, *s)
            }
            (TyKind::Closure(x), TyKind::Closure(y)) => {
                (x.owner, x.expr) == (y.owner, y.expr) && self.relate_args(x.args, y.args)
            }
            (TyKind::Dyn(x), TyKind::Dyn(y)) => self.relate_objects(x, y),
            (TyKind::Projection(d, x), TyKind::Projection(e, y)) => {
                d == e && self.relate_args(*x, *y)
            }
            (TyKind::Opaque(d, i, x), TyKind::Opaque(e, j, y)) => {
                (d, i) == (e, j) && self.relate_args(*x, *y)
            }
            _ => false,
        }
    }

    fn relate_vars(&mut self, x: InferVar, y: InferVar, a: Ty, b: Ty) -> bool {
        match (x, y) {
            (InferVar::Ty(_), _) => self.table.set(x, b),
            (_, InferVar::Ty(_)) => self.table.set(y, a),
            (InferVar::Int(_), InferVar::Int(_)) => self.table.set(x, b),
            (InferVar::Float(_), InferVar::Float(_)) => self.table.set(x, b),
            (InferVar::Int(_), InferVar::Float(_)) | (InferVar::Float(_), InferVar::Int(_)) => {
                return false;
            }
        }
        true
    }

    fn bind(&mut self, var: InferVar, ty: Ty) -> bool {
        let fits = match var {
            InferVar::Ty(_) => !self.occurs(var, ty),
            InferVar::Int(_) => matches!(ty.kind(), TyKind::Int(_)),
            InferVar::Float(_) => matches!(ty.kind(), TyKind::Float(_)),
        };
        if fits {
            self.table.set(var, ty);
        }
        fits
    }

    fn occurs(&self, var: InferVar, ty: Ty) -> bool {
        if !ty.flags().has_infer() {
            return false;
        }
        let own = Ty::new(TyKind::Infer(var));
        let vars = self.table.unresolved_in(Args::of_types(&[ty]));
        vars.contains(&own)
    }

    fn relate_lists(&mut self, a: &[Ty], b: &[Ty]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| self.relate(a, b))
    }

    fn relate_args(&mut self, a: Args, b: Args) -> bool {
        let (a, b) = (a.list(), b.list());
        a.len() == b.len()
            && a.iter().zip(b).all(|pair| match pair {
                (GenericArg::Type(a), GenericArg::Type(b)) => self.relate(*a, *b),
                (GenericArg::Const(a), GenericArg::Const(b)) => self.relate_consts(*a, *b),
                _ => false,
            })
    }

    fn relate_consts(&mut self, a: Const, b: Const) -> bool {
        let (a, b) = (self.evaluate_const(a), self.evaluate_const(b));
        match (a, b) {
            _ if a == b => true,
            (Const::Infer(index), other) | (other, Const::Infer(index)) => {
                self.table.set_const(index, other);
                true
            }
            _ => false,
        }
    }

    /// A constant with its variable replaced, and evaluated as far as it does not depend on anything.
    pub fn evaluate_const(&mut self, value: Const) -> Const {
        match self.table.resolve_const(value) {
            Const::Unevaluated(def, args) if !args.flags().has_infer() => {
                match self.typer.const_eval(def, args) {
                    Ok(known) => Const::Value(known),
                    // It may depend on a parameter.
                    Err(_) if args.flags().has_param() => Const::Unevaluated(def, args),
                    Err(error) => {
                        self.typer.stash(error);
                        Const::Unevaluated(def, args)
                    }
                }
            }
            // What is not known yet is seldom asked for: the length of an array in a generic type.
            open @ Const::Unevaluated(def, _) => {
                let abstractly = self.typer.const_eval(def, self.typer.identity(def));
                abstractly.map_or(open, Const::Value)
            }
            other => other,
        }
    }

    fn relate_objects(&mut self, a: &DynTy, b: &DynTy) -> bool {
        if !a.is_of_traits_of(b) || !self.relate_args(a.args, b.args) {
            return false;
        }
        a.bindings.len() == b.bindings.len()
            && a.bindings
                .iter()
                .zip(&b.bindings)
                .all(|(x, y)| x.0 == y.0 && self.relate(x.1, y.1))
    }
}
