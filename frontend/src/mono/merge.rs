//! Equal promoted constants are one object, as they are where the compiler puts read-only data
//! together: nobody can write to them, so only their addresses would tell them apart.

use super::{FnKey, Mono};
use crate::hir::DefKind;
use rustc_hash::FxHashMap;
use vscheck_ir::{Callee, CellKind, FuncId, Inst, LayoutId, Program, StaticId};

/// How the value of a constant is made: what is made alike is equal.
#[derive(PartialEq, Eq, Hash)]
struct Recipe {
    /// With the first of those that are equal where a constant is named.
    code: Vec<Inst>,
    registers: Vec<CellKind>,
    slots: Vec<LayoutId>,
}

/// Which constants are equal, as far as that is known.
struct Equal<'a> {
    program: &'a Program,
    /// The functions that make constants, and whether these are promoted.
    makers: FxHashMap<FuncId, bool>,
    /// For each of them the first that makes the same.
    same: FxHashMap<FuncId, FuncId>,
    recipes: FxHashMap<Recipe, FuncId>,
    /// The first promoted constant of a type that is made in a way.
    first: FxHashMap<(LayoutId, FuncId), StaticId>,
    /// What each of the others is equal to.
    merged: FxHashMap<StaticId, StaticId>,
}

impl Mono {
    /// Makes promoted constants of the same type one static if they are made alike.
    pub(super) fn merge_promoted(&mut self) {
        let merged = self.equal_constants();
        if merged.is_empty() {
            return;
        }
        let (mut numbers, mut kept) = (FxHashMap::default(), Vec::new());
        for (index, global) in std::mem::take(&mut self.program.statics)
            .into_iter()
            .enumerate()
        {
            let id = StaticId::new(index);
            if !merged.contains_key(&id) {
                numbers.insert(id, StaticId::new(kept.len()));
                kept.push(global);
            }
        }
        let number = |id: StaticId| numbers[merged.get(&id).unwrap_or(&id)];
        self.program.statics = kept;
        let functions = self.program.functions.iter_mut();
        for inst in functions.flat_map(|function| &mut function.code) {
            if let Inst::StaticAddr { global, .. } = inst {
                *global = number(*global);
            }
        }
        let known = &mut self.statics.initializers;
        known.retain(|initializer| !merged.contains_key(&initializer.global));
        self.statics.renumber(number);
    }

    /// The promoted constants that are equal to others.
    fn equal_constants(&self) -> FxHashMap<StaticId, StaticId> {
        let known = self.functions.iter();
        let mut equal = Equal {
            program: &self.program,
            makers: known
                .filter_map(|(key, &id)| Some((id, self.makes_promoted(key)?)))
                .collect(),
            same: FxHashMap::default(),
            recipes: FxHashMap::default(),
            first: FxHashMap::default(),
            merged: FxHashMap::default(),
        };
        for initializer in self.initializers() {
            if equal.makers.get(&initializer.function) == Some(&true) {
                equal.add(initializer.global, initializer.function);
            }
        }
        equal.merged
    }

    /// Of a function that makes a constant, whether that is a promoted one.
    fn makes_promoted(&self, key: &FnKey) -> Option<bool> {
        match key {
            FnKey::Promoted(_) => Some(true),
            FnKey::Instance(instance) => {
                let item = self.hir.def(instance.def);
                matches!(item.kind, DefKind::Const { .. }).then_some(false)
            }
            _ => None,
        }
    }
}

impl Equal<'_> {
    /// A promoted constant; those that it names are known.
    fn add(&mut self, global: StaticId, maker: FuncId) {
        let layout = self.program.statics[global.index()].layout;
        let key = (layout, self.first_alike(maker));
        let first = *self.first.entry(key).or_insert(global);
        if first != global {
            self.merged.insert(global, first);
        }
    }

    /// The first function that makes the same constant.
    fn first_alike(&mut self, maker: FuncId) -> FuncId {
        if let Some(&known) = self.same.get(&maker) {
            return known;
        }
        // What depends on itself is like nothing else.
        self.same.insert(maker, maker);
        let function = self.program.function(maker);
        let mut code = function.code.clone();
        for inst in &mut code {
            match inst {
                Inst::StaticAddr { global, .. } => {
                    *global = *self.merged.get(global).unwrap_or(global);
                }
                Inst::Call {
                    callee: Callee::Function(callee),
                    ..
                } if self.makers.contains_key(callee) => *callee = self.first_alike(*callee),
                _ => {}
            }
        }
        let recipe = Recipe {
            code,
            registers: function.registers.clone(),
            slots: function.slots.iter().map(|slot| slot.layout).collect(),
        };
        let first = match function.landings.is_empty() {
            true => *self.recipes.entry(recipe).or_insert(maker),
            false => maker,
        };
        self.same.insert(maker, first);
        first
    }
}
