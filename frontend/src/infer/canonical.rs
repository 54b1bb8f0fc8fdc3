//! Goals with their variables renamed: the keys under which answers are remembered.

use super::fold::{Folder, fold_args, fold_children};
use super::infcx::Infcx;
use super::predicates::TraitRef;
use crate::ty::{Args, ClosureKey, Const, GenericArg, InferVar, Ty, TyKind};

/// All of a goal that its answer can depend on, under one environment: variables are numbered in the
/// order in which they occur, and behind the goal's arguments stands what is known so far of the
/// closures in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct CanonicalGoal(TraitRef);

impl Infcx<'_> {
    /// The key of a goal whose variables are resolved.
    pub fn canonical(&self, goal: TraitRef) -> CanonicalGoal {
        let flags = goal.args.flags();
        if !flags.has_infer() && (self.closures.is_empty() || !flags.has_closure()) {
            return CanonicalGoal(goal);
        }
        let mut shape = Shape::default();
        let mut list = fold_args(&mut shape, goal.args).list().to_vec();
        let mut described = 0;
        while let Some(&key) = shape.closures.get(described) {
            described += 1;
            list.extend(self.closure_state(&key, &mut shape));
        }
        CanonicalGoal(TraitRef {
            def: goal.def,
            args: Args::new(&list),
        })
    }

    /// What is known of a closure whose body is being inferred; of any other there is nothing to say.
    fn closure_state(&self, key: &ClosureKey, shape: &mut Shape) -> Vec<GenericArg> {
        let Some(local) = self.local_closure(key) else {
            return Vec::new();
        };
        let mut tuple = |types: &[Ty]| {
            let types = Ty::new(TyKind::Tuple(types.to_vec()));
            GenericArg::Type(shape.ty(self.resolve(types)))
        };
        let mut state = vec![tuple(&local.params), tuple(&[local.ret])];
        state.extend(local.captured.as_deref().map(tuple));
        let kind = local.kind.map_or(0, |kind| 1 + kind as i128);
        state.push(GenericArg::Const(Const::Value(kind)));
        state
    }
}

/// Arguments with the variables numbered in order.
pub(super) fn shape(args: Args) -> Args {
    fold_args(&mut Shape::default(), args)
}

/// Numbers variables, and collects closures, in the order in which they occur.
#[derive(Default)]
struct Shape {
    vars: Vec<InferVar>,
    consts: Vec<u32>,
    closures: Vec<ClosureKey>,
}

/// The place of an item in a list, to which it is added if it is new.
fn number<T: PartialEq>(list: &mut Vec<T>, item: T) -> u32 {
    let known = list.iter().position(|known| *known == item);
    known.unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    }) as u32
}

impl Folder for Shape {
    fn ty(&mut self, ty: Ty) -> Ty {
        if !ty.flags().has_infer() && !ty.flags().has_closure() {
            return ty;
        }
        match ty.kind() {
            TyKind::Infer(var) => {
                let number = number(&mut self.vars, *var);
                Ty::new(TyKind::Infer(match var {
                    InferVar::Ty(_) => InferVar::Ty(number),
                    InferVar::Int(_) => InferVar::Int(number),
                    InferVar::Float(_) => InferVar::Float(number),
                }))
            }
            TyKind::Closure(key) => {
                number(&mut self.closures, *key);
                fold_children(self, ty)
            }
            _ => fold_children(self, ty),
        }
    }

    fn konst(&mut self, value: Const) -> Const {
        match value {
            Const::Infer(index) => Const::Infer(number(&mut self.consts, index)),
            Const::Unevaluated(def, args) => Const::Unevaluated(def, fold_args(self, args)),
            Const::Value(_) | Const::Param(_) => value,
        }
    }
}
